/** Every page of the authorization endpoint. */
import type { OAuthError } from "../../accounts/oauth/oauth-error.ts";
import { html } from "../../lib/html.ts";
import { failurePage } from "../frame/failure.ts";
import { consentPage } from "./consent-page.ts";
import { onwardPage } from "./onward-page.ts";

export const authorizationPages = {
  consent: consentPage,
  onward: onwardPage,
  fault: faultPage,
  undecided: () => failurePage({ title: "Something went wrong" }, 400, "The form contains no decision."),
};

function faultPage({ code, message }: OAuthError): Response {
  const next = html`<p>Nothing was allowed, and you were not redirected. Remove this server from the app and add it again;
if that does not help, contact the maker of the app.</p>
<p class="facts">${code}</p>`;
  return failurePage({ title: "The app’s request is not valid", next }, 400, message);
}
