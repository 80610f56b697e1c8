import { html, type Markup } from "../../lib/html.ts";
import script from "./passkeys.js" with { type: "text" };

/** The script of pages that use passkeys. */
export const PASSKEY_SCRIPT: string = script;

export interface PasskeyForm {
  /** Whether the device makes a passkey or uses one. */
  does: "create" | "get";
  /** Takes the device's answer; `/options` below it tells what to ask the device. */
  action: string;
  label: string;
  fields: Markup;
}

/** The script takes it over; without scripts its button does nothing. */
export function passkeyForm({ does, action, label, fields }: PasskeyForm): Markup {
  return html`<p role="alert" class="fault" id="passkey-fault" hidden></p>
<form method="post" action="${action}" data-passkey="${does}">
${fields}<button type="submit" disabled>${label}</button>
</form>
<noscript><p>Passkeys need JavaScript: without it, a page cannot reach your device.</p></noscript>`;
}
