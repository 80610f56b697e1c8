/** New words: `add please at the beginning`, `put a comma after hello`, `insert very before good`. */
import type { Command, EditContext } from "../command.ts";
import { findTarget } from "../find-target.ts";
import { capitalizeFirst, lowerFirst } from "../text-range.ts";
import { markNamed, writtenForm } from "../written-form.ts";

const VERB = "(?:add|insert|put|write|type|include|place|append|prepend)";
const QUIET_END = /[.!?…]["'”’)]?$/;

export const insertAtEdge: Command = {
  patterns: [
    new RegExp(
      `^${VERB} (?<words>.+?) (?:at|to|on|in) the (?:very )?(?<edge>beginning|start|front|top|end|bottom|back)(?: of (?:it|this|that|the (?:text|selection|message|sentence)))?$`,
    ),
    new RegExp(
      `^(?:at|to) the (?:very )?(?<edge>beginning|start|top|end|bottom)[, ]+(?:${VERB} )?(?<words>.+)$`,
    ),
    /^(?<edge>start|begin|open|prepend|end|finish|close|append)(?: it| this| that| the text| the message| off)?(?: with| by saying)? (?<words>.+)$/,
  ],
  apply: (text, { words = "", edge = "" }, context) => {
    const atStart = /^(?:beginning|start|begin|front|top|open|prepend)$/.test(edge);
    const mark = markNamed(words);
    const written = mark ?? writtenForm(words, context);
    return atStart ? prepend(text, written) : append(text, written, mark !== null);
  },
};

export const insertBeside: Command = {
  patterns: [
    new RegExp(
      `^${VERB} (?<words>.+?) (?<side>before|in front of|ahead of|after|behind|following|right after|right before) (?<target>.+)$`,
    ),
    new RegExp(`^(?<side>before|in front of|after|behind) (?<target>.+?),? (?:${VERB}) (?<words>.+)$`),
    new RegExp(`^${VERB} (?<words>.+) between (?<target>.+) and (?<next>.+)$`),
  ],
  apply: (text, { words = "", side = "after", target = "" }, context) => {
    const ranges = findTarget(text, target);
    const range = ranges[0];
    if (!range || ranges.length > 1) return null;
    const before = /before|front|ahead/.test(side);
    return insertAt(text, before ? range.start : range.end, words, before, context);
  },
};

/** `add a period`: without a place, a mark that ends a sentence goes to the end, and words too. */
export const insertMark: Command = {
  patterns: [new RegExp(`^${VERB} (?<words>.+)$`)],
  apply: (text, { words = "" }) => {
    const mark = markNamed(words);
    return mark && /^[.?!…:]$/.test(mark) ? append(text, mark, true) : null;
  },
};

function prepend(text: string, written: string): string {
  if (/\n$/.test(written)) return written + text;
  const joined = /^[^\p{L}\p{N}]+$/u.test(written)
    ? text
    : QUIET_END.test(written)
      ? text
      : lowerFirstUnlessName(text);
  return `${capitalizeFirst(written)} ${joined}`;
}

function append(text: string, written: string, isMark: boolean): string {
  const trimmed = text.trimEnd();
  if (isMark) return /\n|^ /.test(written) ? trimmed + written : trimmed.replace(/[.,;:!?…]+$/, "") + written;
  const stop = /[.!?]$/.exec(trimmed)?.[0];
  // A single word or phrase goes into the last sentence when that has no stop, else it makes a new one.
  return stop
    ? `${trimmed} ${capitalizeFirst(written)}${QUIET_END.test(written) ? "" : "."}`
    : `${trimmed} ${written}`;
}

/** `I` and words in capitals keep them; so do names, as far as a second capital in the sentence shows them. */
function lowerFirstUnlessName(text: string): string {
  return /^(?:I\b|[\p{L}]+ \p{Lu})/u.test(text) ? text : lowerFirst(text);
}

/** What follows a new mark: its own first mark makes way, and a sentence that goes on has no capital. */
function continued(right: string, mark: string): string {
  const rest = right.replace(/^[.,;:!?]/, "");
  const joinsSentences = /^[.!?]/.test(right) && /[,;:]/.test(mark);
  return joinsSentences
    ? rest.replace(/^\s+/, " ").replace(/^ (?!I\b)(.*)$/s, (_, next) => ` ${lowerFirst(next)}`)
    : rest;
}

function insertAt(text: string, at: number, words: string, before: boolean, context: EditContext): string {
  const mark = markNamed(words);
  const left = text.slice(0, at);
  const right = text.slice(at);
  if (mark) {
    if (/\n/.test(mark)) {
      const stop = before ? "" : (/^[.,;:!?]+/.exec(right)?.[0] ?? "");
      return left.trimEnd() + stop + mark + right.slice(stop.length).trimStart();
    }
    return before ? `${left.trimEnd()}${mark} ${right}` : left + mark + continued(right, mark);
  }
  const written = writtenForm(words, context);
  if (!before) return `${left} ${written}${right}`;
  const startsSentence = /(?:^|[.!?]\s+|\n)$/.test(left);
  return startsSentence
    ? `${left}${capitalizeFirst(written)} ${lowerFirstUnlessName(right)}`
    : `${left}${written} ${right}`;
}
