import { html, type Markup } from "../../lib/html.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { logInMessages } from "../messages/log-in.ts";
import script from "./passkeys.js" with { type: "text" };

/** The script of pages that use passkeys. */
export const PASSKEY_SCRIPT: string = script;

export interface PasskeyForm {
  /** Whether the device makes a passkey or uses one. */
  does: "create" | "get";
  /** Takes the device's answer; `/options` below it says what to ask the device. */
  action: string;
  label: string;
  fields: Markup;
}

/** The script takes it over; without scripts its button does nothing. */
export function passkeyForm(
  language: InterfaceLanguage,
  { does, action, label, fields }: PasskeyForm,
): Markup {
  const { passkeyCancelled, passkeyUnsupported, passkeyScript, noAnswer } = logInMessages[language];
  return html`<p role="alert" class="attention" id="passkey-fault" data-cancelled="${passkeyCancelled}" data-unsupported="${passkeyUnsupported}" data-silent="${noAnswer}" hidden></p>
<form class="stack" method="post" action="${action}" data-passkey="${does}">
${fields}<button class="button primary" type="submit" disabled>${label}</button>
</form>
<noscript><p>${passkeyScript}</p></noscript>`;
}
