import { html, type Markup } from "../../lib/html.ts";

/** The Markdown of descriptions, which is paragraphs and `code`. */
export function prose(text: string): Markup {
  return html`${text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

function inline(text: string): Markup {
  return html`${text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}
