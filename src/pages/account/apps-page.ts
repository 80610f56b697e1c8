/** The page on which people see which apps they let in, and take it back. */

import { z } from "zod";
import type { OAuthDeps } from "../../accounts/oauth/deps.ts";
import { listGrants, revokeGrant } from "../../accounts/oauth/grants.ts";
import { placeOf } from "../../accounts/oauth/redirect-uris.ts";
import { html, type Markup } from "../../lib/html.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { ListedOAuthGrant } from "../../store/oauth/grants.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { buttonForm, hiddenField } from "../frame/fields.ts";
import { dayMarkup } from "../frame/formats.ts";
import { personPage } from "../frame/person-page.ts";
import { languageOf } from "../frame/reader.ts";
import { accountMessages } from "../messages/account.ts";
import { appNames } from "../messages/consent.ts";

const PATH = "/account/apps";

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

function show(deps: OAuthDeps, exchange: PersonExchange): Response {
  const { apps, appsLead, noApps } = accountMessages[languageOf(exchange)];
  const grants = listGrants(deps, exchange.logIn.userId);
  const body =
    grants.length === 0
      ? html`<p>${noApps}</p>`
      : html`<ul class="ledger">
${grants.map((grant) => grantMarkup(exchange, grant))}</ul>`;
  return personPage(exchange, { title: apps, lead: appsLead, body });
}

async function takeBack(
  { db, clock }: OAuthDeps,
  { logIn, form, address }: PersonExchange,
): Promise<Response> {
  const actor = { id: logIn.userId, credential: logIn.id, address: address() };
  await whenWritable(db, () => revokeGrant({ db, clock, actor }, form.get("grant") ?? "", logIn.userId));
  return redirectAnswer(PATH);
}

function grantMarkup(exchange: PersonExchange, grant: ListedOAuthGrant): Markup {
  const language = languageOf(exchange);
  const messages = accountMessages[language];
  const name = appNames[language](grant.clientName);
  const place = placeOf(grant.redirectUri);
  const through = messages.through(place.kind === "app" ? `${place.scheme}:` : place.host);
  const { lastUsedAt, createdAt } = grant;
  const used =
    lastUsedAt === null
      ? html`${messages.notUsed}`
      : html`${messages.lastUsedAt} ${dayMarkup(language, lastUsedAt)}`;
  const revoke = buttonForm(exchange.logIn, PATH, messages.revoke, {
    hidden: hiddenField("grant", grant.id),
    label: messages.revokeOf(name),
    kind: "destroy small",
  });
  return html`<li><h2 class="title">${name}</h2><div class="side-note">${revoke}</div>
<p class="facts whole"><span>${allowance(messages, grant.scopes)}</span><span>${messages.allowedOn} ${dayMarkup(language, createdAt)} ${through}</span><span>${used}</span></p></li>
`;
}

function allowance(messages: (typeof accountMessages)["en"], scopes: readonly string[]): string {
  if (!scopes.includes("write")) return messages.canRead;
  return scopes.includes("read") ? messages.canWrite : messages.canOnlyWrite;
}
