/** Words taken out: `delete the last sentence`, `remove the commas`, `scratch that`. */
import type { Command } from "../command.ts";
import { markPlaces } from "../find-phrase.ts";
import { findMeant } from "../find-target.ts";
import { removeRanges, replaceRanges } from "../text-range.ts";
import { markNamed, placedMark, withDigits } from "../written-form.ts";

export const deleteMarks: Command = (
  text,
  { mark = "", every },
  { language, everywhere, spoken = "", target },
) => {
  if (/^(?:punctuation(?: marks?)?)$/.test(mark))
    return text.replace(/(?<!\p{N})[.,;:!?…]|[.,;:!?…](?!\p{N})/gu, "");
  const context = { language, ...(target && { target }) };
  // Of a list the last point is an item.
  const placed = ITEMS.test(text) ? null : (placedMark(mark, context) ?? placedMark(`the ${mark}`, context));
  const sign = placed?.sign ?? markNamed(mark, language)?.trim() ?? "";
  const places = markPlaces(text, sign);
  const areMany = every !== undefined || everywhere || /s$/.test(mark) || PLURAL.test(spoken);
  const chosen = placed ? [places.at(placed.place)].filter((place) => place !== undefined) : places;
  if (chosen.length === 0 || (chosen.length > 1 && !areMany)) return null;
  return replaceRanges(text, chosen, () => "")
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/[^\S\n]+$/gm, "");
};

const ITEMS = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/m;

/** Of the languages whose marks are the same in the plural, and words for all. */
const PLURAL = /(?:^| )(?:die|les|los|las|alle|sämtliche|tou(?:s|tes)|tod[oa]s) /iu;

export const deleteWords: Command = (text, { target = "" }, context) => {
  const named = findMeant(text, target, context);
  const ranges = named.length > 0 ? named : findMeant(text, withDigits(target, context.language), context);
  return ranges.length > 0 ? removeRanges(text, ranges) : null;
};

export const keepOnly: Command = (text, { target = "" }) => {
  const [first, ...others] = findMeant(text, target, {});
  return first && others.length === 0 ? text.slice(first.start, first.end) : null;
};
