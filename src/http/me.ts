import { type CurrentUser, currentUser } from "../accounts/current-user.ts";
import type { Credential } from "../accounts/principal.ts";
import { toIsoTime } from "../lib/clock.ts";
import type { Db } from "../store/db.ts";
import { textAnswer } from "../web/answers.ts";
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
  let shown = answers.get(user);
  if (shown?.credential !== principal.credential) {
    shown = {
      credential: principal.credential,
      body: JSON.stringify(principalBody(user, principal.credential)),
    };
    answers.set(user, shown);
  }
  return textAnswer(200, "application/json", shown.body);
}

/** Clients ask who they are at every start and often to see whether the server is there: written down once a change. */
const answers = new WeakMap<Readonly<CurrentUser>, { credential: Credential; body: string }>();

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
