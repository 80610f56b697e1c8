/** The log-in with a passkey: the one page of the log-in with a script. */
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { SecurityEvents } from "../../accounts/audit/security-events.ts";
import { passkeyChallenge, userOfPasskey } from "../../accounts/log-in/passkeys.ts";
import type { DelayedAttempts } from "../../accounts/throttling/delayed-attempts.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { html } from "../../lib/html.ts";
import { networkOf } from "../../lib/network.ts";
import { personFault } from "../../lib/person-faults.ts";
import { text } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { enter } from "../../web/enter.ts";
import { isSameOrigin } from "../../web/form.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation, pageOperation } from "../../web/operation.ts";
import { APP_PATH, ownPath } from "../../web/own-path.ts";
import { type Exchange, type PublicRoute, publicRoute } from "../../web/route.ts";
import { inReadersLanguage } from "../frame/failure.ts";
import { hiddenField } from "../frame/fields.ts";
import { gateAnswer, heading } from "../frame/gate.ts";
import { PASSKEY_SCRIPT, passkeyForm } from "../frame/passkey-form.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { logInMessages } from "../messages/log-in.ts";
import { type LogInDeps, logInCookie, logInRoute, NEXT } from "./log-in-step.ts";

const PATH = "/login/passkey";
const PURPOSE = "passkey-challenge";

const answerSchema = z.strictObject({
  response: z.looseObject({ id: z.string() }),
  next: text(0, limits.returnPathChars).optional(),
});

const operations = {
  options: {
    id: "askPasskey",
    tags: ["Pages"],
    summary: "The request to a device for a log-in (WebAuthn)",
    body: jsonBody(z.looseObject({})),
    answers: { 200: jsonOf("The options.", z.looseObject({})) },
    errors: ["foreign_request"],
  },
  logIn: {
    id: "logInWithPasskey",
    tags: ["Pages"],
    summary: "Log in with a device's answer",
    body: jsonBody(answerSchema),
    answers: { 200: jsonOf("Done: the next page.", z.looseObject({})) },
    errors: ["foreign_request", "rate_limit_exceeded", "account_disabled"],
  },
} as const satisfies Record<string, Operation>;

interface Challenge {
  challenge: string;
}

type Deps = LogInDeps & { linkAttempts: DelayedAttempts; security: SecurityEvents };

export function logInPasskeyRoutes(deps: Deps): PublicRoute[] {
  return [
    logInRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showPasskeyLogIn", "Log-in with a passkey", [200], { query: { next: NEXT } }),
      (exchange) => {
        const next = new URL(exchange.request.url).searchParams.get("next");
        return logInPage(exchange, ownPath(next) ?? "");
      },
    ),
    publicRoute(`POST ${PATH}/options`, operations.options, (exchange) =>
      inReadersLanguage(exchange, () => challenge(deps, exchange)),
    ),
    publicRoute(`POST ${PATH}`, operations.logIn, (exchange) =>
      inReadersLanguage(exchange, () => logIn(deps, exchange)),
    ),
  ];
}

async function challenge(deps: Deps, { request, publicUrl }: Exchange): Promise<Response> {
  requireOwnPage(request, deps.publicUrl);
  const options = await passkeyChallenge(publicUrl);
  const sealed = deps.states.seal(PURPOSE, { challenge: options.challenge } satisfies Challenge);
  const answer = jsonAnswer(200, options);
  answer.headers.append("Set-Cookie", logInCookie(deps.publicUrl).set(sealed));
  return answer;
}

async function logIn(deps: Deps, exchange: Exchange): Promise<Response> {
  const { request } = exchange;
  requireOwnPage(request, deps.publicUrl);
  const { response, next = "" } = await readJson(request, answerSchema);
  const cookie = logInCookie(deps.publicUrl);
  const asked = deps.states.openOnce<Challenge>(PURPOSE, cookie.read(request));
  if (asked === null) throw new TiroError("invalid_request", personFault("took_too_long"));
  const address = exchange.address();
  const network = networkOf(address);
  exchange.holdOpen();
  await deps.linkAttempts.begin(network, network);
  const user = await userOfPasskey(
    { ...deps, publicUrl: exchange.publicUrl },
    response as unknown as AuthenticationResponseJSON,
    asked.challenge,
    address,
  );
  deps.linkAttempts.takeBack(network);
  const answer = jsonAnswer(200, { location: ownPath(next) ?? APP_PATH });
  for (const line of [...(await enter(deps, exchange, user, ["passkey"])), cookie.clear()])
    answer.headers.append("Set-Cookie", line);
  return answer;
}

function requireOwnPage(request: Request, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl)) throw new TiroError("foreign_request", personFault("foreign_page"));
}

function logInPage(reading: Reading, next: string): Response {
  const language = languageOf(reading);
  const { byPasskey, byPassword, passkeyLead } = logInMessages[language];
  const fields = hiddenField("next", next);
  const body = html`${heading(byPasskey, passkeyLead)}
${passkeyForm(language, { does: "get", action: PATH, label: byPasskey, fields })}
<p><a href="/login">${byPassword}</a></p>`;
  return gateAnswer(reading, { title: byPasskey, body, art: true, form: true, script: PASSKEY_SCRIPT });
}
