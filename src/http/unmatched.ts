/** Answers requests that no route takes. */
import { TiroError } from "../lib/errors.ts";
import type { Family, PublicRoute, Route } from "../web/route.ts";
import { preflightAnswer } from "./middleware/cross-origin.ts";

/**
 * A pseudo-route for a request that no route matched. A browser's question whether another site's script may call is
 * answered where it may.
 * @throws `method_not_allowed` with `Allow` where the path exists, otherwise `route_not_found`.
 */
export function unmatchedRoute(routes: readonly Route[]): (pathname: string) => PublicRoute {
  const patterns = routes.map((route) => ({ ...route, pattern: pathPattern(route.path) }));
  return (pathname) => {
    const known = patterns.filter(({ pattern }) => pattern.test(pathname));
    const family = known[0]?.family ?? familyOf(pathname);
    return {
      method: "GET",
      path: "(none)",
      family,
      access: "public",
      operation: null,
      countsCallers: family === "mcp" ? "mcp" : "api",
      ...(pathname.startsWith("/v1/") && {
        apiMethods: known.flatMap((route) => (route.access === "key" ? [route.method] : [])),
      }),
      crossOrigin: known.some(({ crossOrigin }) => crossOrigin),
      handle: ({ request, route }) => {
        if (request.method === "OPTIONS" && route.crossOrigin)
          return preflightAnswer(known.map(({ method }) => method));
        throw known.length > 0 ? methodNotAllowed(known.map(({ method }) => method)) : routeNotFound();
      },
    };
  };
}

function routeNotFound(): TiroError {
  return new TiroError("route_not_found", "No such route. GET /openapi.json lists those that exist.");
}

function methodNotAllowed(methods: string[]): TiroError {
  const allowed = [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
  return new TiroError("method_not_allowed", `This route takes ${allowed.join(", ")} only.`, {
    headers: { Allow: allowed.join(", ") },
  });
}

function familyOf(pathname: string): Family {
  if (pathname.startsWith("/scim/")) return "scim";
  return /^\/v1\/(audio|models)(\/|$)/.test(pathname) ? "transcription" : "product";
}

/** Finds routes by their path, for what the router cannot. */
export function routeFinder(routes: readonly Route[]) {
  const patterns = routes.map((route) => ({ route, pattern: pathPattern(route.path) }));
  // As the router has it, a path without variable parts comes before one with them.
  patterns.sort((a, b) => Number(/[:*]/.test(a.route.path)) - Number(/[:*]/.test(b.route.path)));
  return (method: string, pathname: string): { route: Route; params: Record<string, string> } | null => {
    const asked = method === "HEAD" ? "GET" : method;
    for (const { route, pattern } of patterns) {
      const match = route.method === asked ? pattern.exec(pathname) : null;
      if (match === null) continue;
      const params = Object.entries(match.groups ?? {}).map(([name, part]) => [
        name,
        decodeURIComponent(part),
      ]);
      return { route, params: Object.fromEntries(params) };
    }
    return null;
  };
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.split("/").map(partPattern).join("/")}$`);
}

function partPattern(part: string): string {
  if (part.startsWith(":")) return `(?<${part.slice(1)}>[^/]+)`;
  return part === "*" ? ".*" : RegExp.escape(part);
}
