/** Turning a code from an app on and off as the second step of logging in, and its recovery codes. */
import { type SecondStepRules, secondStepMissingFor } from "../../accounts/log-in/required-second-step.ts";
import {
  disableTotp,
  enableTotp,
  newTotpSecret,
  recoveryCodesLeft,
  renewRecoveryCodes,
  type SecondStepDeps,
  takeSecondStep,
  totpUri,
} from "../../accounts/log-in/totp.ts";
import { invalidRequest, TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { hasTotp } from "../../store/log-in/totp.ts";
import { organizationsAskingSecondStep } from "../../store/organizations/organizations.ts";
import type { User } from "../../store/people/users.ts";
import { deviceOf, type EnterDeps } from "../../web/enter.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { ownPath, YOU_PATH } from "../../web/own-path.ts";
import { changesOf } from "../../web/person.ts";
import { qrCode } from "../../web/qr-code.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { icon } from "../frame/drawings.ts";
import { buttonForm, codeField, form, hiddenField, ownFields } from "../frame/fields.ts";
import { type PersonPage, personPage } from "../frame/person-page.ts";
import { formOrFaults, personRoute, type Shown } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { NEXT } from "../log-in/log-in-step.ts";
import { fieldMessages } from "../messages/fields.ts";
import { secondStepMessages } from "../messages/second-step.ts";

const PATH = "/account/second-step";
const PURPOSE = "totp-enrolment";

interface Enrolment {
  userId: string;
  secret: string;
  /** Where the person was on the way to. */
  next: string | null;
}

type Deps = EnterDeps & SecondStepDeps & SecondStepRules;

export function secondStepPageRoutes(deps: Deps): PersonRoute[] {
  const routes = [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showSecondStepSettings", "Page of the second step (TOTP)", [200, 303], {
        query: { next: NEXT },
      }),
      (exchange, user) => show(deps, exchange, user),
    ),
    personRoute(
      deps,
      "POST",
      PATH,
      pageOperation(
        "enableSecondStep",
        "Turn the second step on; shows the recovery codes",
        [200, 303, 400, 403],
        { body: formBody() },
      ),
      (exchange, user) => enable(deps, exchange, user),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/off`,
      pageOperation(
        "disableSecondStep",
        "Turn the second step off, with a code of it",
        [303, 400, 403, 429],
        {
          body: formBody(),
        },
      ),
      (exchange, user) => disable(deps, exchange, user),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/recovery-codes`,
      pageOperation("renewRecoveryCodes", "Make new recovery codes", [200, 303, 403], { body: formBody() }),
      (exchange, { id }) => {
        if (!hasTotp(deps.db, id)) return redirectAnswer(PATH);
        return codesPage(exchange, renewRecoveryCodes(changesOf(deps, exchange), id));
      },
    ),
  ];
  return routes.map((route) => ({ ...route, beforeSecondStep: true }));
}

function show(deps: Deps, exchange: PersonExchange, user: User): Response {
  const none: Shown = { issues: [] };
  const next = ownPath(new URL(exchange.request.url).searchParams.get("next"));
  const page = hasTotp(deps.db, user.id)
    ? settings(deps, exchange, user, none)
    : enrolment(deps, exchange, user, { secret: newTotpSecret(), next }, none);
  return personPage(exchange, page);
}

function settings({ db }: Deps, exchange: PersonExchange, { id }: User, { issues }: Shown): PersonPage {
  const language = languageOf(exchange);
  const messages = secondStepMessages[language];
  const { code, codeHint } = fieldMessages[language];
  const off = { action: `${PATH}/off`, hidden: ownFields(exchange.logIn) };
  const asking = organizationsAskingSecondStep(db, id);
  const afterwards = asking.length === 0 ? messages.thenPassword : messages.thenAgain(asking.join(", "));
  const body = html`<section>
<div class="section-head"><h2>${messages.newCodes}</h2></div>
<div class="stack">
<p>${messages.oldStop}</p>
${buttonForm(exchange.logIn, `${PATH}/recovery-codes`, messages.createCodes)}
</div>
</section>
<section>
<div class="section-head"><h2>${messages.turnOff}</h2></div>
<div class="stack">
<p>${afterwards} ${messages.otherDevice}</p>
${form(language, [codeField(code, codeHint)], issues, messages.turnOff, off)}
</div>
</section>`;
  return { title: messages.title, lead: messages.isOn(recoveryCodesLeft(db, id)), body };
}

/** A fresh log-in may be somebody else's, at a browser that was left open: whoever has the second step shows it. */
function disable(deps: Deps, exchange: PersonExchange, user: User): Response | Promise<Response> {
  if (!hasTotp(deps.db, user.id)) return redirectAnswer(YOU_PATH);
  return formOrFaults(
    exchange,
    (shown) => settings(deps, exchange, user, shown),
    async () => {
      const code = exchange.form.get("code") ?? "";
      const device = deviceOf(deps, exchange);
      const taken = await takeSecondStep(deps, {
        userId: user.id,
        code,
        address: exchange.address(),
        device,
      });
      const { wrongCode } = fieldMessages[languageOf(exchange)];
      if (taken === null) throw invalidRequest([{ param: "code", message: wrongCode }]);
      disableTotp(changesOf(deps, exchange), user.id);
      return redirectAnswer(YOU_PATH);
    },
  );
}

function enrolment(
  { db, config, states }: Deps,
  exchange: PersonExchange,
  { id: userId, email }: User,
  { secret, next }: Omit<Enrolment, "userId">,
  { issues }: Shown,
): PersonPage {
  const language = languageOf(exchange);
  const messages = secondStepMessages[language];
  const sealed = states.seal(PURPOSE, { userId, secret, next } satisfies Enrolment);
  const hidden = html`${ownFields(exchange.logIn)}${hiddenField("enrolment", sealed)}`;
  const fields = [codeField(messages.codeFromApp, messages.sixDigits)];
  const body = html`${required(secondStepMissingFor({ db, config }, exchange.logIn), messages)}<ol class="numbered stack wide">
<li><div class="stack"><p>${messages.scan}</p>
${qrCode(totpUri(secret, email), messages.qrLabel)}
<p><code class="secret">${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p></div></li>
<li><div class="stack"><p>${messages.enter}</p>
${form(language, fields, issues, messages.turnOn, { hidden })}</div></li>
</ol>`;
  return { title: messages.title, lead: messages.why, body };
}

function required(organizations: readonly string[], messages: (typeof secondStepMessages)["en"]): Markup {
  if (organizations.length === 0) return html``;
  const passkey = html`<a href="/account/passkeys">${messages.passkey}</a>`;
  return html`<div class="banner wait">${icon("alert")}<p>${messages.asked(organizations.join(", "), passkey)}</p></div>
`;
}

function enable(deps: Deps, exchange: PersonExchange, user: User): Response | Promise<Response> {
  const enrolled = deps.states.open<Enrolment>(PURPOSE, exchange.form.get("enrolment"));
  if (enrolled?.userId !== user.id)
    throw new TiroError("invalid_request", "This page was open for too long. Reload it and start again.");
  const { secret, next } = enrolled;
  return formOrFaults(
    exchange,
    (shown) => enrolment(deps, exchange, user, { secret, next }, shown),
    async () => {
      const code = exchange.form.get("code") ?? "";
      const changes = changesOf(deps, exchange);
      const codes = await whenWritable(deps.db, () => enableTotp(changes, user.id, secret, code));
      return codesPage(exchange, codes, next);
    },
  );
}

function codesPage(exchange: PersonExchange, codes: readonly string[], next: string | null = null): Response {
  const { codesTitle, keepCodes, saved } = secondStepMessages[languageOf(exchange)];
  const items = codes.map(
    (code) => html`<li><code>${code}</code></li>
`,
  );
  const body = html`<ul class="codes panel">${items}</ul>
<p><a class="button primary" href="${next ?? YOU_PATH}">${saved}</a></p>`;
  return personPage(exchange, { title: codesTitle, lead: keepCodes, body });
}
