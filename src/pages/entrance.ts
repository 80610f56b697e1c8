/** The address of the server itself: it leads people to the app, and programs to the API. */
import { z } from "zod";
import { variesByAccept, wantsPage } from "../web/accept.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf, pageOperation } from "../web/operation.ts";
import { APP_PATH } from "../web/own-path.ts";
import { redirectAnswer } from "../web/redirect.ts";
import { type PublicRoute, publicRoute } from "../web/route.ts";

const uri = z.string().meta({ format: "uri" });

const Entrance = z.object({
  object: z.literal("server"),
  name: z.string().describe("The operator's name for the product."),
  version: z.string(),
  api_url: uri.describe("The base URL for clients of the API, OpenAI's among them."),
  mcp_url: uri.describe("For assistants."),
  openapi_url: uri.describe("The description of the API."),
  docs_url: uri.describe("The manual."),
  dashboard_url: uri.describe("The app, for people."),
});

export function entranceRoutes({ version }: { version: string }): PublicRoute[] {
  return [
    publicRoute(
      "GET /",
      pageOperation("getEntrance", "Leads people to the app, and programs to the API", [303], {
        tags: ["Documentation"],
        answers: { 200: jsonOf("For programs: where everything is.", Entrance) },
      }),
      ({ request, publicUrl, brand }) => {
        if (wantsPage(request)) return variesByAccept(redirectAnswer(APP_PATH));
        const body: z.infer<typeof Entrance> = {
          object: "server",
          name: brand.name,
          version,
          api_url: `${publicUrl}/v1`,
          mcp_url: `${publicUrl}/mcp`,
          openapi_url: `${publicUrl}/openapi.json`,
          docs_url: `${publicUrl}/docs`,
          dashboard_url: publicUrl + APP_PATH,
        };
        return variesByAccept(jsonAnswer(200, body));
      },
    ),
  ];
}
