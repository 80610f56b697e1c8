import {
  type BrowserSessionDeps,
  beginBrowserSession,
  endBrowserSession,
  enterBrowserSession,
  type LogInMethod,
} from "../../accounts/browser-sessions.ts";
import type { User } from "../../store/users.ts";
import type { Exchange } from "../../web/route.ts";
import { sessionCookie } from "../../web/session-cookie.ts";

/** Begins a session in the caller's browser, in the place of the one it had. Returns the `Set-Cookie` of it. */
export function enter(
  deps: BrowserSessionDeps & { publicUrl: string },
  { request, address: addressOf }: Exchange,
  user: User,
  methods: readonly LogInMethod[],
  authenticatedAt = deps.clock.now(),
): string {
  const cookie = sessionCookie(deps.publicUrl);
  const address = addressOf();
  const token = cookie.read(request);
  const before = token === null ? null : enterBrowserSession(deps, token);
  if (before !== null) {
    const actor = { id: before.userId, credential: before.id, address };
    endBrowserSession({ ...deps, actor }, before.userId, before.id);
  }
  const userAgent = request.headers.get("user-agent");
  return cookie.set(beginBrowserSession(deps, user, { methods, address, userAgent, authenticatedAt }));
}
