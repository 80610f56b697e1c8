/** Where a person is logged in, and how they end it. */
import {
  endBrowserSession,
  endBrowserSessions,
  listBrowserSessions,
} from "../../accounts/credentials/browser-sessions.ts";
import { listGrants, revokeGrantsOf } from "../../accounts/oauth/grants.ts";
import { html, type Markup } from "../../lib/html.ts";
import { inTransaction } from "../../store/db.ts";
import type { User } from "../../store/people/users.ts";
import { sessionCookie } from "../../web/cookies.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { buttonForm, checkbox, hiddenField } from "../frame/fields.ts";
import { timeMarkup } from "../frame/formats.ts";
import { type PersonPage, personPage } from "../frame/person-page.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { accountMessages } from "../messages/account.ts";
import { appNames } from "../messages/consent.ts";

const PATH = "/account/sessions";

export function sessionsPageRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showBrowserSessions", "Active sessions of the person in browsers", [200, 303]),
      (exchange, user) => personPage(exchange, sessionsPage(deps, exchange, user)),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/end`,
      pageOperation("endBrowserSession", "Log out in one browser", [303, 403], { body: formBody() }),
      (exchange, { id }) => {
        endBrowserSession(changesOf(deps, exchange), id, exchange.form.get("id") ?? "");
        return redirectAnswer(PATH);
      },
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/end-all`,
      pageOperation("endBrowserSessions", "Log out everywhere", [303, 403], { body: formBody() }),
      (exchange, { id }) => {
        const changes = changesOf(deps, exchange);
        inTransaction(deps.db, () => {
          endBrowserSessions(changes, id);
          if (exchange.form.has("end_apps")) revokeGrantsOf(changes, id);
        });
        return redirectAnswer("/login", [sessionCookie(deps.publicUrl).clear()]);
      },
    ),
  ];
}

function sessionsPage(deps: PersonDeps, exchange: PersonExchange, user: User): PersonPage {
  const language = languageOf(exchange);
  const messages = accountMessages[language];
  const { logIn } = exchange;
  const rows = listBrowserSessions(deps, user.id).map(({ id, device, address, createdAt, lastSeenAt }) => {
    const isThis = id === logIn.id;
    const hidden = hiddenField("id", id);
    const end = isThis
      ? ""
      : buttonForm(logIn, `${PATH}/end`, messages.endSession, { hidden, kind: "small" });
    return html`<li><h2 class="title">${device}${isThis ? ` ${messages.thisOne}` : ""}</h2><div class="side-note">${end}</div>
<p class="facts whole"><span>${messages.sessionFrom(address)}</span><span>${messages.loggedInAt} ${timeMarkup(language, createdAt)}</span><span>${messages.lastUsedAt} ${timeMarkup(language, lastSeenAt)}</span></p></li>
`;
  });
  const body = html`<ul class="ledger">
${rows}</ul>
<section>
<div class="section-head"><h2>${messages.allSessions}</h2></div>
<div class="stack">
<p>${messages.doNotRecognize}</p>
${buttonForm(logIn, `${PATH}/end-all`, messages.endAll, { kind: "destroy", hidden: appsThatStay(deps, user, language) })}
</div>
</section>`;
  return { title: messages.sessions, body };
}

/** Logging out ends no app's access: whoever let one in with a stolen session would keep it. */
function appsThatStay(deps: PersonDeps, { id }: User, language: InterfaceLanguage): Markup {
  const names = listGrants(deps, id).map(({ clientName }) => appNames[language](clientName));
  if (names.length === 0) return html``;
  const { appsStay, endApps } = accountMessages[language];
  return html`<div class="stack tight">
<p>${appsStay}</p>
<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>
${checkbox("end_apps", endApps)}</div>
`;
}
