/** Words taken out: `delete the last sentence`, `remove the commas`, `scratch that`. */
import type { Command } from "../command.ts";
import { markPlaces } from "../find-phrase.ts";
import { findMeant } from "../find-target.ts";
import { removeRanges, replaceRanges } from "../text-range.ts";
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
    const sign = placed?.sign ?? markNamed(mark, language)?.trim() ?? "";
    const places = markPlaces(text, sign);
    const areMany = every !== undefined || everywhere || /s$/.test(mark) || PLURAL.test(spoken);
    const chosen = placed ? [places.at(placed.place)].filter((place) => place !== undefined) : places;
    if (chosen.length === 0 || (chosen.length > 1 && !areMany)) return null;
    return replaceRanges(text, chosen, () => "")
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/[^\S\n]+$/gm, "");
  },
};

const ITEMS = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/m;

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
