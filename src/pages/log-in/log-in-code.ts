/** The second step of a log-in: a code from an app, or a recovery code. */
import { passwordMark } from "../../accounts/credentials/passwords.ts";
import { type SecondStepDeps, takeSecondStep } from "../../accounts/log-in/totp.ts";
import { TiroError } from "../../lib/errors.ts";
import { html } from "../../lib/html.ts";
import { personFault } from "../../lib/person-faults.ts";
import { type User, userById } from "../../store/people/users.ts";
import { deviceOf } from "../../web/enter.ts";
import { readForm } from "../../web/form.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { Exchange, PublicRoute } from "../../web/route.ts";
import { codeField, form } from "../frame/fields.ts";
import { gateAnswer, heading } from "../frame/gate.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { fieldMessages } from "../messages/fields.ts";
import { logInMessages } from "../messages/log-in.ts";
import {
  arrive,
  FIRST_STEP,
  type FirstStep,
  type LogInDeps,
  logInCookie,
  logInRoute,
} from "./log-in-step.ts";

const PATH = "/login/code";

type Deps = LogInDeps & SecondStepDeps;

export function logInCodeRoutes(deps: Deps): PublicRoute[] {
  return [
    logInRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showSecondStep", "Second step of a log-in", [200, 303]),
      (exchange) =>
        firstStepOf(deps, exchange) === null ? redirectAnswer("/login") : codePage(exchange, false),
    ),
    logInRoute(
      deps,
      "POST",
      PATH,
      pageOperation(
        "takeSecondStep",
        "Send a code from an app, or a recovery code",
        [303, 400, 403, 413, 415, 429],
        { body: formBody() },
      ),
      (exchange) => takeCode(deps, exchange),
    ),
  ];
}

async function takeCode(deps: Deps, exchange: Exchange): Promise<Response> {
  const first = firstStepOf(deps, exchange);
  if (first === null) return redirectAnswer("/login");
  const sent = await readForm(exchange.request);
  const method = await takeSecondStep(deps, {
    userId: first.user.id,
    code: sent.get("code") ?? "",
    address: exchange.address(),
    device: deviceOf(deps, exchange),
  });
  if (method !== null)
    return arrive(deps, exchange, first.user, { methods: [first.method, method], next: first.next });
  exchange.errorCode = "invalid_request";
  return codePage(exchange, true);
}

/** Null if there was no first step, or too long ago, or with a password that was changed since. */
function firstStepOf(
  deps: Deps,
  { request }: Exchange,
): (Pick<FirstStep, "method" | "next"> & { user: User }) | null {
  const first = deps.states.open<FirstStep>(FIRST_STEP, logInCookie(deps.publicUrl).read(request));
  const user = first === null ? null : userById(deps.db, first.userId);
  if (first === null || user === null || first.mark !== passwordMark(deps.db, user.id)) return null;
  if (user.disabledAt !== null) throw new TiroError("account_disabled", personFault("account_disabled"));
  return { user, method: first.method, next: first.next };
}

function codePage(reading: Reading, wrong: boolean): Response {
  const language = languageOf(reading);
  const { code, codeHint, wrongCode } = fieldMessages[language];
  const { secondStep, logIn, startAgain, lostBoth } = logInMessages[language];
  const issues = wrong ? [{ param: "code", message: wrongCode }] : [];
  const body = html`${heading(secondStep)}
${form(language, [codeField(code, codeHint)], issues, logIn)}
<p><a href="/login">${startAgain}</a></p>
<p class="quiet small">${lostBoth}</p>`;
  return gateAnswer(reading, { title: secondStep, body, art: true, status: wrong ? 400 : 200, form: true });
}
