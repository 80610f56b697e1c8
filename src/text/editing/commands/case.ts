/** Upper case, lower case, title case, sentence case, and the cases of code. */
import type { Command, EditContext } from "../command.ts";
import { findMeant } from "../find-target.ts";
import { capitalizeFirst, replaceRanges, textsOf, unitsOf } from "../text-range.ts";

type Transform = (text: string) => string;

/** Short words that titles keep small, except at either end (Chicago Manual of Style 8.159). */
const SMALL = new Set(
  "a an and as at but by for from in into nor of off on onto or over per so the to up via with yet".split(
    " ",
  ),
);

const CASES: readonly [RegExp, Transform][] = [
  [
    /^(?:all )?(?:upper ?case(?: letters)?|capitals?|capital letters|caps|block letters|big letters)$/,
    (text) => text.toUpperCase(),
  ],
  [/^(?:all )?(?:lower ?case(?: letters)?|small letters|small)$/, (text) => text.toLowerCase()],
  [/^(?:title|headline)(?: ?case)?(?: style)?$/, titleCase],
  [/^sentence(?: ?case)?$/, (text) => sentenceStarts(text.toLowerCase())],
  [/^camel ?case$/, (text) => camel(text).replace(/^\p{L}/u, (letter) => letter.toLowerCase())],
  [/^pascal ?case$/, camel],
  [/^snake ?case$/, (text) => textsOf(text.toLowerCase(), "word").join("_")],
  [/^(?:kebab|dash) ?case$/, (text) => textsOf(text.toLowerCase(), "word").join("-")],
];

export const changeCase: Command = (text, { target = "everything", name = "" }, context) =>
  transform(text, target, caseNamed(name), context);

export const capitalize: Command = (text, { target = "everything", lower }, context) =>
  transform(text, target, lower ? (part) => part.toLowerCase() : capitalizeWords, context);

/** One word gets its capital; a phrase one on each word, as names have; a whole text one on each sentence. */
function capitalizeWords(text: string): string {
  const words = unitsOf(text, "word");
  const isPhrase = words.length <= 4 && !/[.!?]/.test(text);
  const keeps = (word: string, index: number) => index > 0 && SMALL.has(word);
  return isPhrase
    ? replaceRanges(text, words, (word, index) => (keeps(word, index) ? word : capitalizeFirst(word)))
    : sentenceStarts(text);
}

function transform(
  text: string,
  target: string,
  change: Transform | null,
  context: EditContext,
): string | null {
  const ranges = findMeant(text, target, context);
  return change && ranges.length > 0 ? replaceRanges(text, ranges, change) : null;
}

function caseNamed(name: string): Transform | null {
  return CASES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function titleCase(text: string): string {
  const words = unitsOf(text, "word");
  return replaceRanges(text, words, (word, index) => {
    const inner = index > 0 && index < words.length - 1;
    return inner && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : capitalizeFirst(word.toLowerCase());
  });
}

export function sentenceStarts(text: string): string {
  const starts = replaceRanges(text, unitsOf(text, "sentence"), capitalizeFirst);
  return starts.replace(/\bi\b(?=$|['’\s,.!?])/g, "I");
}

function camel(text: string): string {
  return textsOf(text.toLowerCase(), "word").map(capitalizeFirst).join("");
}
