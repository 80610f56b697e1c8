/** Words taken out: `delete the last sentence`, `remove the commas`, `scratch that`. */
import type { Command } from "../command.ts";
import { findMeant } from "../find-target.ts";
import { removeRanges } from "../text-range.ts";
import { markNamed, placedMark, withDigits } from "../written-form.ts";

export const deleteMarks: Command = {
  patterns: [
    /^(?:delete|remove|drop|erase|strip|take out|get rid of|omit) (?<every>(?:all|every|each|any|both) )?(?:of )?(?:the )?(?<mark>.+?)(?: from (?:it|this|that|the text|everything))?$/,
  ],
  apply: (text, { mark = "", every }, { language, everywhere, spoken = "", target }) => {
    if (/^(?:punctuation(?: marks?)?)$/.test(mark))
      return text.replace(/(?<!\p{N})[.,;:!?…]|[.,;:!?…](?!\p{N})/gu, "");
    const context = { language, ...(target && { target }) };
    // Of a list the last point is an item.
    const placed = ITEMS.test(text)
      ? null
      : (placedMark(mark, context) ?? placedMark(`the ${mark}`, context));
    if (placed) return withoutOne(text, placed.sign, placed.place);
    const sign = markNamed(mark, language)?.trim();
    if (!sign || !text.includes(sign)) return null;
    const areMany = every !== undefined || everywhere || /s$/.test(mark) || PLURAL.test(spoken);
    if (!areMany && text.split(sign).length > 2) return null;
    return text
      .split(sign)
      .join("")
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/[^\S\n]+$/gm, "");
  },
};

const ITEMS = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/m;

/** `The last comma` */
function withoutOne(text: string, sign: string, place: number): string | null {
  const parts = text.split(sign);
  const at = place < 0 ? parts.length + place : place + 1;
  if (at < 1 || at >= parts.length) return null;
  return parts.slice(0, at).join(sign) + parts.slice(at).join(sign);
}

/** Of the languages whose marks are the same in the plural, and words for all. */
const PLURAL = /(?:^| )(?:die|les|los|las|alle|sämtliche|tou(?:s|tes)|tod[oa]s) /iu;

export const deleteWords: Command = {
  patterns: [
    /^(?:delete|remove|drop|erase|cut|cut out|strip|take out|get rid of|scratch|scrap|omit|lose|clear|discard|leave out|kill) (?<target>.+?)(?: out)?(?: from (?:it|this|that|the text))?$/,
    /^(?:take|leave|cut|cross|strike) (?<target>.+) (?:out|away|off)$/,
  ],
  apply: (text, { target = "" }, context) => {
    const named = findMeant(text, target, context);
    const ranges = named.length > 0 ? named : findMeant(text, withDigits(target, context.language), context);
    return ranges.length > 0 ? removeRanges(text, ranges) : null;
  },
};

export const keepOnly: Command = {
  patterns: [
    /^(?:keep|leave) (?:only|just) (?<target>.+)$/,
    /^(?:only|just) keep (?<target>.+)$/,
    /^(?:delete|remove|drop|erase|cut|clear) (?:everything|all|it all|the rest)(?: else)?,? (?:except|but|apart from|other than)(?: for)? (?<target>.+)$/,
  ],
  apply: (text, { target = "" }) => {
    const [first, ...others] = findMeant(text, target, {});
    return first && others.length === 0 ? text.slice(first.start, first.end) : null;
  },
};
