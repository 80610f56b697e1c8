/** Pages with one thing to do, and nowhere else to go: log-in, set-up, consent, faults. A narrow card, centred. */
import { html, type Markup } from "../../lib/html.ts";
import { frameMessages } from "../messages/frame.ts";
import { mark, wordMark } from "./drawings.ts";
import { documentAnswer, type PageOptions } from "./page.ts";
import { hostAndOrganizations, languageOf, type Reading } from "./reader.ts";

export interface GatePage extends PageOptions {
  title: string;
  body: Markup;
  /** With the mark at its side, if the screen is wide: for the ways in. */
  art?: boolean;
  /** As wide as text is read, if it has more than fields. */
  broad?: boolean;
  /** Elsewhere, at the top. */
  ways?: Markup;
}

export function gateAnswer(
  reading: Reading,
  { title, body, art = false, broad = false, ways = html``, ...options }: GatePage,
): Response {
  const language = languageOf(reading);
  const { aboutName, nameStory, stays, manual } = frameMessages[language];
  const aside = html`<aside class="gate-art" aria-label="${aboutName}">${mark}<p>${nameStory}</p></aside>
`;
  return documentAnswer(reading, {
    inWindows: true,
    ...options,
    language,
    title: `${title} · ${reading.brand.name}`,
    body: html`<div class="gate${art ? " with-art" : ""}${broad ? " broad" : ""}">
<header class="row loose"><span class="word-mark">${wordMark(reading.brand)}</span><span class="quiet small">${hostAndOrganizations(reading)}</span><span class="push row">${ways}</span></header>
<main id="main">
${body}
</main>
<footer><span>${stays}</span> <a href="/docs">${manual}</a></footer>
${art ? aside : ""}</div>`,
  });
}

/** The heading of a page, with what is to be known before anything else. */
export function heading(title: string | Markup, ...lines: (string | Markup)[]): Markup {
  return html`<div class="stack tight"><h1>${title}</h1>
${lines.map((line) => html`<p class="second">${line}</p>\n`)}</div>
`;
}
