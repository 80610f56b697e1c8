import type { AuthorizationTarget } from "../../accounts/oauth/authorization-request.ts";
import { placeOf } from "../../accounts/oauth/redirect-uris.ts";
import { html } from "../../lib/html.ts";
import { gateAnswer, heading } from "../frame/gate.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { appNames, consentMessages } from "../messages/consent.ts";

/**
 * Leads the browser back to the app, with the answer in the address. Not by a redirect: browsers hold the whole chain of
 * redirects that follows a form against the form's policy (`form-action 'self'`, CSP 3 §6.4.2), wherever an app's
 * own address leads on to. The header `Refresh` begins a new navigation, and the link is there for computers
 * that open an app only when a person asks for it.
 *
 * It continues by itself after a yes, or to the person's own computer. Anybody may register an address: were a refusal or
 * a fault enough, a link to this server would lead wherever its maker likes (RFC 9700 §4.11.2). The person decides.
 * @param uri of the client that was checked.
 */
export function onwardPage(
  reading: Reading,
  { client, redirectUri }: AuthorizationTarget,
  uri: string,
  outcome: "allowed" | "refused",
): Response {
  const place = placeOf(redirectUri);
  const language = languageOf(reading);
  const messages = consentMessages[language];
  const text = place.kind === "app" ? messages.openApp(place.scheme) : messages.goOn(place.host);
  const link = html`<a id="onward" href="${uri}" rel="noreferrer">${text}</a>`;
  const title = outcome === "allowed" ? messages.allowed : messages.denied;
  const isAutomatic = outcome === "allowed" || place.kind === "loopback";
  const name = appNames[language](client.name);
  const way = isAutomatic ? messages.returning(name, link) : messages.goBack(name, link);
  const body = html`${heading(title)}<p>${way}</p>
<p class="second">${messages.close} <a href="/app/apps">${messages.appsTitle}</a></p>`;
  const answer = gateAnswer(reading, { title, body, form: true });
  if (isAutomatic) answer.headers.set("Refresh", `0;url=${uri}`);
  answer.headers.set("Referrer-Policy", "no-referrer");
  return answer;
}
