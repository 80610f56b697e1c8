/** Words that the speaker wants in the text, as they are written: marks, numbers, names, the dictionary's spelling. */

import { rulesFor } from "../languages/index.ts";
import { normalize } from "../languages/normalize.ts";
import { isPlainWord } from "../words/frequent-words.ts";
import { splitWords } from "../words/split-words.ts";
import type { EditContext } from "./command.ts";
import { withoutArticle } from "./language-words.ts";
import { ORDINAL, ordinalOf } from "./ordinals.ts";
import { fold } from "./sound-alike.ts";
import { capitalizeFirst } from "./text-range.ts";
import data from "./words.json";

/** Names of marks in instructions, beside those of dictation. */
const MARKS = new Map(
  Object.entries(data.marks).flatMap(([mark, names]) =>
    names.split("|").map((name) => [name, mark] as const),
  ),
);
const COUNTED = new RegExp(`^(?:(?:${data.counted}) )+`);
const SENTENCE_MARK = /^[.,;:?!…-]$|^\s/;

/**
 * The mark that a phrase such as `a comma` names, or null. Those that stick to the word before have no space.
 * @param language as in the contract
 */
export function markNamed(spoken: string, language = "en"): string | null {
  const bare = withoutArticle(spoken.trim());
  const named = bare.replace(COUNTED, "");
  for (const name of [bare, named, named.replace(/s$/, "")]) {
    const mark = rulesFor(language).marks.find(({ spoken: known }) => known === name)?.written ?? "";
    const own = MARKS.get(name);
    if (own !== undefined || SENTENCE_MARK.test(mark)) return own ?? mark;
  }
  return null;
}

/** `The last comma`, `den letzten Punkt`: a mark by its place. */
export function placedMark(
  words: string,
  { language, target = (said: string) => said }: Pick<EditContext, "language" | "target">,
): { sign: string; place: number } | null {
  const parts = words.split(" ");
  for (let at = 1; at < parts.length; at += 1) {
    const sign = markNamed(parts.slice(at).join(" "), language)?.trim();
    const place = PLACE.exec(target(parts.slice(0, at).join(" ")))?.[1];
    if (sign && place !== undefined && /^[.,;:?!]$/.test(sign)) return { sign, place: ordinalOf(place) ?? 0 };
  }
  return null;
}
const PLACE = new RegExp(`^(?:the )?(${ORDINAL})$`);

/** Marks that are said among the words to write; not those whose names are other words too. Line breaks have names of several. */
export function withSpokenMarks(words: string, language: string): string {
  const { marks } = rulesFor(language);
  const broken = marks
    .filter(({ spoken, written }) => /^\n+$/.test(written) && spoken.includes(" "))
    .reduce((text, { spoken, written }) => {
      const said = new RegExp(`(?<=\\S) ${RegExp.escape(spoken)} +(?=\\S)`, "giu");
      return text.replace(said, () => written);
    }, words);
  return marks
    .filter(({ written }) => /^[,;:?!]$/.test(written))
    .reduce((text, { spoken, written }) => {
      const end = /^(?:colon|doppelpunkt)$/.test(spoken) ? "$" : "(?![\\p{L}\\p{N}])";
      const said = new RegExp(`(?:^| )(?:(?:an?|une?|una|ein|einen) )?${RegExp.escape(spoken)}${end}`, "giu");
      return text.replace(said, () => spacedMark(written, language));
    }, broken)
    .replace(/(?<=\n)\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** A mark as the language sets it after a word. */
export function spacedMark(mark: string, language: string): string {
  return /^[?!;:]$/.test(mark) ? (rulesFor(language).spaceBeforeMarks ?? "") + mark : mark;
}

/** `The word …`: what follows is meant, in the languages that instructions are understood in. */
const QUOTED = new RegExp(`^(?:${data.quoted}) `);

/** `In brackets urgent`, `urgent in parentheses` */
const BRACKETED = new RegExp(`^(?:${data.bracketed}) (.+)$|^(.+) (?:${data.bracketed})$`);

/** Words as they are written inside a sentence. */
export function writtenForm(spoken: string, context: EditContext): string {
  const { language, dictionary } = context;
  const [, first, last] = BRACKETED.exec(spoken) ?? [];
  if (first ?? last) return `(${writtenForm(first ?? last ?? "", context)})`;
  const quoted = spoken.replace(QUOTED, "").trim();
  const digits = normalize(quoted, rulesFor(language), language === "de" ? ["date"] : []);
  // A place in a row is a word alone: `the first pipe`.
  const numbers = /^\d+\p{L}+$/u.test(digits) && !/[\s\d]/.test(quoted) ? quoted : digits;
  const cased = withKnownCapitals(inSpokenCase(numbers, context), context);
  return dictionary
    .reduce((text, term) => text.replace(wholeWords(term), () => term), cased)
    .replace(/\bi\b(?=$|['’]|\s)/g, language === "en" ? "I" : "$&");
}

/** The digits of a number that stands alone, small ones too: `seven` → 7. */
export function inDigits(spoken: string, language: string): string | null {
  const rules = rulesFor(language);
  const number = withoutArticle(spoken);
  const digits = rules.numberStyle?.digits[number] ?? SMALL[number] ?? normalize(number, rules);
  return /^\p{L}?\s?\d[\d.,]*$/u.test(digits) ? digits.replace(" ", "") : null;
}
const SMALL: Readonly<Record<string, string>> = { one: "1", eins: "1", un: "1", uno: "1" };

/** `platform three` as it is written: `platform 3`. */
export function withDigits(words: string, language: string): string {
  return words.replace(/\S+$/, (last) => inDigits(last, language) ?? last);
}

/** With the capitals that the recognizer wrote, apart from the one that begins its sentence. */
function inSpokenCase(words: string, { spoken = "" }: EditContext): string {
  const at = spoken.toLowerCase().lastIndexOf(words);
  const said = spoken.slice(at, at + words.length);
  if (at < 0 || words === "" || said.toLowerCase() !== words) return words;
  return at > 0 ? said : said.charAt(0).toLowerCase() + said.slice(1);
}

/** Words that the language always writes so, and names as they stand around the selection. */
function withKnownCapitals(
  words: string,
  { language, textBefore = "", textAfter = "" }: EditContext,
): string {
  const { capitalized, isNoun } = rulesFor(language);
  // Two words may be a name: `frau meier`.
  const parts = words.split(" ");
  const mayBeName = parts.length === 2 && !parts.every((part) => isPlainWord(fold(part), language));
  return words.replace(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}’']*/gu, (word, at: number) => {
    const known = Object.hasOwn(capitalized, word) ? capitalized[word] : undefined;
    const [ahead, behind] = [words.slice(0, at), words.slice(at + word.length)];
    // Not within `info@firma.de`.
    const isInAddress = /[@._/-]$/.test(ahead) || /^[@_]|^\.\p{L}/u.test(behind);
    const around = { word, before: splitWords(ahead, true).reverse(), after: splitWords(behind, true) };
    if (!mayBeName && !isInAddress && isNoun?.(around)) return capitalizeFirst(word);
    return known ?? nameIn(`${textBefore} ${textAfter}`, word) ?? word;
  });
}

/** A word that stands within a sentence of the text with a capital, and never without. */
function nameIn(text: string, word: string): string | null {
  const places = [...text.matchAll(wholeWords(word))];
  const inner = places.find(({ index }) => /[\p{L},]\s+$/u.test(text.slice(0, index)));
  const everCapital = places.every(([found]) => found !== word);
  return inner && everCapital ? inner[0] : null;
}

function wholeWords(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(words)}(?![\\p{L}\\p{N}])`, "giu");
}

/** `k a t h r y n` → `kathryn`; null if these are no spelled letters. */
export function spelledWord(spoken: string): string | null {
  const letters = fold(spoken).replace(/[-,.]/g, " ").trim().split(/\s+/);
  if (letters.length < 2 || !letters.every((letter) => /^(?:[a-z0-9]|double)$/.test(letter))) return null;
  let word = "";
  letters.forEach((letter, index) => {
    if (letter !== "double") word += letters[index - 1] === "double" ? letter + letter : letter;
  });
  return word;
}
