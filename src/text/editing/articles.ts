/** Articles that fit the new word after them. */
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
