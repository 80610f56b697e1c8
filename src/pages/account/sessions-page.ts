/** Where a person is logged in, and how they end it. */
import {
  endBrowserSession,
  endBrowserSessions,
  listBrowserSessions,
} from "../../accounts/browser-sessions.ts";
import { html } from "../../lib/html.ts";
import type { User } from "../../store/users.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { sessionCookie } from "../../web/session-cookie.ts";
import { buttonForm, hiddenField } from "../frame/fields.ts";
import { timeMarkup } from "../frame/formats.ts";
import { type PersonPage, personPage } from "../frame/person-page.ts";
import { languageOf } from "../frame/reader.ts";
import { accountMessages } from "../messages/account.ts";
import { personRoute } from "./person.ts";

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
        endBrowserSessions(changesOf(deps, exchange), id);
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
${buttonForm(logIn, `${PATH}/end-all`, messages.endAll, { kind: "destroy" })}
</div>
</section>`;
  return { title: messages.sessions, body };
}
