/** Where somebody with an account agrees to an invitation, once they are logged in. */
import {
  joinAsPerson,
  type OpenInvitation,
  openInvitation,
  requireInvited,
} from "../../accounts/onboarding/invitations.ts";
import { roleNames } from "../../accounts/organizations/role-names.ts";
import type { TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { APP_PATH } from "../../web/own-path.ts";
import { changesOf } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { withFailurePage } from "../frame/failure.ts";
import { buttonForm } from "../frame/fields.ts";
import { gateAnswer, heading } from "../frame/gate.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { fieldMessages } from "../messages/fields.ts";
import { oneTimeMessages } from "../messages/one-time.ts";
import { LINK_PATH, linkFailure, type OneTimeDeps, openLink, tokenOf } from "./one-time-page.ts";

export function joinPath(token: string): string {
  return `/invitation/${token}/join`;
}

export function joinRoutes(deps: OneTimeDeps): PersonRoute[] {
  const path = joinPath(":token");
  const shown = pageOperation("showJoin", "Join an organization: what it means", [200, 303, 403, 404, 429], {
    path: LINK_PATH,
  });
  const joined = pageOperation(
    "submitJoin",
    "Join the organization as the person who is logged in",
    [200, 303, 400, 403, 404, 429],
    { path: LINK_PATH, body: formBody() },
  );
  return [
    personRoute(deps, "GET", path, shown, (exchange, user) =>
      withInvitation(deps, exchange, (invitation) => {
        requireInvited(invitation, user);
        return question(exchange, invitation);
      }),
    ),
    personRoute(deps, "POST", path, joined, (exchange, user) =>
      withInvitation(deps, exchange, ({ organization }) => {
        joinAsPerson(changesOf(deps, exchange), tokenOf(exchange), user);
        const language = languageOf(exchange);
        return html`${heading(oneTimeMessages[language].joinedIt(organization.name))}
<p><a class="button primary" href="${APP_PATH}">${fieldMessages[language].goOn}</a></p>`;
      }),
    ),
  ];
}

function withInvitation(
  deps: OneTimeDeps,
  exchange: PersonExchange,
  answer: (invitation: OpenInvitation) => Markup,
): Promise<Response> {
  const title = oneTimeMessages[languageOf(exchange)].joinTitle;
  return withFailurePage(exchange, linkFailure(exchange, title), async () => {
    const invitation = await openLink(deps, exchange, (token) => openInvitation(deps, token));
    return withFailurePage(exchange, notForYou(exchange, title), async () => {
      const body = await whenWritable(deps.db, () => answer(invitation));
      return gateAnswer(exchange, { title, body, form: true });
    });
  });
}

function notForYou(exchange: PersonExchange, title: string) {
  const language = languageOf(exchange);
  const again = `/login?again=1&next=${encodeURIComponent(joinPath(tokenOf(exchange)))}`;
  const next = html`<p class="row"><a class="button primary" href="${again}">${oneTimeMessages[language].otherAccount}</a>
<a class="button" href="/app/">${fieldMessages[language].yourAccount}</a></p>`;
  const statusOf = ({ extras, status }: TiroError) => (extras.param === "account" ? 403 : status);
  return { title, next, statusOf };
}

function question(exchange: PersonExchange, { organization, email, role }: OpenInvitation): Markup {
  const { name, historyScope, ownUsageReported, contentReview } = organization;
  const language = languageOf(exchange);
  const { joinAsk, join, invited, means, reported, reviewed, notNow } = oneTimeMessages[language];
  const path = joinPath(tokenOf(exchange));
  return html`${heading(joinAsk(name), invited(roleNames[language][role], email))}
<p>${means(name, historyScope === "all")}${ownUsageReported ? ` ${reported}` : ""}${contentReview === "owners" ? ` ${reviewed}` : ""}</p>
<div class="row">${buttonForm(exchange.logIn, path, join(name), { kind: "primary" })}
<a class="button" href="/app/">${notNow}</a></div>`;
}
