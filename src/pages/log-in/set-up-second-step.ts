/** The last step of a log-in of people who must have a second one and have none yet. Those who have one change it in the app. */
import { canHavePasskeys } from "../../accounts/log-in/passkeys.ts";
import { type SecondStepRules, secondStepMissingFor } from "../../accounts/log-in/required-second-step.ts";
import {
  beginEnrolment,
  type Enrolment,
  enrolmentOf,
  finishEnrolment,
} from "../../accounts/log-in/second-step-enrolment.ts";
import { limits } from "../../config/limits.ts";
import { html } from "../../lib/html.ts";
import type { EnterDeps } from "../../web/enter.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { APP_PATH, ownPath, SECOND_STEP_PATH } from "../../web/own-path.ts";
import { changesOf } from "../../web/person.ts";
import { qrCode } from "../../web/qr-code.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { icon } from "../frame/drawings.ts";
import { codeField, form, hiddenField, ownFields } from "../frame/fields.ts";
import { PASSKEY_SCRIPT, passkeyForm } from "../frame/passkey-form.ts";
import { type PersonPage, personPage } from "../frame/person-page.ts";
import { formOrFaults, personRoute, type Shown } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { fieldMessages } from "../messages/fields.ts";
import { secondStepMessages } from "../messages/second-step.ts";
import { NEXT } from "./log-in-step.ts";

const PASSKEY_PATH = `${SECOND_STEP_PATH}/passkey`;

type Deps = EnterDeps & SecondStepRules;

export function setUpSecondStepRoutes(deps: Deps): PersonRoute[] {
  const query = { next: NEXT };
  const routes = [
    personRoute(
      deps,
      "GET",
      SECOND_STEP_PATH,
      pageOperation(
        "showSecondStepSetUp",
        "Page on which a second step that is asked for is set up",
        [200, 303],
        { query },
      ),
      (exchange, user) =>
        whereMissing(deps, exchange, async (organizations) => {
          const enrolment = beginEnrolment(deps.states, user);
          const next = nextOf(exchange);
          const page = await appPage(exchange, organizations, { enrolment, next }, { issues: [] });
          return personPage(exchange, page);
        }),
    ),
    personRoute(
      deps,
      "POST",
      SECOND_STEP_PATH,
      pageOperation(
        "setUpSecondStep",
        "Set up the second step that is asked for; shows the recovery codes",
        [200, 303, 400, 403],
        { body: formBody() },
      ),
      (exchange, user) =>
        whereMissing(deps, exchange, (organizations) => {
          const field = (name: string) => exchange.form.get(name) ?? "";
          const enrolment = enrolmentOf(deps.states, user, field("enrolment"));
          const next = ownPath(field("next"));
          return formOrFaults(
            exchange,
            (shown) => appPage(exchange, organizations, { enrolment, next }, shown),
            async () => {
              const changes = changesOf(deps, exchange);
              return codesPage(
                exchange,
                await finishEnrolment(changes, user.id, enrolment, field("code")),
                next,
              );
            },
          );
        }),
    ),
    personRoute(
      deps,
      "GET",
      PASSKEY_PATH,
      pageOperation("showPasskeySetUp", "Page on which a passkey is made instead", [200, 303], { query }),
      (exchange) => whereMissing(deps, exchange, () => personPage(exchange, passkeyPage(exchange))),
    ),
  ];
  return routes.map((route) => ({ ...route, beforeSecondStep: true }));
}

/** Others continue to where they wanted to be. */
function whereMissing<Answer>(
  deps: Deps,
  exchange: PersonExchange,
  answer: (organizations: string) => Answer,
): Answer | Response {
  const missing = secondStepMissingFor(deps, exchange.logIn);
  if (missing.length > 0) return answer(missing.join(", "));
  return redirectAnswer(nextOf(exchange) ?? APP_PATH);
}

function nextOf({ request }: PersonExchange): string | null {
  return ownPath(new URL(request.url).searchParams.get("next"));
}

function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}

interface SetUp {
  enrolment: Enrolment;
  next: string | null;
}

async function appPage(
  exchange: PersonExchange,
  organizations: string,
  { enrolment: { secret, uri, sealed }, next }: SetUp,
  { issues }: Shown,
): Promise<PersonPage> {
  const language = languageOf(exchange);
  const messages = secondStepMessages[language];
  const hidden = html`${ownFields(exchange.logIn)}${hiddenField("enrolment", sealed)}${hiddenField("next", next ?? "")}`;
  const fields = [codeField(messages.codeFromApp, messages.sixDigits)];
  const passkey = html`<a href="${withNext(PASSKEY_PATH, next)}">${messages.passkey}</a>`;
  const body = html`<div class="banner wait">${icon("alert")}<p>${messages.asked(organizations, passkey)}</p></div>
<ol class="numbered stack wide">
<li><div class="stack"><p>${messages.scan}</p>
${await qrCode(uri, messages.qrLabel)}
<p><code class="secret">${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p></div></li>
<li><div class="stack"><p>${messages.enter}</p>
${form(language, fields, issues, messages.turnOn, { action: SECOND_STEP_PATH, hidden })}</div></li>
</ol>`;
  return { title: messages.title, lead: messages.why, body };
}

function codesPage(exchange: PersonExchange, codes: readonly string[], next: string | null): Response {
  const { codesTitle, keepCodes, saved } = secondStepMessages[languageOf(exchange)];
  const items = codes.map(
    (code) => html`<li><code>${code}</code></li>
`,
  );
  const body = html`<ul class="codes panel">${items}</ul>
<p><a class="button primary" href="${next ?? APP_PATH}">${saved}</a></p>`;
  return personPage(exchange, { title: codesTitle, lead: keepCodes, body });
}

/** A passkey counts once the person has logged in with it. */
function passkeyPage(exchange: PersonExchange): PersonPage {
  const language = languageOf(exchange);
  const messages = secondStepMessages[language];
  const next = nextOf(exchange);
  const back = html`<p><a href="${withNext(SECOND_STEP_PATH, next)}">${messages.byApp}</a></p>`;
  const page = { title: messages.newPasskey, lead: messages.passkeyWhy };
  if (!canHavePasskeys(exchange.publicUrl))
    return { ...page, body: html`<p>${messages.needsHostName}</p>\n${back}` };
  const logIn = withNext("/login/passkey", next);
  const fields = html`${ownFields(exchange.logIn)}${hiddenField("next", logIn)}<div class="field">
<label for="name">${fieldMessages[language].name}</label>
<p class="hint" id="name-hint">${messages.passkeyName}</p>
<input id="name" name="name" class="input" type="text" autocomplete="off" required maxlength="${limits.passkeyNameChars}" aria-describedby="name-hint">
</div>
`;
  const made = { does: "create", action: "/v1/me/passkeys", label: messages.createPasskey, fields } as const;
  return { ...page, body: html`${passkeyForm(language, made)}\n${back}`, script: PASSKEY_SCRIPT };
}
