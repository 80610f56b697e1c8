/** Other words in place of some: `replace tuesday with wednesday`, `wednesday instead of tuesday`, `spell it k a t h r y n`. */
import { limits } from "../../../config/limits.ts";
import type { Command, EditContext } from "../command.ts";
import { DENIAL } from "../doubts.ts";
import { findMeant, isWhole } from "../find-target.ts";
import { withoutArticle } from "../language-words.ts";
import { withCaseOf } from "../letter-case.ts";
import { countsOf } from "../named-values.ts";
import { type Replacement, replaceAll } from "../replacement.ts";
import { distance } from "../sound-alike.ts";
import { capitalizeFirst, replaceRanges, type TextRange, unitsOf } from "../text-range.ts";
import { findValues, kindOf } from "../values.ts";
import data from "../words.json";
import { inDigits, spelledWord, writtenForm } from "../written-form.ts";
import { recount } from "./revalue.ts";

/** A spelled word belongs to the word of the text that sounds most like it, if any does. */
const FARTHEST_SPELLED = 0.5;
const DIVIDERS = "with|to|by|into|to say|to read|for";

export const replace: Command = (text, { rest = "", dividers: said, and = "and" }, context) => {
  const dividers = said?.replaceAll(" ", "|") ?? DIVIDERS;
  const pairs = pairsOf(rest, dividers, and);
  // An instruction that could be two replacements is never applied as one.
  if (pairs !== null) return replaceAll(text, pairs, context);
  return applySplits(text, rest, new RegExp(` (?:${dividers})(?= )`, "g"), context);
};

export const replaceTurnedRound: Command = (text, { from = "", to = "" }, context) => {
  // `It is not today, not Nora`
  if (DENIAL.test(from)) return null;
  // `Of 95 euros, not of 90 euros`
  const [lead = ""] = /^\S+ /.exec(from) ?? [];
  const kind = kindOf(writtenForm(from.slice(lead.length), context));
  const isLed = withoutArticle(lead) === lead && to.startsWith(lead) && kind !== null && kind !== "number";
  const former = isLed ? from.slice(lead.length) : from;
  const value = valueIn(isLed ? to.slice(lead.length) : to, former, context);
  if (value === null) return null;
  // `Five bolts, not four`
  const [noun] = inDigits(former, context.language) === null ? [] : (/(?<=^\S+) \S+$/.exec(value) ?? []);
  const instead = (old: string) => replaceAll(text, [{ from: old, to: value, once: true }], context);
  const counted = noun === undefined ? null : recounted(text, former, value, context);
  return counted ?? instead(former) ?? (noun === undefined ? null : instead(former + noun));
};

/** `One tablet, not two`: the noun is in the text already, in another form. */
function recounted(text: string, former: string, value: string, context: EditContext): string | null {
  const [place, ...others] = countsOf(text, value.slice(value.indexOf(" ") + 1), context.language, true);
  const count = place && inDigits(text.slice(place.start, place.end).toLowerCase(), context.language);
  const isFormer = others.length === 0 && count === inDigits(former, context.language);
  return isFormer ? recount(text, value, context) : null;
}

/** `the meeting is on thursday, not tuesday`: only the end is the new word. Null if that is no such value. */
function valueIn(to: string, from: string, context: EditContext): string | null {
  const former = kindOf(writtenForm(from, context));
  const written = writtenForm(to, context);
  if (former === null || former === "number" || kindOf(written) === former) return to;
  const last = findValues(written, former).at(-1);
  if (last?.end === written.length) return written.slice(last.start).toLowerCase();
  // `Room two forty one, not two fourteen`
  return former === "time" && /\p{L} \d+$/u.test(written) ? to : null;
}

export const spell: Command = (text, { from = "", letters = "" }, context) => {
  const word = spelledWord(letters);
  if (!word) return null;
  const named = from && !isWhole(from) ? findMeant(text, from, context) : [];
  const isNear = ({ start, end }: TextRange) => distance(text.slice(start, end), word) <= FARTHEST_SPELLED;
  const ranges = named.length > 0 ? named : nearestWord(text, word);
  // `Spell Steven with a p h` spells no other word.
  return ranges.length > 0 && ranges.every(isNear)
    ? replaceRanges(text, ranges, (old) => withCaseOf(word, old))
    : null;
};

/** `Catherine is spelled with a K`, `Roland s'écrit avec deux L`: the only letter that may sound so, or that stands there once. */
export const respell: Command = (text, { from = "", letter = "", double }, context) => {
  const former = double === undefined ? ALIKE.get(letter) : letter;
  const [range, ...others] = findMeant(text, from, context);
  if (former === undefined || !range || others.length > 0) return null;
  const parts = text.slice(range.start, range.end).split(new RegExp(`([${former}])`, "iu"));
  if (parts.length !== 3) return null;
  const [left = "", old = "", right = ""] = parts;
  const written = double === undefined ? withCaseOf(letter, old) : old + letter;
  return text.slice(0, range.start) + left + written + right + text.slice(range.end);
};
const ALIKE = new Map(data.alikeLetters.split(" ").map((letters) => [letters.charAt(0), letters.slice(1)]));

/** `spell anna with a capital a`, `join web site into one word`. */
export const spellOtherwise: Command = (text, { target = "", joined }, context) => {
  const ranges = findMeant(text, joined ?? target, context);
  if (ranges.length === 0 || isWhole(joined ?? target)) return null;
  const result = replaceRanges(text, ranges, (old) =>
    joined === undefined ? capitalizeFirst(old) : old.replace(/\s+/g, ""),
  );
  return result === text ? null : result;
};

/** `a with b and c with d`, all with one divider; null for a single replacement. */
function pairsOf(rest: string, dividers: string, and: string): Replacement[] | null {
  const parts = rest.split(new RegExp(`(,? ${and} |, )`));
  const readings = dividers.split("|").map((divider) => pairsWith(parts, divider));
  return readings.find((pairs) => pairs.length > 1) ?? null;
}

/** @param parts with what stands between them at the odd places. */
function pairsWith(parts: readonly string[], divider: string): Replacement[] {
  const pair = new RegExp(`^(.+?) (?:${divider}) (.+)$`);
  const pairs: Replacement[] = [];
  for (let at = 0; at < parts.length && pairs.length <= limits.editReplacements; at += 2) {
    const [, from, to] = pair.exec(parts[at] ?? "") ?? [];
    const last = pairs.at(-1);
    if (from !== undefined && to !== undefined) pairs.push({ from, to });
    else if (last) last.to += (parts[at - 1] ?? "") + parts[at];
    else return [];
  }
  return pairs;
}

/** `with` may belong to the text itself: the split whose left side is found in the text is the right one. */
function applySplits(text: string, rest: string, divider: RegExp, context: EditContext): string | null {
  const splits = [...rest.matchAll(divider)].slice(0, limits.editReadings).map((match) => ({
    from: rest.slice(0, match.index),
    to: rest.slice(match.index + match[0].length + 1),
    word: match[0],
  }));
  // `Spoken with with talked to`: the first of the two belongs to the words before.
  const isDoubled = ({ to, word }: (typeof splits)[number]) => ` ${to} `.startsWith(`${word} `);
  splits.sort((one, other) => Number(isDoubled(one)) - Number(isDoubled(other)));
  for (const { from, to } of splits) {
    const result = replaceAll(text, [{ from, to }], context);
    if (result !== null) return result;
  }
  return null;
}

function nearestWord(text: string, spelled: string): TextRange[] {
  const ranked = unitsOf(text, "word")
    .map((range) => ({ range, far: distance(text.slice(range.start, range.end), spelled) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= FARTHEST_SPELLED ? [best.range] : [];
}
