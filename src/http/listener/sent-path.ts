/**
 * The path as the client sent it. Bun 1.4.5 takes `..` and backslashes out of an address before anybody sees it, so that
 * `/docs\..\v1` would pass a proxy as a page of the manual and arrive here as the API. Its router alone still sees the
 * segments: a pattern for each length finds them.
 */
import { limits } from "../../config/limits.ts";

type Handler = (request: Request) => Promise<Response>;

const sent = new WeakMap<Request, readonly string[]>();

/** What `Bun.serve` takes as `routes`, so that every request that this server can answer comes with its segments. */
export function tellingRoutes(
  answer: Handler,
): Record<string, (request: Bun.BunRequest) => Promise<Response>> {
  const patterns = Array.from({ length: limits.pathSegments }, (_, last) =>
    Array.from({ length: last + 1 }, (_, index) => `/:s${index}`).join(""),
  );
  return Object.fromEntries(
    patterns.flatMap((pattern) => [
      [pattern, (request) => answer(noted(request))],
      [`${pattern}/`, (request) => answer(noted(request, ""))],
    ]),
  );
}

/** For what no pattern takes: the root, and paths that are too long or have empty segments. */
export function withoutPattern(answer: Handler): Handler {
  return (request) => {
    sent.set(request, []);
    return answer(request);
  };
}

/** @param end a last segment that is empty. */
function noted(request: Bun.BunRequest, ...end: string[]): Request {
  sent.set(request, [...Object.values(request.params as Record<string, string>), ...end]);
  return request;
}

/** Whether the address says what was sent; also if the request did not come through the listener. */
export function isPathAsSent(request: Request): boolean {
  const segments = sent.get(request);
  if (segments === undefined) return true;
  const path = new URL(request.url).pathname.slice(1);
  const meant = path.split("/");
  if (segments.length === 0)
    return path === "" || meant.length > limits.pathSegments || meant.slice(0, -1).includes("");
  return (
    segments.length === meant.length &&
    meant.every((part, index) => (decoded(part) ?? segments[index]) === segments[index])
  );
}

/** Null if it is no UTF-8: routes take such an id as it is, and find nothing under it. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
