/** New words in the form of those whose place they take. */
import { fold } from "../../words/letter-case.ts";

const IRREGULAR: readonly (readonly [one: RegExp, several: string])[] = [
  [/(?<!hu|ger|ro|nor|sha|otto|talis)man$/, "men"],
  [/child$/, "children"],
  [/person$/, "people"],
  [/(?<=kni|wi|li)fe$|(?<=shel|hal|lea|loa|wol|cal|thie|sel)f$/, "ves"],
];

/** The plural of a noun, and the third person of a verb. */
export function pluralOf(word: string): string {
  for (const [one, several] of IRREGULAR) if (one.test(word)) return word.replace(one, several);
  if (/(?:s|x|z|ch|sh|tomato|potato|hero|echo|\b(?:go|do))$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? word.replace(/y$/, "ies") : `${word}s`;
}

/** In place of `boxes`, for which `box` was said, `crate` is `crates`. */
export function inFormOf(written: string, old: string, said: string): string {
  const [former, named] = [old, said].map((words) => fold(words.split(" ").at(-1) ?? "")) as [string, string];
  return former === pluralOf(named) && /(?:ss|[a-rt-z])$/.test(written) ? pluralOf(written) : written;
}
