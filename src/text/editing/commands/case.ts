/** Upper case, lower case, title case, sentence case, and the cases of code. */
import type { Command, EditContext } from "../command.ts";
import { findMeant } from "../find-target.ts";
import { capitalizeFirst, replaceRanges, unitsOf } from "../text-range.ts";

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
  [/^sentence(?: ?case)?$/, sentenceCase],
  [/^camel ?case$/, (text) => camel(text).replace(/^\p{L}/u, (letter) => letter.toLowerCase())],
  [/^pascal ?case$/, camel],
  [/^snake ?case$/, (text) => codeWords(text).join("_")],
  [/^(?:kebab|dash) ?case$/, (text) => codeWords(text).join("-")],
];
const NAME =
  "(?<name>(?:all )?(?:upper ?case|lower ?case|capital|small|block|big)(?: letters)?|(?:all )?(?:capitals?|caps|small)|(?:title|headline|sentence|camel|pascal|snake|kebab|dash) ?case|headline style)";

export const changeCase: Command = {
  patterns: [
    new RegExp(
      `^(?:make|convert|change|turn|put|set|write|format|transform|switch) (?<target>.+?) (?:to |into |in |as )?(?:an? )?${NAME}$`,
    ),
    new RegExp(`^${NAME} (?<target>.+)$`),
    new RegExp(`^(?<target>everything|all of it|it all|the whole (?:thing|text)) (?:in|to|as) ${NAME}$`),
    new RegExp(`^(?:use |in |to )?${NAME}$`),
  ],
  apply: (text, { target = "everything", name = "" }, context) =>
    transform(text, target, caseNamed(name), context),
};

export const capitalize: Command = {
  patterns: [
    /^capitali[sz]e (?:the first letter of )?(?<each>every|each|all)(?: the)? words?$/,
    /^capitali[sz]e (?:the )?(?:first letter of (?:the )?)?(?<target>.+)$/,
    /^(?<lower>uncapitali[sz]e|decapitali[sz]e|de-capitali[sz]e) (?<target>.+)$/,
  ],
  apply: (text, { target = "everything", each, lower }, context) => {
    if (each)
      return transform(
        text,
        "everything",
        (part) => replaceRanges(part, unitsOf(part, "word"), capitalizeFirst),
        context,
      );
    return transform(text, target, lower ? (part) => part.toLowerCase() : capitalizeWords, context);
  },
};

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

function sentenceCase(text: string): string {
  return sentenceStarts(text.toLowerCase()).replace(/\bi\b(?=$|['’\s,.!?])/g, "I");
}

function sentenceStarts(text: string): string {
  return replaceRanges(text, unitsOf(text, "sentence"), capitalizeFirst);
}

function codeWords(text: string): string[] {
  return unitsOf(text, "word").map(({ start, end }) => text.slice(start, end).toLowerCase());
}

function camel(text: string): string {
  return codeWords(text).map(capitalizeFirst).join("");
}
