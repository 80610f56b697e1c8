import { type AuthorizationRequest, isRefusable } from "../../accounts/oauth/authorization-request.ts";
import { placeOf } from "../../accounts/oauth/redirect-uris.ts";
import type { ResourceName } from "../../accounts/oauth/resources.ts";
import type { Scope } from "../../accounts/scopes.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { User } from "../../store/users.ts";
import { csrfField } from "../frame/fields.ts";
import { pageAnswer } from "../frame/page.ts";
import { appName } from "./app-name.ts";

const SCOPE_TEXTS = {
  read: ["Read", "your dictations, dictionary, settings and transcription results"],
  write: ["Change", "dictate and transcribe for you, change your dictionary and settings, send feedback"],
} as const satisfies Record<Scope, readonly [string, string]>;

const RESOURCE_TEXTS = {
  api: "through this server’s API",
  mcp: "through assistants (MCP)",
} as const satisfies Record<ResourceName, string>;

/**
 * Names what is known and what the app only says of itself. The app's name is data from outside: it stands in quotes
 * and never alone in a heading.
 */
export function consentPage(
  logIn: { csrfToken: string },
  user: Pick<User, "email">,
  request: AuthorizationRequest,
): Response {
  const body = html`<h1>Allow this app to access your account?</h1>
<p>An app that calls itself <strong>${appName(request.client)}</strong> asks to act for you, <strong>${user.email}</strong>,
on this server. The name is not verified.</p>
${placeMarkup(request.redirectUri)}
<form method="post">
${csrfField(logIn)}<fieldset>
<legend>It asks to</legend>
${request.scopes.map((scope) => scopeMarkup(request, scope))}</fieldset>
<p>It can do so ${request.resources.map((name) => RESOURCE_TEXTS[name]).join(" and ")}, until you revoke its access under
<a href="/account/apps">apps with access</a>.</p>
<p class="choice"><button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="second">Deny</button></p>
</form>`;
  return pageAnswer("Allow this app to access your account? · tiro", body, { form: true });
}

function scopeMarkup(request: AuthorizationRequest, scope: Scope): Markup {
  const [title, text] = SCOPE_TEXTS[scope];
  const id = `scope_${scope}`;
  if (!isRefusable(request, scope))
    return html`<p><strong>${title}</strong>: ${text}</p>
`;
  return html`<p><input type="checkbox" id="${id}" name="${id}" value="on" checked>
<label for="${id}">${title}</label>: ${text}</p>
`;
}

/** Where the answer goes is the one thing that is known for sure, and what gives a false app away. */
function placeMarkup(redirectUri: string): Markup {
  const place = placeOf(redirectUri);
  if (place.kind === "website")
    return html`<p>Your answer goes to the website <strong>${place.host}</strong>. Allow it only if you came from there.</p>
`;
  const where =
    place.kind === "loopback"
      ? html`a program on this computer (<strong>${place.host}</strong>)`
      : html`the app that opens <strong>${place.scheme}:</strong> links on this computer`;
  return html`<p class="warning" role="note">Your answer goes to ${where}. Any program there can ask for this: allow it only if
you just started connecting this app yourself.</p>
`;
}
