/** Every page of the authorization endpoint. */
import type { OAuthError } from "../../accounts/oauth/oauth-error.ts";
import { html } from "../../lib/html.ts";
import { failurePage } from "../frame/failure.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { consentMessages } from "../messages/consent.ts";
import { wentWrong } from "../messages/faults.ts";
import { consentPage } from "./consent-page.ts";
import { onwardPage } from "./onward-page.ts";

export const authorizationPages = {
  consent: consentPage,
  onward: onwardPage,
  fault: faultPage,
  undecided: undecidedPage,
};

function undecidedPage(reading: Reading): Response {
  const language = languageOf(reading);
  return failurePage(reading, { title: wentWrong[language] }, 400, consentMessages[language].undecided);
}

/** The fault is shown in English, for the app's maker. */
function faultPage(reading: Reading, { code, message }: OAuthError): Response {
  const { notValid, nothingAllowed } = consentMessages[languageOf(reading)];
  const next = html`<p>${nothingAllowed}</p>
<p class="quiet small"><code>${code}</code></p>`;
  return failurePage(reading, { title: notValid, next }, 400, message);
}
