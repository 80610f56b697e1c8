/** The page on which people see which apps they let in, and take it back. */

import { z } from "zod";
import { listGrants, revokeGrant } from "../../accounts/oauth/grants.ts";
import { placeOf } from "../../accounts/oauth/redirect-uris.ts";
import type { OAuthDeps } from "../../accounts/oauth/server.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { ListedOAuthGrant } from "../../store/oauth-grants.ts";
import { whenWritable } from "../../store/write-lock.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { appName } from "../consent/app-name.ts";
import { csrfField, hiddenField } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";

const PATH = "/account/apps";
const TITLE = "Apps with access";

export function connectedAppRoutes(deps: OAuthDeps): PersonRoute[] {
  const common = { path: PATH, family: "product", access: "person" } as const;
  return [
    {
      ...common,
      method: "GET",
      operation: pageOperation("showConnectedApps", "Apps that may act for the person", [200, 303]),
      handle: (exchange) => show(deps, exchange),
    },
    {
      ...common,
      method: "POST",
      operation: pageOperation("takeBackAccess", "Take an app's access back", [303, 400, 403], {
        body: formBody(z.object({ csrf: z.string(), grant: z.string() })),
      }),
      handle: (exchange) => takeBack(deps, exchange),
    },
  ];
}

function show(deps: OAuthDeps, { logIn }: PersonExchange): Response {
  const grants = listGrants(deps, logIn.userId);
  const list =
    grants.length === 0
      ? html`<p>No app has access to your account.</p>`
      : html`${grants.map((grant) => grantMarkup(logIn, grant))}`;
  const body = html`<h1>${TITLE}</h1>
<p>These apps can act for you on this server. Access that you revoke ends at once; the app can ask you again.</p>
${list}`;
  return personPage(logIn, { title: TITLE, body });
}

async function takeBack(
  { db, clock }: OAuthDeps,
  { logIn, form, address }: PersonExchange,
): Promise<Response> {
  const actor = { id: logIn.userId, credential: logIn.id, address: address() };
  await whenWritable(db, () => revokeGrant({ db, clock, actor }, form.get("grant") ?? "", logIn.userId));
  return redirectAnswer(PATH);
}

function grantMarkup(logIn: { csrfToken: string }, grant: ListedOAuthGrant): Markup {
  const name = appName({ name: grant.clientName });
  const place = placeOf(grant.redirectUri);
  const used = grant.lastUsedAt === null ? "not used yet" : `last used ${day(grant.lastUsedAt)}`;
  return html`<section>
<h2>${name}</h2>
<p>Can ${grant.scopes.join(" and ")}. Allowed on ${day(grant.createdAt)} through
<strong>${place.kind === "app" ? `${place.scheme}:` : place.host}</strong>; ${used}.</p>
<form method="post">${csrfField(logIn)}${hiddenField("grant", grant.id)}<button type="submit" class="second" aria-label="Revoke access of ${name}">Revoke access</button></form>
</section>
`;
}

function day(epochMs: number): string {
  return toIsoTime(epochMs).slice(0, 10);
}
