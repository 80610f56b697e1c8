/** Another password of the person's own. */
import { z } from "zod";
import type { LogInMethod } from "../../accounts/credentials/browser-sessions.ts";
import type { Passwords } from "../../accounts/credentials/passwords.ts";
import { changePassword } from "../../accounts/log-in/change-password.ts";
import { findUser } from "../../accounts/people/users.ts";
import { requirePasswords } from "../../accounts/policies/company-rules.ts";
import { limits } from "../../config/limits.ts";
import { companySessionOf } from "../../store/log-in/company-sessions.ts";
import { deviceOf, type EnterDeps, enter } from "../../web/enter.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody } from "../../web/operation.ts";
import { changesOf } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { personApi } from "./person-api.ts";

export type PasswordDeps = EnterDeps & { passwords: Passwords };

const changeSchema = z.strictObject({
  current_password: z.string(),
  password: z.string().describe(`${limits.passwordCharsMin} characters or more.`),
  keep_sessions: z
    .boolean()
    .default(false)
    .describe(
      "Whether you stay logged in in other browsers. Somebody who knew the old password may be in one.",
    ),
  keep_apps: z.boolean().default(false).describe("Whether apps keep the access that you gave them."),
});

export function passwordRoute(deps: PasswordDeps): PersonRoute {
  return personApi("PUT /v1/me/password", {
    id: "setPassword",
    summary: "Change your password",
    description:
      "Your other browser sessions and the access of apps end unless they are kept. This browser gets a new session: read its `csrf_token` from `/v1/me/profile`.",
    body: jsonBody(changeSchema),
    answers: { 204: { description: "The new password counts." } },
    errors: ["rate_limit_exceeded", "account_disabled"],
    handle: (exchange) => change(deps, exchange),
  });
}

async function change(deps: PasswordDeps, exchange: PersonExchange): Promise<Response> {
  const { logIn } = exchange;
  const user = findUser(deps.db, logIn.userId);
  requirePasswords(deps.config, user);
  const wanted = await readJson(exchange.request, changeSchema);
  exchange.holdOpen();
  const company = companySessionOf(deps.db, logIn.id);
  await changePassword({ ...changesOf(deps, exchange), passwords: deps.passwords }, user, {
    currentPassword: wanted.current_password,
    password: wanted.password,
    passwordAgain: wanted.password,
    keepSessions: wanted.keep_sessions,
    keepApps: wanted.keep_apps,
    address: exchange.address(),
    device: deviceOf(deps, exchange),
  });
  // A new token for the session that came in, which stays as old as it was: a password alone proves less than a log-in
  // with a second step.
  const { authenticatedAt } = logIn;
  const methods = logIn.methods as LogInMethod[];
  const answer = new Response(null, { status: 204 });
  for (const cookie of await enter(deps, exchange, user, methods, { authenticatedAt, company }))
    answer.headers.append("Set-Cookie", cookie);
  return answer;
}
