/** Where a person is logged in, and how they end it. */
import {
  endBrowserSession,
  endBrowserSessions,
  listBrowserSessions,
} from "../../accounts/browser-sessions.ts";
import { html } from "../../lib/html.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonRoute } from "../../web/route.ts";
import { sessionCookie } from "../../web/session-cookie.ts";
import { buttonForm, hiddenField } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { timeMarkup } from "../frame/time.ts";
import { personRoute } from "./person.ts";

const PATH = "/account/sessions";
const TITLE = "Active sessions";

export function sessionsPageRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showBrowserSessions", "Active sessions of the person in browsers", [200, 303]),
      ({ logIn }, user) => {
        const rows = listBrowserSessions(deps, user.id).map(
          ({ id, device, address, createdAt, lastSeenAt }) => html`<section>
<h2>${device}${id === logIn.id ? " (this one)" : ""}</h2>
<p class="facts">From ${address}. Logged in ${timeMarkup(createdAt)}, last used ${timeMarkup(lastSeenAt)}.</p>
${id === logIn.id ? "" : buttonForm(logIn, `${PATH}/end`, "Log out", hiddenField("id", id))}
</section>`,
        );
        const body = html`<h1>${TITLE}</h1>
${rows}
<section>
<h2>All sessions</h2>
<p>If you do not recognize a session, log out everywhere and change your password.</p>
${buttonForm(logIn, `${PATH}/end-all`, "Log out everywhere")}
</section>`;
        return personPage(logIn, { title: TITLE, body });
      },
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
