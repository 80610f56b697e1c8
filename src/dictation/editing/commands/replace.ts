/** Other words in place of some: `replace tuesday with wednesday`, `wednesday instead of tuesday`, `spell it k a t h r y n`. */
import { limits } from "../../../config/limits.ts";
import type { Command, EditContext } from "../command.ts";
import { findTarget, isWhole } from "../find-target.ts";
import { distance } from "../sound-alike.ts";
import { replaceRanges, type TextRange, unitsOf } from "../text-range.ts";
import { markNamed, spelledWord, withCaseOf, writtenForm } from "../written-form.ts";

/** A spelled word belongs to the word of the text that sounds most like it, if any does. */
const FARTHEST_SPELLED = 0.5;

export const replace: Command = {
  patterns: [
    /^(?:replace|substitute|exchange|swap(?: out)?|correct|fix|rename|update|edit) (?<rest>.+)$/,
    /^(?:change|turn|make|switch) (?<rest>.+)$/,
  ],
  apply: (text, { rest = "" }, context) =>
    applySplits(text, rest, / (?:with|to|by|into|to say|to read|for) /g, context),
};

export const replaceTurnedRound: Command = {
  patterns: [
    /^(?:(?:use|say|write|put|make it|make that|type|have|it should (?:be|say)|i (?:want|meant|said)) )?(?<to>.+?),? (?:instead of|rather than|in place of|and not|not) (?<from>.+)$/,
    /^(?:it should (?:be|say) )?not (?<from>.+?),? but (?<to>.+)$/,
    /^(?:where it says )?(?<from>.+?),? (?:should (?:be|say|read|become)|needs to be|ought to be) (?<to>.+)$/,
    /^instead of (?<from>.+?),? (?:use|say|write|put|make it|type|have) (?<to>.+)$/,
  ],
  apply: (text, { from = "", to = "" }, context) => replaceTarget(text, from, to, context),
};

export const spell: Command = {
  patterns: [
    /^(?:spell|correct the spelling of) (?<from>.+?) (?:as|like|with|like this|this way)? ?(?<letters>(?:(?:double )?[a-z0-9][ ,.-]+){1,40}[a-z0-9])$/,
    /^(?:the name |the word |the spelling |it |that )?(?:is|it's|its|that's|thats|should be) (?:spelled|spelt|written) (?:as |like )?(?<letters>(?:(?:double )?[a-z0-9][ ,.-]+){1,40}[a-z0-9])$/,
    /^spell (?:it|that|this) (?:as |like )?(?<letters>(?:(?:double )?[a-z0-9][ ,.-]+){1,40}[a-z0-9])$/,
  ],
  apply: (text, { from = "", letters = "" }) => {
    const word = spelledWord(letters);
    if (!word) return null;
    const named = from && !isWhole(from) ? findTarget(text, from) : [];
    const ranges = named.length > 0 ? named : nearestWord(text, word);
    return ranges.length > 0 ? replaceRanges(text, ranges, (old) => withCaseOf(word, old)) : null;
  },
};

/** `with` may belong to the text itself: the split whose left side is found in the text is the right one. */
function applySplits(text: string, rest: string, divider: RegExp, context: EditContext): string | null {
  for (const match of [...rest.matchAll(divider)].slice(0, limits.editReadings)) {
    const from = rest.slice(0, match.index);
    const result = replaceTarget(text, from, rest.slice(match.index + match[0].length), context);
    if (result !== null) return result;
  }
  return null;
}

function replaceTarget(text: string, from: string, to: string, context: EditContext): string | null {
  const fromMark = markNamed(from.replace(/^(?:every|all|all the|the|both) /, ""));
  const ranges = fromMark ? findMark(text, fromMark) : findTarget(text, from);
  if (ranges.length === 0) return null;
  const mark = markNamed(to);
  const written = mark ?? writtenForm(to, context);
  return replaceRanges(text, ranges, (old) => (mark ? mark.trimStart() : inPlaceOf(written, old)));
}

/** With the case of what it replaces, and its stop when that was a sentence. */
function inPlaceOf(written: string, old: string): string {
  const stop = /[.!?]$/.test(old) && !/[.!?]$/.test(written) ? "." : "";
  return withCaseOf(written, old) + stop;
}

function findMark(text: string, mark: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    ranges.push({ start: at, end: at + mark.length });
  }
  return ranges;
}

function nearestWord(text: string, spelled: string): TextRange[] {
  const ranked = unitsOf(text, "word")
    .map((range) => ({ range, far: distance(text.slice(range.start, range.end), spelled) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= FARTHEST_SPELLED ? [best.range] : [];
}
