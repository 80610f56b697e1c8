import { z } from "zod";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import type { PublicRoute, Route } from "../web/route.ts";
import type { ApiDescription, Site } from "./openapi/document.ts";

export interface OpenApiDeps {
  describe: (publicUrl: string) => Promise<ApiDescription>;
}

/** Makes the description when it is first asked for: no start waits for it. */
export function apiDescription(
  routes: () => readonly Route[],
  site: Pick<Site, "version">,
): OpenApiDeps["describe"] {
  let made: Promise<ApiDescription> | null = null;
  return async (publicUrl) => {
    made ??= import("./openapi/document.ts").then(({ describeApi }) =>
      describeApi(routes(), { ...site, publicUrl }),
    );
    return { ...(await made), servers: [{ url: publicUrl }] };
  };
}

export function openApiRoutes({ describe }: OpenApiDeps): PublicRoute[] {
  return [
    {
      method: "GET",
      path: "/openapi.json",
      family: "product",
      access: "public",
      operation: {
        id: "getOpenApi",
        tags: ["Documentation"],
        summary: "This description",
        answers: { 200: jsonOf("OpenAPI 3.1.", z.looseObject({ openapi: z.string() })) },
      },
      handle: async ({ publicUrl }) => jsonAnswer(200, await describe(publicUrl)),
    },
  ];
}
