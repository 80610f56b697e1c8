/**
 * Acts that end a session, a key, an app's access or stored content. However often a person has called, or somebody in their
 * name, it is not refused: it is how they defend themselves. By method and path, with the pages where it is done, the
 * profile, which has the token that each such request shows, and the lists that say what can be ended.
 */
import type { Route } from "./route.ts";

export const ENDING_ACTIONS: ReadonlySet<string> = new Set([
  "GET /app",
  "GET /app/*",
  "GET /v1/me/profile",
  "GET /v1/keys",
  "DELETE /v1/keys/:key",
  "GET /v1/organizations/:organization/keys",
  "DELETE /v1/organizations/:organization/keys/:key",
  "GET /v1/grants",
  "DELETE /v1/grants",
  "DELETE /v1/grants/:grant",
  "GET /v1/browser-sessions",
  "DELETE /v1/browser-sessions",
  "DELETE /v1/browser-sessions/:browser_session",
  "DELETE /v1/sessions",
  "DELETE /v1/sessions/:session",
  "GET /logout",
  "POST /logout",
]);

export function endsSomething({ method, path }: Pick<Route, "method" | "path">): boolean {
  return ENDING_ACTIONS.has(`${method} ${path}`);
}
