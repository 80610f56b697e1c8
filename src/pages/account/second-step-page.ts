/** Turning a code from an app on and off as the second step of logging in, and its recovery codes. */
import type { BrowserSession } from "../../accounts/browser-sessions.ts";
import { secondStepMissingFor } from "../../accounts/log-in/required-second-step.ts";
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
import { organizationsAskingSecondStep } from "../../store/organizations.ts";
import { hasTotp } from "../../store/totp.ts";
import type { User } from "../../store/users.ts";
import { whenWritable } from "../../store/write-lock.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { ownPath } from "../../web/own-path.ts";
import { changesOf } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { buttonForm, codeField, csrfField, form, hiddenField } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { qrCode } from "../frame/qr-code.ts";
import { deviceOf, type EnterDeps } from "../log-in/enter.ts";
import { NEXT } from "../log-in/log-in-step.ts";
import { afterFreshLogIn, formOrFaults, personRoute, type Shown } from "./person.ts";

const PATH = "/account/second-step";
const TITLE = "Second step";
const PURPOSE = "totp-enrolment";

interface Enrolment {
  userId: string;
  secret: string;
  /** Where the person was on the way to. */
  next: string | null;
}

type Deps = EnterDeps & SecondStepDeps;

export function secondStepPageRoutes(deps: Deps): PersonRoute[] {
  const fresh = (handle: Parameters<typeof afterFreshLogIn>[2]) => afterFreshLogIn(deps, PATH, handle);
  const routes = [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showSecondStepSettings", "Page of the second step (TOTP)", [200, 303], {
        query: { next: NEXT },
      }),
      fresh((exchange, user) => show(deps, exchange, user)),
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
      fresh((exchange, user) => enable(deps, exchange, user)),
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
      fresh((exchange, user) => disable(deps, exchange, user)),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/recovery-codes`,
      pageOperation("renewRecoveryCodes", "Make new recovery codes", [200, 303, 403], { body: formBody() }),
      fresh((exchange, { id }) => {
        if (!hasTotp(deps.db, id)) return redirectAnswer(PATH);
        return codesPage(exchange, renewRecoveryCodes(changesOf(deps, exchange), id));
      }),
    ),
  ];
  return routes.map((route) => ({ ...route, beforeSecondStep: true }));
}

function show(deps: Deps, { logIn, request }: PersonExchange, user: User): Response {
  const none: Shown = { issues: [] };
  const next = ownPath(new URL(request.url).searchParams.get("next"));
  const body = hasTotp(deps.db, user.id)
    ? settings(deps, logIn, user, none)
    : enrolment(deps, logIn, user, { secret: newTotpSecret(), next }, none);
  return personPage(logIn, { title: TITLE, body });
}

function settings({ db }: Deps, logIn: { csrfToken: string }, { id }: User, { issues }: Shown): Markup {
  const hint = "Six digits from your app, or one of your recovery codes.";
  const off = { action: `${PATH}/off`, hidden: csrfField(logIn) };
  const asking = organizationsAskingSecondStep(db, id);
  const afterwards =
    asking.length === 0
      ? "Your password alone is then enough."
      : `${asking.join(", ")} asks its members for a second step: you are then led to set it up again.`;
  return html`<h1>${TITLE}</h1>
<p>The second step is on: after your password, you enter a code from your app. You have ${recoveryCodesLeft(db, id)} recovery codes left.</p>
<section>
<h2>New recovery codes</h2>
<p>The old codes stop working.</p>
${buttonForm(logIn, `${PATH}/recovery-codes`, "Create new recovery codes")}
</section>
<section>
<h2>Turn off the second step</h2>
<p>${afterwards} To switch to another app or device, turn it off and on again.</p>
${form([codeField("Code", hint)], issues, "Turn off the second step", off)}
</section>`;
}

/** A fresh log-in may be somebody else's, at a browser that was left open: whoever has the second step shows it. */
function disable(deps: Deps, exchange: PersonExchange, user: User): Response | Promise<Response> {
  if (!hasTotp(deps.db, user.id)) return redirectAnswer("/account");
  return formOrFaults(
    exchange,
    TITLE,
    (shown) => settings(deps, exchange.logIn, user, shown),
    async () => {
      const code = exchange.form.get("code") ?? "";
      const device = deviceOf(deps, exchange);
      const taken = await takeSecondStep(deps, {
        userId: user.id,
        code,
        address: exchange.address(),
        device,
      });
      if (taken === null)
        throw invalidRequest([{ param: "code", message: "The code is wrong or was already used." }]);
      disableTotp(changesOf(deps, exchange), user.id);
      return redirectAnswer("/account");
    },
  );
}

function enrolment(
  { db, states }: Deps,
  logIn: BrowserSession,
  { id: userId, email }: User,
  { secret, next }: Omit<Enrolment, "userId">,
  { issues }: Shown,
): Markup {
  const sealed = states.seal(PURPOSE, { userId, secret, next } satisfies Enrolment);
  const hidden = html`${csrfField(logIn)}${hiddenField("enrolment", sealed)}`;
  const fields = [codeField("Code from the app", "Six digits.")];
  return html`<h1>${TITLE}</h1>
${required(secondStepMissingFor(db, logIn))}<p>With an authenticator app (TOTP) on your phone, your password alone is no longer enough to log in.</p>
<ol>
<li>Scan this code with the app, or type in the secret:
${qrCode(totpUri(secret, email), "QR code of the secret below")}
<p><code class="secret">${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p></li>
<li>Enter the code that the app shows.
${form(fields, issues, "Turn on the second step", { hidden })}</li>
</ol>`;
}

function required(organizations: readonly string[]): Markup {
  if (organizations.length === 0) return html``;
  return html`<p><strong>${organizations.join(", ")}</strong> asks its members for a second step. Set it up to go on; a <a href="/account/passkeys">passkey</a> with which you then log in will do as well.</p>
`;
}

function enable(deps: Deps, exchange: PersonExchange, user: User): Response | Promise<Response> {
  const enrolled = deps.states.open<Enrolment>(PURPOSE, exchange.form.get("enrolment"));
  if (enrolled?.userId !== user.id)
    throw new TiroError("invalid_request", "This page was open for too long. Reload it and start again.");
  const { secret, next } = enrolled;
  return formOrFaults(
    exchange,
    TITLE,
    (shown) => enrolment(deps, exchange.logIn, user, { secret, next }, shown),
    async () => {
      const code = exchange.form.get("code") ?? "";
      const changes = changesOf(deps, exchange);
      const codes = await whenWritable(deps.db, () => enableTotp(changes, user.id, secret, code));
      return codesPage(exchange, codes, next);
    },
  );
}

function codesPage(
  { logIn }: PersonExchange,
  codes: readonly string[],
  next: string | null = null,
): Response {
  const body = html`<h1>Your recovery codes</h1>
<p>The second step is on. Keep these codes where you can reach them without your phone: each works once in
place of a code from the app. They are not shown again.</p>
<ul class="codes">${codes.map(
    (code) => html`<li><code>${code}</code></li>
`,
  )}</ul>
<p><a href="${next ?? "/account"}">I have saved them</a></p>`;
  return personPage(logIn, { title: "Your recovery codes", body });
}
