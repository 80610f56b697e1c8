import { z } from "zod";
import type { Credential } from "../accounts/authentication/principal.ts";
import { SCOPES } from "../accounts/credentials/scopes.ts";
import { type CurrentUser, currentUser } from "../accounts/people/current-user.ts";
import { PLANS } from "../config/plans.ts";
import { toIsoTime } from "../lib/clock.ts";
import { idOf, isoTime } from "../lib/wire.ts";
import type { Db } from "../store/db.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute } from "../web/route.ts";

export const Principal = z.object({
  id: idOf("usr"),
  object: z.literal("user"),
  email: z.string(),
  name: z.string().nullable(),
  created_at: isoTime.nullable(),
  credential: z.object({
    id: z.string().describe("`key_…`, `gra_…` with an OAuth token, or the browser session's."),
    method: z.string().meta({ examples: ["api_key", "oauth", "browser_session"] }),
    scopes: z.array(z.string()).meta({ examples: [SCOPES] }),
  }),
  plan: z.enum(PLANS).describe("Of the account that pays."),
  privacy_mode: z.boolean().describe("Whether nothing of the person's dictations is kept."),
  history_available: z.boolean().describe("Whether the organization's policy allows history."),
});

export const principalShown = jsonOf("The person, the credential and what they may do.", Principal);

export function meRoutes({ db }: { db: Db }): KeyRoute[] {
  return [
    keyRoute(
      "read",
      "GET /v1/me",
      {
        id: "getMe",
        tags: ["Account"],
        summary: "Who the key acts as",
        description:
          "With an organization's key, the member named by `Service-User`. Works also if history is unavailable.",
        answers: { 200: principalShown },
      },
      (exchange) => showMe(db, exchange),
    ),
  ];
}

function showMe(db: Db, { principal }: AuthenticatedExchange): Response {
  const user = currentUser(db, principal);
  return jsonAnswer(200, principalBody(user, principal.credential));
}

export function principalBody(
  { user, plan, historyAvailable }: CurrentUser,
  { id, method, scopes }: Credential,
): z.infer<typeof Principal> {
  return {
    id: user.id,
    object: "user",
    email: user.email,
    name: user.name,
    created_at: toIsoTime(user.createdAt),
    credential: { id, method, scopes: [...scopes] },
    plan,
    privacy_mode: user.privacyMode,
    history_available: historyAvailable,
  };
}
