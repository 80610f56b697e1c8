import { type CurrentUser, currentUser } from "../accounts/current-user.ts";
import { toIsoTime } from "../lib/clock.ts";
import type { Db } from "../store/db.ts";
import { jsonAnswer } from "../web/answers.ts";
import type { AuthenticatedExchange, KeyRoute } from "../web/route.ts";

export function meRoutes({ db }: { db: Db }): KeyRoute[] {
  return [
    {
      method: "GET",
      path: "/v1/me",
      family: "product",
      access: "key",
      scope: "read",
      handle: (exchange) => showMe(db, exchange),
    },
  ];
}

/** The contract's Principal. */
function showMe(db: Db, { principal }: AuthenticatedExchange): Response {
  const user = currentUser(db, principal);
  return jsonAnswer(200, principalBody(user, principal.credential));
}

/** @param credential an API key's, or another that a person came in with. */
export function principalBody({ user, plan, historyAvailable }: CurrentUser, credential: object) {
  return {
    id: user.id,
    object: "user",
    email: user.email,
    name: user.name,
    created_at: toIsoTime(user.createdAt),
    credential,
    plan,
    privacy_mode: user.privacyMode,
    history_available: historyAvailable,
  };
}
