/** Articles that fit the new word after them, and new words in the form of the old ones. */
import { fold } from "./sound-alike.ts";
import { unitsOf } from "./text-range.ts";

/** The article before new words: `a` or `an` in English, `l’` in French; of hours, `a la una` and `a las dos` in Spanish. */
export function agree(text: string, changed: readonly string[], language: string): string {
  const articleOf = ARTICLES_BEFORE[language];
  if (articleOf === undefined) return text;
  return unitsOf(text, "word").reduceRight((result, { start, end }) => {
    const word = text.slice(start, end);
    if (!changed.some((written) => written.startsWith(word))) return result;
    return articleOf(result.slice(0, start), word) + result.slice(start);
  }, text);
}

const ARTICLES_BEFORE: Readonly<Record<string, (before: string, word: string) => string>> = {
  en: englishArticle,
  fr: frenchArticle,
  es: (before, word) =>
    /^(?:una|1(?::\d\d)?)$/i.test(word)
      ? before.replace(/(?<=(?<!\p{L})a la)s(?= $)/iu, "")
      : before.replace(/(?<=(?<!\p{L})a la)(?= $)/iu, /^\d{1,2}(?::\d\d)?$/.test(word) ? "s" : ""),
};

/** By letters, which is right for nearly all words; others keep the article that they have. */
function englishArticle(before: string, word: string): string {
  if (
    /^(?:[aeio]|un(?!i)|u[bdglmnprst][^aeiou]|8|1[18](?!\d))/i.test(word) &&
    !/^(?:eu|one|once|uni)/i.test(word)
  )
    return before.replace(/(?<![\p{L}'’])([Aa])(?= $)/u, "$1n");
  return /^(?:[bcdfgjklmnpqrstvwyz]|us[ae]|uni|ut[ei]|eu|one(?!\p{L})|once|\d)/iu.test(word) &&
    /[\p{Ll}\d]/u.test(word)
    ? before.replace(/(?<![\p{L}'’])([Aa])n(?= $)/u, "$1")
    : before;
}

function frenchArticle(before: string, word: string): string {
  if (!/^[aeiouéèêàâîôœ]/i.test(word))
    return /^h/i.test(word) ? before : before.replace(/(?<=(?<!\p{L})d)['’]$/iu, "e ");
  return before
    .replace(/(?<!\p{L})([LlDd])[ea] $/u, "$1’")
    .replace(/(?<!\p{L})(d)u $/iu, "$1e l’")
    .replace(/(?<!\p{L})au $/u, "à l’");
}

const IRREGULAR: readonly (readonly [one: RegExp, several: string])[] = [
  [/(?<!hu|ger)man$/, "men"],
  [/child$/, "children"],
  [/person$/, "people"],
  [/(?<=kni|wi|li)fe$|(?<=shel|hal|lea|loa|wol|cal|thie|sel)f$/, "ves"],
];

/** The plural of a noun, and the third person of a verb. */
function pluralOf(word: string): string {
  for (const [one, several] of IRREGULAR) if (one.test(word)) return word.replace(one, several);
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? word.replace(/y$/, "ies") : `${word}s`;
}

/** In place of `boxes`, for which `box` was said, `crate` is `crates`. */
export function inFormOf(written: string, old: string, said: string): string {
  const [former, named] = [old, said].map((words) => fold(words.split(" ").at(-1) ?? "")) as [string, string];
  return former === pluralOf(named) && /(?:ss|[a-rt-z])$/.test(written) ? pluralOf(written) : written;
}
