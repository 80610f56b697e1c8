/** Words that change places: `swap the first and second sentence`, `move the last line to the top`. */
import type { Command } from "../command.ts";
import { findTarget } from "../find-target.ts";
import { beginsSentence, goingOn } from "../letter-case.ts";
import { itemNamed, listOf, renderList } from "../list.ts";
import { ordinalOf } from "../ordinals.ts";
import { capitalizeFirst, overlaps, removeRanges, replaceRanges, type TextRange } from "../text-range.ts";
import { inDigits } from "../written-form.ts";

export const swap: Command = (text, { one = "", other = "" }, context) => {
  // `the first and second sentence`: the unit is said once.
  const unit = /(words?|sentences?|lines?|paragraphs?|items?)$/.exec(other)?.[0] ?? "";
  const shared = unit && !one.includes(unit.replace(/s$/, "")) ? `${one} ${unit}` : one;
  const ranges = [single(text, shared) ?? single(text, one), single(text, other)];
  const [first, second] = ranges;
  if (!first || !second || overlaps(first, second)) return null;
  const [left, right] = first.start < second.start ? [first, second] : [second, first];
  const [leftText, rightText] = [text.slice(left.start, left.end), text.slice(right.start, right.end)];
  const isWords = !/[.!?]$/.test(leftText + rightText) && !/\n/.test(text);
  const into = (part: string, { start }: TextRange) => {
    const plain = text.startsWith(part) ? goingOn(part, context.language) : part;
    return beginsSentence(text, start, context) ? capitalizeFirst(plain) : plain;
  };
  return replaceRanges(text, [left, right], (_, index) => {
    const [part, place] = index === 0 ? [rightText, left] : [leftText, right];
    return isWords ? into(part, place) : part;
  });
};

export const move: Command = (text, { target = "", edge, side = "", place = "" }, { language }) => {
  const toStart = /beginning|start|front|top/.test(edge ?? "");
  const moved = edge ? moveItem(text, target, toStart, language) : null;
  if (moved !== null) return moved;
  const range = single(text, target);
  if (!range) return null;
  const part = text.slice(range.start, range.end);
  // `Put two after one`: the figure may be new, and another stays without it.
  if (inDigits(part.toLowerCase(), language) !== null) return null;
  const rest = removeRanges(text, [range]);
  const separator = /\n/.test(text) && !/\n/.test(part) && isLine(text, range) ? "\n" : " ";
  if (edge) {
    const isWhole = /[.!?…]["'”’)]?$/.test(part) || /\n/.test(text);
    if (!isWhole) return toStart ? leading(part, rest, language) : closing(part, rest, language);
    return toStart ? part + separator + rest.trimStart() : rest.trimEnd() + separator + part;
  }
  const anchor = single(rest, place);
  if (!anchor) return null;
  return /before|front|above/.test(side)
    ? rest.slice(0, anchor.start) + part + separator + rest.slice(anchor.start)
    : rest.slice(0, anchor.end) + separator + part + rest.slice(anchor.end);
};

/** Words that now begin the sentence, and those that no longer do. */
function leading(part: string, rest: string, language: string): string {
  const isCapital = /^\p{Lu}/u.test(rest);
  return isCapital
    ? `${capitalizeFirst(part)} ${goingOn(rest.trimStart(), language)}`
    : `${part} ${rest.trimStart()}`;
}

/** Words that now end it, before its stop. */
function closing(part: string, rest: string, language: string): string {
  const stop = /[.!?…]*$/.exec(rest.trimEnd())?.[0] ?? "";
  const words = rest.trimEnd().slice(0, rest.trimEnd().length - stop.length);
  return `${words} ${goingOn(part, language)}${stop}`;
}

/** Within a list with markers, which stay where they are. */
function moveItem(text: string, target: string, toStart: boolean, language: string): string | null {
  const list = listOf(text, language);
  if (!list?.markers) return null;
  const place = ordinalOf(/^(?:the )?(.+) (?:item|bullet|point|entry|line)$/.exec(target)?.[1]);
  const at = place === null ? itemNamed(list, target) : place < 0 ? list.items.length + place : place;
  const item = list.items[at];
  if (item === undefined) return null;
  const others = list.items.toSpliced(at, 1);
  return renderList({ ...list, items: toStart ? [item, ...others] : [...others, item] }, text, language);
}

function single(text: string, words: string): TextRange | null {
  const ranges = findTarget(text, words);
  return ranges.length === 1 ? (ranges[0] ?? null) : null;
}

function isLine(text: string, { start, end }: TextRange): boolean {
  return (start === 0 || text[start - 1] === "\n") && (end === text.length || text[end] === "\n");
}
