/** Words taken out: `delete the last sentence`, `remove the commas`, `scratch that`. */
import type { Command } from "../command.ts";
import { findTarget } from "../find-target.ts";
import { removeRanges } from "../text-range.ts";
import { markNamed } from "../written-form.ts";

export const deleteMarks: Command = {
  patterns: [
    /^(?:delete|remove|drop|erase|strip|take out|get rid of|omit) (?:all |every |each |any |both )?(?:of )?(?:the )?(?<mark>.+?)(?: from (?:it|this|that|the text|everything))?$/,
  ],
  apply: (text, { mark = "" }, { language }) => {
    if (/^(?:punctuation(?: marks?)?)$/.test(mark))
      return text.replace(/(?<!\p{N})[.,;:!?…]|[.,;:!?…](?!\p{N})/gu, "");
    const sign = markNamed(mark, language)?.trim();
    if (!sign || !text.includes(sign)) return null;
    return text
      .split(sign)
      .join("")
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/[^\S\n]+$/gm, "");
  },
};

export const deleteWords: Command = {
  patterns: [
    /^(?:delete|remove|drop|erase|cut|cut out|strip|take out|get rid of|scratch|scrap|omit|lose|clear|discard|leave out|kill) (?<target>.+?)(?: out)?(?: from (?:it|this|that|the text))?$/,
    /^(?:take|leave|cut|cross|strike) (?<target>.+) (?:out|away|off)$/,
  ],
  apply: (text, { target = "" }) => {
    const ranges = findTarget(text, target);
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
    const [first, ...others] = findTarget(text, target);
    return first && others.length === 0 ? text.slice(first.start, first.end) : null;
  },
};
