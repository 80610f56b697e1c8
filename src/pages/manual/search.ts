/** Finds sections of the manual by words. The manual is small: reading all of it takes a millisecond or two. */
import { limits } from "../../config/limits.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { ManualPage } from "./pages.ts";
import type { Heading, Section } from "./render.ts";

export interface Hit {
  page: ManualPage;
  heading: Heading;
  snippet: Markup;
}

/** Sections that hold every word of the query, those first whose heading does. */
export function searchManual(pages: readonly ManualPage[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) =>
    page.sections
      .map((section) => ({ page, section, score: scoreOf(section, page.title, words) }))
      .filter(({ score }) => score > 0),
  );
  return found
    .sort((one, other) => other.score - one.score)
    .slice(0, limits.manualHits)
    .map(({ page, section }) => ({
      page,
      heading: section.heading,
      snippet: snippetOf(section.text, words),
    }));
}

function wordsOf(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/);
  return [...new Set(words.filter((word) => word !== ""))];
}

/** 0 if a word is missing; a word in the heading weighs more than one in the page's title, that more than one in the text. */
function scoreOf({ heading, text }: Section, title: string, words: readonly string[]): number {
  const places = [
    [heading.text.toLowerCase(), 4],
    [title.toLowerCase(), 2],
    [text.toLowerCase(), 1],
  ] as const;
  let sum = 0;
  for (const word of words) {
    const score = places.reduce((all, [place, weight]) => all + (place.includes(word) ? weight : 0), 0);
    // Hundreds of words are looked for in hundreds of sections.
    if (score === 0) return 0;
    sum += score;
  }
  const inSection = words.some((word) => places[0][0].includes(word) || places[2][0].includes(word));
  return inSection ? sum / words.length : 0;
}

/** An excerpt around the first word that was found, with all of them marked. */
function snippetOf(text: string, words: readonly string[]): Markup {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start =
    first < limits.manualSnippetChars / 3 ? 0 : wordStart(text, first - limits.manualSnippetChars / 3);
  const end = Math.min(text.length, start + limits.manualSnippetChars);
  const shown = text.slice(start, end < text.length ? text.lastIndexOf(" ", end) : end);
  return html`${start > 0 ? "… " : ""}${marked(shown, words)}${end < text.length ? " …" : ""}`;
}

function wordStart(text: string, near: number): number {
  return text.indexOf(" ", near) + 1;
}

function marked(text: string, words: readonly string[]): Markup[] {
  const pattern = words.map((word) => RegExp.escape(word)).join("|");
  return text
    .split(new RegExp(`(${pattern})`, "i"))
    .map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`));
}
