/** Obeys the instructions that were understood. */

import { applySpelling } from "../../languages/en/spelling.ts";
import { applyReplacements } from "../replacements.ts";
import type { InstructionRules } from "./read.ts";

/** Everything that is a matter of letters; the style of numbers is obeyed where numbers are written. */
export function applyInstructions(text: string, rules: InstructionRules, language: string): string {
  let obeyed = text;
  if (rules.spelling && language === "en") obeyed = applySpelling(obeyed, rules.spelling);
  if (rules.quotes) obeyed = withQuotes(obeyed, rules.quotes);
  if (rules.dashes) obeyed = withDashes(obeyed, rules.dashes);
  if (rules.itemize) obeyed = withItems(obeyed);
  if (rules.bullet) obeyed = withBullets(obeyed, rules.bullet);
  obeyed = withReplacements(obeyed, rules, language);
  if (rules.upperCase) return obeyed.toUpperCase();
  return rules.lowerCase ? obeyed.toLowerCase() : obeyed;
}

function withQuotes(text: string, style: NonNullable<InstructionRules["quotes"]>): string {
  if (style === "straight") return text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'");
  const [open, close] = style === "curly" ? ["“", "”"] : ["‘", "’"];
  const apostrophes = style === "curly" ? text.replace(/(?<=\p{L})'(?=\p{L})/gu, "’") : text;
  // Feet and inches are no quotes: 6'2".
  return apostrophes.replace(/(^|[\s([{—–-])["“]/gmu, `$1${open}`).replace(/(?<!\d'\d{1,2})["”]/gu, close);
}

function withDashes(text: string, style: NonNullable<InstructionRules["dashes"]>): string {
  const dash = { em: "—", en: " – ", hyphen: " - " }[style];
  // A dash between digits is a range.
  return text.replace(/(?<=\S)(?: [–—-] |—)(?=\S)/gu, dash);
}

const ITEM = /^\s*(?:[-*•–]|\d+\.) /u;
/** Between sentences; `p.m.` and `Dr.` end none. */
const SENTENCE_JOINT =
  /(?<=[.!?…]["”’)\]]{0,3})(?<!(?<!\p{L})(?:\p{L}|mr|mrs|ms|dr|prof|st|vs)\.|\bno\.(?=\s*\d))[^\S\n]+(?=\S)|(?<=[。！？])(?=\S)/giu;

/** Each sentence and line is an item, if there are several. */
function withItems(text: string): string {
  const items = text
    .split("\n")
    .flatMap((line) => (ITEM.test(line) ? [line] : line.split(SENTENCE_JOINT)))
    .filter((item) => item.trim() !== "");
  return items.length < 2
    ? text
    : items.map((item) => (ITEM.test(item) ? item : `- ${item.trim()}`)).join("\n");
}

function withBullets(text: string, bullet: string): string {
  let number = 0;
  return text
    .split("\n")
    .map((line) => {
      const item = /^(\s*)(?:[-*•–]|\d+\.) (?=\S)/u.exec(line);
      if (!item) {
        number = 0;
        return line;
      }
      number += 1;
      return `${item[1]}${bullet === "1." ? `${number}.` : bullet} ${line.slice(item[0].length)}`;
    })
    .join("\n");
}

function withReplacements(text: string, { replacements }: InstructionRules, language: string): string {
  if (replacements.length === 0) return text;
  const replaced = applyReplacements(text, replacements, language);
  if (!replacements.some(({ to }) => to === "") || replaced === text) return replaced;
  // Words were left out: close the gaps.
  return replaced
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/[^\S\n]+(?=[.,!?;:])/g, "")
    .replace(/^[^\S\n]+/gm, "");
}

/** A greeting that was dictated stands for the usual one. */
const GREETING = /^["“]?(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b/i;

/** @param opens Nothing stands before the text yet. */
export function withOpening(text: string, { opening }: InstructionRules, opens: boolean): string {
  if (opening === undefined || !opens || text === "" || text.startsWith(opening) || GREETING.test(text))
    return text;
  return `${opening}\n\n${text.trimStart()}`;
}

/** @param closes Nothing stands after the text yet. */
export function withSignOff(text: string, { signOff }: InstructionRules, closes: boolean): string {
  if (signOff === undefined || !closes || text === "" || text.includes(signOff)) return text;
  return `${text.trimEnd()}\n\n${signOff}`;
}
