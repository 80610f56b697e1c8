/** The manual, which the appliance serves itself, because an air-gapped site has no other. */
import { z } from "zod";
import { readForm } from "../../web/form.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { type PublicRoute, publicRoute } from "../../web/route.ts";

export function manualRoutes(): PublicRoute[] {
  const tags = ["Documentation"] as const;
  const query = { q: z.string().optional().describe("Words that a section must hold.") };
  // Loaded with the first request: a server whose manual nobody reads does not hold it in memory.
  const load = () => import("./manual-page.ts");
  return [
    publicRoute(
      "GET /docs",
      pageOperation("getManual", "The contents of the manual", [200], { tags }),
      async (exchange) => (await load()).contentsAnswer(exchange),
    ),
    publicRoute(
      "GET /docs/search",
      pageOperation("searchManual", "Search the manual", [200], {
        tags,
        query,
      }),
      async (exchange) =>
        (await load()).searchAnswer(exchange, new URL(exchange.request.url).searchParams.get("q") ?? ""),
    ),
    publicRoute(
      "POST /docs/search",
      pageOperation("searchManualByBody", "Search the manual, with the words in the body", [200, 413, 415], {
        tags,
        body: formBody(z.strictObject(query)),
      }),
      async (exchange) =>
        (await load()).searchAnswer(exchange, (await readForm(exchange.request)).get("q") ?? ""),
    ),
    publicRoute(
      "GET /docs/:page",
      pageOperation("getManualPage", "A page of the manual", [200, 404], {
        tags,
        path: { page: z.string() },
      }),
      async (exchange) => {
        const { pageAnswer, missingAnswer } = await load();
        const answer = await pageAnswer(exchange, exchange.params.page ?? "");
        if (answer === null) exchange.errorCode = "route_not_found";
        return answer ?? missingAnswer(exchange);
      },
    ),
  ];
}
