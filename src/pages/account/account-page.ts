/** The page of a person's own account. */

import { isLinked } from "../../accounts/log-in/company.ts";
import { listPasskeys } from "../../accounts/log-in/passkeys.ts";
import { recoveryCodesLeft } from "../../accounts/log-in/totp.ts";
import { organizationsOf } from "../../accounts/permissions.ts";
import { setUserPrivacyMode } from "../../accounts/users.ts";
import type { Config } from "../../config/schema.ts";
import { html, type Markup } from "../../lib/html.ts";
import { hasTotp } from "../../store/totp.ts";
import type { User } from "../../store/users.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonRoute } from "../../web/route.ts";
import { buttonForm, hiddenField } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { personRoute } from "./person.ts";

const TITLE = "Your account";

type Deps = PersonDeps & { config: Pick<Config, "company_log_in"> };

export function accountPageRoutes(deps: Deps): PersonRoute[] {
  return [
    personRoute(
      deps,
      "GET",
      "/account",
      pageOperation("showAccount", "A person's own account", [200, 303]),
      ({ logIn }, user) => {
        const body = html`<h1>${TITLE}</h1>
<p>${user.name ?? ""} <strong>${user.email}</strong></p>
${signingIn(deps, user)}
${privacy(logIn, user)}
${organizations(deps, user)}<section>
<h2>Apps and usage</h2>
<ul>
<li><a href="/account/apps">Apps with access</a></li>
<li><a href="/docs/connect">Connect an assistant</a></li>
<li><a href="/billing">Usage and invoices</a></li>
</ul>
</section>`;
        return personPage(logIn, { title: TITLE, body });
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

function signingIn({ db, config }: Deps, { id }: User): Markup {
  const { issuer, label } = config.company_log_in;
  const left = recoveryCodesLeft(db, id);
  const secondStep = hasTotp(db, id) ? `on, ${left} recovery codes left` : "off";
  return html`<section>
<h2>Log-in</h2>
<ul>
<li><a href="/account/password">Change your password</a></li>
<li><a href="/account/second-step">Second step</a>: ${secondStep}</li>
<li><a href="/account/passkeys">Passkeys</a>: ${listPasskeys(db, id).length}</li>
${issuer === undefined ? "" : html`<li><a href="/account/company">Log in with ${label}</a>: ${isLinked(db, id) ? "on" : "off"}</li>`}
<li><a href="/account/sessions">Active sessions</a></li>
</ul>
</section>`;
}

/** What people agreed to when they joined, or what was decided since. */
function organizations({ db }: Deps, { id }: User): Markup {
  const all = organizationsOf(db, id);
  if (all.length === 0) return html``;
  return html`<section>
<h2>Organizations</h2>
<ul>
${all.map(({ organization: { name, ownUsageReported }, role }) => {
  const reported = ownUsageReported ? ". Its reports tell how much you use with keys of your own, too" : "";
  return html`<li>${name}: ${role}${reported}</li>
`;
})}</ul>
</section>
`;
}

function privacy(logIn: { csrfToken: string }, { privacyMode }: User): Markup {
  const [state, label, to] = privacyMode
    ? (["on: your dictations are not saved", "Turn privacy mode off", "off"] as const)
    : (["off: your dictations are saved in your history", "Turn privacy mode on", "on"] as const);
  return html`<section>
<h2>Privacy mode</h2>
<p>Privacy mode is ${state}. What was saved before stays until you delete it.</p>
${buttonForm(logIn, "/account/privacy", label, hiddenField("privacy_mode", to))}
</section>`;
}
