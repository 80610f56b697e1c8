/** Whether people mean a language by a word of theirs. */
import { INTERFACE_LANGUAGES } from "./interface-languages.ts";

/** Made with the first word: a start needs none of them. */
let displayNames: readonly Intl.DisplayNames[] | null = null;

/** Words of its names in the interface's languages, by code. */
const wordsByCode = new Map<string, ReadonlySet<string>>();

/** In English, German, French or Spanish; capitals and accents do not count. @param word one of the name, or all of it. */
export function isLanguageCalled(code: string, word: string): boolean {
  let words = wordsByCode.get(code);
  if (words === undefined) {
    displayNames ??= INTERFACE_LANGUAGES.map(
      (language) => new Intl.DisplayNames(language, { type: "language", fallback: "none" }),
    );
    const names = displayNames.flatMap((names) => plain(names.of(code) ?? ""));
    words = new Set(names.flatMap((name) => [name, ...name.split(/[^\p{L}]+/u)]));
    wordsByCode.set(code, words);
  }
  return word !== "" && words.has(plain(word));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
