/** Pages to read, for everybody: a bar on top that leads to the others. */
import { html, type Markup } from "../../lib/html.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { frameMessages } from "../messages/frame.ts";
import { wordMark } from "./drawings.ts";
import { documentAnswer, type PageDocument } from "./page.ts";
import { footerOf, languageOf, type Reading } from "./reader.ts";

export interface DocPage extends Omit<PageDocument, "body" | "language"> {
  /** With its own `main` whose id is `main`, if it has more than that. */
  body: Markup;
  /** The search field of the bar. */
  search?: Markup;
  /** The path in the bar that it belongs to. */
  place?: string;
}

/** One column of text, in the reader's language. */
export function docAnswer(reading: Reading, { body, ...page }: DocPage): Response {
  const main = html`<main class="page text" id="main">
${body}
</main>
<div class="doc-foot">${footerOf(reading)}</div>`;
  return documentWithBar(reading, languageOf(reading), { ...page, body: main });
}

/** @param language of the text. */
export function documentWithBar(
  reading: Reading,
  language: InterfaceLanguage,
  { body, search = html``, place, ...page }: DocPage,
): Response {
  const { skip, mainPages, manual, api, connect, errors, app } = frameMessages[language];
  const places = [
    ["/docs", manual],
    ["/docs/api", api],
    ["/docs/connect", connect],
    ["/docs/errors", errors],
    ["/app/", app],
  ] as const;
  const links = places.map(
    ([path, name]) => html`<a href="${path}"${path === place ? html` aria-current="true"` : ""}>${name}</a>
`,
  );
  return documentAnswer(reading, {
    ...page,
    language,
    body: html`<a class="button primary skip" href="#main">${skip}</a>
<header class="top-bar doc-bar">
<a class="word-mark" href="/app/">${wordMark(reading.brand)}</a>
<nav class="tabs" aria-label="${mainPages}">
${links}</nav>
${search}
</header>
${body}`,
  });
}
