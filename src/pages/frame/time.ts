import { toIsoTime } from "../../lib/clock.ts";
import { html, type Markup } from "../../lib/html.ts";

/** To the minute, in UTC: a page without scripts does not know its reader's time zone. */
export function timeMarkup(epochMs: number): Markup {
  const iso = toIsoTime(epochMs);
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
