import type { Scope } from "../../accounts/credentials/scopes.ts";
import { type AuthorizationRequest, isRefusable } from "../../accounts/oauth/authorization-request.ts";
import { placeOf } from "../../accounts/oauth/redirect-uris.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { User } from "../../store/people/users.ts";
import type { PersonExchange } from "../../web/route.ts";
import { icon } from "../frame/drawings.ts";
import { ownFields } from "../frame/fields.ts";
import { gateAnswer, heading } from "../frame/gate.ts";
import { languageOf } from "../frame/reader.ts";
import { appNames, consentMessages } from "../messages/consent.ts";

type Messages = (typeof consentMessages)["en"];

/**
 * Names what is known and what the app only says of itself. The app's name is data from outside: it stands in quotes
 * and never alone in a heading.
 */
export function consentPage(
  exchange: PersonExchange,
  user: Pick<User, "email">,
  request: AuthorizationRequest,
): Response {
  const language = languageOf(exchange);
  const messages = consentMessages[language];
  const apps = html`<a href="/app/apps">${messages.apps}</a>`;
  const body = html`${heading(messages.title, messages.asks(appNames[language](request.client.name), user.email))}
${placeMarkup(messages, request.redirectUri)}
<form class="stack" method="post">
${ownFields(exchange.logIn)}<fieldset class="stack tight">
<legend class="label">${messages.asksTo}</legend>
<div class="choices plain-checked">
${request.scopes.map((scope) => scopeMarkup(messages, request, scope))}</div></fieldset>
<p class="quiet small">${messages.through(request.resources, apps)}</p>
<p class="row"><button class="button primary large" type="submit" name="decision" value="allow">${messages.allow}</button>
<button class="button large" type="submit" name="decision" value="deny">${messages.deny}</button></p>
</form>`;
  return gateAnswer(exchange, { title: messages.title, body, form: true });
}

function scopeMarkup(messages: Messages, request: AuthorizationRequest, scope: Scope): Markup {
  const [title, text] =
    scope === "read" ? [messages.read, messages.readWhat] : [messages.write, messages.writeWhat];
  const id = `scope_${scope}`;
  if (!isRefusable(request, scope))
    return html`<p class="check">${icon("check")}<strong>${title}</strong><span class="hint">${text}</span></p>
`;
  return html`<label class="check" for="${id}"><input type="checkbox" id="${id}" name="${id}" value="on" checked><strong>${title}</strong><span class="hint">${text}</span></label>
`;
}

/** Where the answer goes is the one thing that is known for sure, and what gives a false app away. */
function placeMarkup(messages: Messages, redirectUri: string): Markup {
  const place = placeOf(redirectUri);
  const [kind, text] =
    place.kind === "website"
      ? ["", messages.website(place.host)]
      : ["wait", place.kind === "loopback" ? messages.program(place.host) : messages.opener(place.scheme)];
  return html`<div class="banner ${kind}" role="note">${icon("alert")}<p>${text}</p></div>
`;
}
