import { z } from "zod";
import { jsonAnswer } from "../web/answers.ts";
import { describedPath, jsonOf } from "../web/operation.ts";
import type { PublicRoute, Route } from "../web/route.ts";
// With this attribute an import gives the file's path.
import description from "./openapi/description.json" with { type: "file" };

export interface OpenApiDeps {
  describe: (publicUrl: string) => Promise<object>;
}

interface Description {
  info: object;
  paths: Record<string, Record<string, object>>;
}

/** Reads the description when it is first asked for: a server that nobody asks does not hold it in memory. */
export function apiDescription(
  routes: () => readonly Route[],
  { version }: { version: string },
): OpenApiDeps["describe"] {
  let made: Description | null = null;
  return async (publicUrl) => {
    made ??= ofRoutes(await Bun.file(String(description)).json(), routes());
    return { ...made, info: { ...made.info, version }, servers: [{ url: publicUrl }] };
  };
}

/** Not every site has every route. */
function ofRoutes({ paths, ...rest }: Description, routes: readonly Route[]): Description {
  const here = new Set(routes.map(({ method, path }) => `${method.toLowerCase()} ${describedPath(path)}`));
  const left = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([method]) => here.has(`${method} ${path}`))),
  ]);
  return {
    ...rest,
    paths: Object.fromEntries(left.filter(([, methods]) => Object.keys(methods ?? {}).length > 0)),
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
