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

/** Members that read a message in the language of the interface by then, wherever a page is drawn. */
function readers<Messages extends object>(catalogues: Readonly<Record<InterfaceLanguage, Messages>>) {
  const names = Object.keys(catalogues.en) as (keyof Messages)[];
  const reader = (name: keyof Messages) => ({
    enumerable: true,
    get: () => catalogues[language.value][name],
  });
  return Object.fromEntries(names.map((name) => [name, reader(name)]));
}

const common: object = Object.create(null, readers(commonWords));

/**
 * The messages of a page: `const words = inLanguages({ en, de, fr, es })`, then `words.title` wherever the page is drawn.
 * The others must have exactly the members of the English ones. The common words are there too, if it has none of that name;
 * those alone that it has itself are its own members.
 */
export function inLanguages<Messages extends object>(
  catalogues: { en: Messages } & Record<Exclude<InterfaceLanguage, "en">, NoInfer<Messages>>,
): Words<Messages> {
  return Object.create(common, readers<Messages>(catalogues));
}

/** Two catalogues as one: what the second has itself comes first. */
export function together<First extends object, Own extends object>(
  first: First,
  second: Words<Own>,
): Omit<First, keyof Own> & Own {
  return Object.create(first, Object.getOwnPropertyDescriptors(second));
}
