/** The language of the interface and what follows from it: messages, numbers, dates. */
import { signal } from "@preact/signals";
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import { session } from "../client/session.ts";

export const language = signal<InterfaceLanguage>(session.language);

/** Of the page, which screen readers and hyphenation go by. */
language.subscribe((chosen) => {
  document.documentElement.lang = chosen;
});

/**
 * The messages of a page: `const messages = inLanguages({ en, de, fr, es })`, then `messages().title` wherever the page is
 * drawn. What the English ones have, and nothing else, the others must have too.
 */
export function inLanguages<Messages>(
  catalogues: { en: Messages } & Record<Exclude<InterfaceLanguage, "en">, NoInfer<Messages>>,
): () => Messages {
  return () => catalogues[language.value];
}
