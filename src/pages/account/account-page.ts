/** The page of a person's own account. */

import { isLinked } from "../../accounts/log-in/company.ts";
import { listPasskeys } from "../../accounts/log-in/passkeys.ts";
import { recoveryCodesLeft } from "../../accounts/log-in/totp.ts";
import { setUserPrivacyMode } from "../../accounts/people/users.ts";
import { organizationsOf } from "../../accounts/policies/permissions.ts";
import { html, type Markup } from "../../lib/html.ts";
import { hasTotp } from "../../store/log-in/totp.ts";
import type { User } from "../../store/people/users.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { buttonForm, hiddenField } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { accountMessages } from "../messages/account.ts";
import { logInMessages } from "../messages/log-in.ts";
import { roleNames } from "../messages/one-time.ts";
import { secondStepMessages } from "../messages/second-step.ts";

export function accountPageRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    personRoute(
      deps,
      "GET",
      "/account",
      pageOperation("showAccount", "A person's own account", [200, 303]),
      (exchange, user) => {
        const language = languageOf(exchange);
        const body = html`${signingIn(deps, user, language)}
${privacy(exchange, user, language)}
${organizations(deps, user, language)}`;
        const lead = html`${user.name ?? ""} <strong>${user.email}</strong>`;
        return personPage(exchange, { title: accountMessages[language].yourAccount, lead, body });
      },
    ),
    personRoute(
      deps,
      "POST",
      "/account/privacy",
      pageOperation("setPrivacyMode", "Turn privacy mode on or off", [303, 403], { body: formBody() }),
      (exchange, { id }) => {
        setUserPrivacyMode(changesOf(deps, exchange), id, exchange.form.get("privacy_mode") === "on");
        return redirectAnswer("/account");
      },
    ),
  ];
}

function signingIn(
  { db, config }: PersonDeps,
  { id, administrator }: User,
  language: InterfaceLanguage,
): Markup {
  const { issuer, label, required } = config.company_log_in;
  const { logIn, changePassword, passkeys, sessions, codesLeft } = accountMessages[language];
  const hasSecondStep = hasTotp(db, id);
  const byCompany = logInMessages[language].byCompany(label);
  const own = html`${row("/account/password", changePassword)}
${row("/account/second-step", secondStepMessages[language].title, {
  state: onOrOff(hasSecondStep, language),
  facts: hasSecondStep ? codesLeft(recoveryCodesLeft(db, id)) : "",
})}
${row("/account/passkeys", passkeys, { state: html`${listPasskeys(db, id).length}` })}`;
  return html`<section>
<div class="section-head"><h2>${logIn}</h2></div>
<ul class="ledger">
${required && !administrator ? "" : own}
${issuer === undefined ? "" : row("/account/company", byCompany, { state: onOrOff(isLinked(db, id), language) })}
${row("/account/sessions", sessions)}
</ul>
</section>`;
}

function row(path: string, title: string, { state = html``, facts = "" } = {}): Markup {
  return html`<li><a class="title" href="${path}">${title}</a><span class="side-note">${state}</span>${facts === "" ? "" : html`<span class="facts">${facts}</span>`}</li>`;
}

function onOrOff(isOn: boolean, language: InterfaceLanguage): Markup {
  const { on, off } = accountMessages[language];
  return isOn ? html`<span class="state good">${on}</span>` : html`<span class="state">${off}</span>`;
}

/** What people agreed to when they joined, or what was decided since. */
function organizations({ db }: PersonDeps, { id }: User, language: InterfaceLanguage): Markup {
  const all = organizationsOf(db, id);
  if (all.length === 0) return html``;
  const messages = accountMessages[language];
  return html`<section>
<div class="section-head"><h2>${messages.organizations}</h2></div>
<ul class="ledger">
${all.map(({ organization: { name, ownUsageReported }, role }) => {
  const reported = ownUsageReported ? html`<span class="facts">${messages.usageReported}</span>` : "";
  return html`<li><span class="title">${name}</span><span class="side-note">${roleNames[language][role]}</span>${reported}</li>
`;
})}</ul>
</section>
`;
}

function privacy(exchange: PersonExchange, { privacyMode }: User, language: InterfaceLanguage): Markup {
  const messages = accountMessages[language];
  const [state, label, to] = privacyMode
    ? ([messages.privacyOn, messages.turnPrivacyOff, "off"] as const)
    : ([messages.privacyOff, messages.turnPrivacyOn, "on"] as const);
  return html`<section>
<div class="section-head"><h2>${messages.privacy}</h2></div>
<div class="stack">
<p>${state} ${messages.privacyBefore}</p>
${buttonForm(exchange.logIn, "/account/privacy", label, { hidden: hiddenField("privacy_mode", to) })}
</div>
</section>`;
}
