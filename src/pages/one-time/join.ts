/** Where somebody with an account agrees to an invitation, once they are logged in. */

import {
  joinAsPerson,
  type OpenInvitation,
  openInvitation,
  requireInvited,
} from "../../accounts/invitations.ts";
import type { TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import { whenWritable } from "../../store/write-lock.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { changesOf } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { personRoute } from "../account/person.ts";
import { withFailurePage } from "../frame/failure.ts";
import { buttonForm } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { LINK_PATH, linkFailure, type OneTimeDeps, openLink, tokenOf } from "./one-time-page.ts";

const TITLE = "Join an organization";

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
        return html`<h1>You have joined ${organization.name}</h1>
<p><a href="/account">Your account</a></p>`;
      }),
    ),
  ];
}

function withInvitation(
  deps: OneTimeDeps,
  exchange: PersonExchange,
  answer: (invitation: OpenInvitation) => Markup,
): Promise<Response> {
  return withFailurePage(exchange, linkFailure(TITLE), async () => {
    const invitation = await openLink(deps, exchange, (token) => openInvitation(deps, token));
    return withFailurePage(exchange, notForYou(exchange), async () => {
      const body = await whenWritable(deps.db, () => answer(invitation));
      return personPage(exchange.logIn, { title: TITLE, body });
    });
  });
}

function notForYou(exchange: PersonExchange) {
  const again = `/login?again=1&next=${encodeURIComponent(joinPath(tokenOf(exchange)))}`;
  const next = html`<p><a href="${again}">Log in with another account</a> or go to <a href="/account">your account</a>.</p>`;
  const statusOf = ({ extras, status }: TiroError) => (extras.param === "account" ? 403 : status);
  return { title: TITLE, next, statusOf };
}

function question(exchange: PersonExchange, { organization, email, role }: OpenInvitation): Markup {
  const { name, historyScope, ownUsageReported } = organization;
  const seen = historyScope === "all" ? "your whole history" : "what was dictated with these keys";
  const reported = ownUsageReported
    ? " Its owners also see how much you use with keys of your own, though not what you dictate."
    : "";
  return html`<h1>Join ${name}?</h1>
<p>You were invited as ${role} with the address <strong>${email}</strong>.</p>
<p>If you join, the keys of ${name} can dictate as you, read and change your dictionary and settings, and see ${seen}. Its policies, such as how long history is kept, then hold for all that you dictate.${reported}</p>
${buttonForm(exchange.logIn, joinPath(tokenOf(exchange)), `Join ${name}`)}
<p><a href="/account">Not now</a></p>`;
}
