/** The language of the interface and what follows from it: messages, numbers, dates. */
import { signal } from "@preact/signals";
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import { session } from "../client/session.ts";
import { commonWords } from "./common-words.ts";
import { counted } from "./counted.ts";

export { counted };

export const language = signal<InterfaceLanguage>(session.language);

/** Of the page, which screen readers and hyphenation go by. */
language.subscribe((chosen) => {
  document.documentElement.lang = chosen;
});

type Common = (typeof commonWords)["en"];
type Words<Messages> = Messages & Omit<Common, keyof Messages>;

interface Catalogue<Messages> {
  /** The messages in the language of the interface, and the common words that they do not have themselves. */
  (): Words<Messages>;
  /** The messages alone, to look one up by a code or to add them to others: `{ ...usage(), ...organizations.own() }`. */
  own(): Messages;
}

/**
 * The messages of a page: `const messages = inLanguages({ en, de, fr, es })`, then `messages().title` wherever the page is
 * drawn. The others must have exactly the members of the English ones.
 */
export function inLanguages<Messages extends object>(
  catalogues: { en: Messages } & Record<Exclude<InterfaceLanguage, "en">, NoInfer<Messages>>,
): Catalogue<Messages> {
  const words = new Map<InterfaceLanguage, Words<Messages>>();
  const inChosen = () => {
    const chosen = language.value;
    const made = words.get(chosen) ?? { ...commonWords[chosen], ...catalogues[chosen] };
    words.set(chosen, made);
    return made;
  };
  return Object.assign(inChosen, { own: () => catalogues[language.value] });
}

/** One text, such as the title of a page. */
export function textInLanguages(texts: Record<InterfaceLanguage, string>): () => string {
  return () => texts[language.value];
}
