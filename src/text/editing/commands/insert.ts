/** New words: `add please at the beginning`, `put a comma after hello`, `insert very before good`. */
import { rulesFor } from "../../languages/index.ts";
import { isPlainWord } from "../../words/frequent-words.ts";
import { agree } from "../articles.ts";
import type { Command, EditContext } from "../command.ts";
import { findTarget, isKind } from "../find-target.ts";
import { conjunctionsOf, withoutArticle } from "../language-words.ts";
import { beginsSentence, goingOn } from "../letter-case.ts";
import {
  areMarked,
  DETERMINER,
  fitItems,
  itemNamed,
  type List,
  listOf,
  renderList,
  withItems,
} from "../list.ts";
import { withoutEchoes } from "../replacement.ts";
import { capitalizeFirst, ENDS_SHORTENED, lowerFirst, type TextRange, unitsOf } from "../text-range.ts";
import { kindOf } from "../values.ts";
import data from "../words.json";
import { markNamed, spacedMark, withSpokenMarks, writtenForm } from "../written-form.ts";
import { saluted } from "./letter.ts";

/** Of a letter, with the name of who writes it. */
const CLOSING = new RegExp(
  `^(?<closing>(?:\\S+ ){0,3}(?:${data.closings}))(?:,?\\s+(?<name>\\S+(?: \\S+)?))?$`,
  "iu",
);
/** So many words at the end of a sentence make none of their own. */
const MOST_PART_WORDS = 3;
const QUIET_END = /[.!?…]["'”’)]?$/;

export const insertAtEdge: Command = (text, { words = "", more, edge = "", within }, given) => {
  const context = within === undefined ? given : { ...given, inSentence: true };
  const atStart = /^(?:beginning|start|begin|front|top|open|prepend)$/.test(edge);
  const mark = markNamed(words, context.language);
  // `Put the time at the end`: which words that are is not said.
  if (isDescribed(words)) return null;
  const layout = layoutFirst(more === undefined ? words : `${words} ${more}`, context);
  if (layout) {
    if (atStart || layout.words === "") return null;
    const behind = closed(writtenForm(layout.words, context), text);
    return text.trimEnd() + layout.written + capitalizeFirst(behind);
  }
  const written = mark ?? withSpokenMarks(writtenForm(words, context), context.language);
  if (!atStart) return append(text, written, context, mark !== null);
  return saluted(text, written) ?? prepend(text, written, context);
};

/** `Today's date`, `in bold urgent` */
function isDescribed(words: string): boolean {
  return isKind(words.replace(/^today's /, "the ")) || DESCRIBED.test(words);
}
const DESCRIBED = new RegExp(`^(?:${data.described})(?!\\p{L})`, "u");

/** Between a line break and the words after it. */
const THEN = new RegExp(
  `^(?: (?:ein|hinzu|an))?[,:]?(?: (?:and|und|et|y))?(?: (?:${data.then}))?[,: ]+`,
  "u",
);
const MOST_LAYOUT_WORDS = 4;

/** `A new paragraph and then see you in March`; null if no layout is named first. */
function layoutFirst(said: string, { language }: EditContext): { written: string; words: string } | null {
  const words = said.split(" ");
  for (let length = Math.min(words.length - 1, MOST_LAYOUT_WORDS); length > 0; length -= 1) {
    const named = words.slice(0, length).join(" ").replace(/[,:]$/, "");
    const written = markNamed(named, language);
    if (written?.startsWith("\n")) return { written, words: said.slice(named.length).replace(THEN, "") };
  }
  return null;
}

/** With a stop where the text has one. */
function closed(words: string, text: string): string {
  return /[.!?]$/.test(text.trimEnd()) && !QUIET_END.test(words) ? `${words}.` : words;
}

export const insertBeside: Command = (text, { words = "", side = "after", target = "" }, context) => {
  const ranges = findTarget(text, target);
  const range = ranges[0];
  if (!range || ranges.length > 1) return null;
  if (isDescribed(words) || continuesTarget(text, range, target, words, context)) return null;
  const before = /before|front|ahead/.test(side);
  const at = before
    ? range.start - (/[$€£¥] ?$/.exec(text.slice(0, range.start))?.[0].length ?? 0)
    : range.end + (ENDS_SHORTENED.test(`${text.slice(0, range.end)}. `) && text[range.end] === "." ? 1 : 0);
  if (markNamed(words, context.language) !== null) return insertAt(text, at, words, before, context);
  const said = withoutEchoes(words, text, { start: at, end: at });
  // `The keys the pen, the badge`, `the your badge`
  const isNamed = (phrase: string) => withoutArticle(`${phrase} `) !== `${phrase} `;
  const [behind = ""] = /\S+ $/.exec(text.slice(0, at)) ?? [];
  const isListed = new RegExp(`^(?:,| (?:${conjunctionsOf(context.language)}) )`).test(text.slice(at));
  const isCrowded =
    isNamed(writtenForm(said, context)) && (isNamed(target) || isNamed(behind.trim()) || isListed);
  if (isCrowded) return null;
  const list = listOf(text, context.language);
  const item = list ? itemBeside(list, target, said, context) : -1;
  if (list === null || item < 0) return insertAt(text, at, said, before, context);
  // `Soap before gloves` may be another thing, `clean before gloves` says how they are; so does `estériles` behind `guantes`.
  const added = [writtenForm(said, context)];
  if (before || !/^(?:en|de)$/.test(context.language) || !fitItems(list, added)) return null;
  return renderList(withItems(list, item + 1, added), text, context.language);
};

/** The item of a sentence's list after which new words are one more, `washers after bolts`; -1 for `morning after Tuesday`. */
function itemBeside(list: List, target: string, words: string, context: EditContext): number {
  const item = itemNamed(list, target);
  // `Stériles` behind `des gants` is no thing of its own.
  const isApart = DETERMINER.test(words) || !DETERMINER.test(list.items[item] ?? "");
  const isOfSentence = list.items.length >= LEAST_ITEMS && list.last !== ", " && item < list.items.length - 1;
  const isOne =
    (list.markers === null ? isOfSentence : areMarked(list)) &&
    (isApart || /^(?:en|de)$/.test(context.language)) &&
    words.split(" ").length <= MOST_ITEM_WORDS &&
    kindOf(writtenForm(target, context)) === null &&
    !new RegExp(`^(?:${conjunctionsOf(context.language)}|${data.continuing})(?: |$)`).test(words);
  return isOne ? item : -1;
}
const LEAST_ITEMS = 3;
const MOST_ITEM_WORDS = 2;

/** `Hinter Raum 4 im ersten Stock`: which of the words name the place is not certain. */
function continuesTarget(
  text: string,
  { end }: TextRange,
  target: string,
  words: string,
  { spoken = "" }: EditContext,
): boolean {
  const next = /^ (\S+)/u
    .exec(text.slice(end))?.[1]
    ?.replace(/[.,;:!?]+$/, "")
    .toLowerCase();
  return words.split(" ")[0] === next && spoken.toLowerCase().includes(`${target} ${words}`);
}

/** `add a period`: without a place, a mark that ends a sentence goes to the end, and words too. */
export const insertMark: Command = (text, { words = "" }, context) => {
  const mark = markNamed(words, context.language);
  return mark && /^[.?!…:]$/.test(mark) ? append(text, mark, context, true) : null;
};

function prepend(text: string, written: string, context: EditContext): string {
  if (text === "" || /\n$/.test(written)) return written + text;
  const joined =
    /^[^\p{L}\p{N}]+$/u.test(written) || QUIET_END.test(written) ? text : goingOn(text, context.language);
  return `${beginsSentence("", 0, context) ? capitalizeFirst(written) : written} ${joined}`;
}

function isListed(text: string, language: string): boolean {
  const sentence = unitsOf(text, "sentence").at(-1);
  const list = sentence ? listOf(text.slice(sentence.start, sentence.end), language) : null;
  return list !== null && list.items.length >= LEAST_ITEMS;
}

function append(text: string, written: string, context: EditContext, isMark: boolean): string | null {
  const { language } = context;
  if (isMark) return appendMark(text, written, language);
  const trimmed = text.trimEnd();
  const { closing, name } = CLOSING.exec(written)?.groups ?? {};
  // `Mit freundlichen Grüßen` continues no sentence.
  if (closing !== undefined && (name !== undefined || /^(?:mit|avec|con|with) /i.test(closing))) {
    const from = name === undefined ? "" : `\n${capitalizeFirst(name)}`;
    return `${trimmed}\n\n${capitalizeFirst(closing)}${language === "de" ? "" : ","}${from}`;
  }
  if (trimmed === "") return text + written;
  if (/^[,;]/.test(written)) return trimmed.replace(/(?=[.!?]?$)/, written);
  const stop = /[.!?]$/.exec(trimmed)?.[0];
  // A phrase that continues the sentence stands before its stop; another one makes a sentence of its own.
  const isShort = written.split(" ").length <= MOST_PART_WORDS && !QUIET_END.test(written);
  const isAdverb = isPlainWord(written, language) && !GREETS.test(written);
  const isPart =
    /^\(/.test(written) ||
    (isShort && (context.inSentence || isAdverb || kindOf(withoutArticle(written)) !== null));
  // `Nuts, bolts and washers screws`
  if (isPart && !context.inSentence && kindOf(withoutArticle(written)) === null && isListed(text, language))
    return null;
  const continues = stop && !isPart ? continuing(written, language) : isPart;
  // `The charger` may be part of the sentence, an item, or another sentence.
  const isBare = isShort && stop && !continues && !COMPLETE.test(written);
  if (continues === null || isBare) return null;
  if (stop && continues) return `${trimmed.slice(0, -1).trimEnd()} ${written}${stop}`;
  return stop
    ? `${trimmed} ${capitalizeFirst(written)}${QUIET_END.test(written) ? "" : "."}`
    : `${trimmed} ${written}`;
}

/** Whether words continue the sentence before them; null if they may as well be one of their own: `for questions call Tom`. */
function continuing(written: string, language: string): boolean | null {
  const { joint, small } =
    new RegExp(
      `^(?:(?<joint>${conjunctionsOf(language)}|${data.adding})|(?<small>${data.continuing})) `,
      "u",
    ).exec(written)?.groups ?? {};
  if (joint === undefined && (small === undefined || GREETS.test(written) || /, /.test(written)))
    return false;
  const words = written.split(" ");
  const isBrief = words.length <= MOST_PART_WORDS;
  const isPhrase =
    words.length <= MOST_PHRASE_WORDS && !words.slice(CLAUSE_FROM).some((word) => PRONOUN.test(word));
  return joint !== undefined || isBrief || (isPhrase && SECOND.test(written.slice(small?.length)))
    ? true
    : null;
}
const COMPLETE = new RegExp(
  `(?<!\\p{L})(?:${data.greetings}|${data.closings}|${data.subjects})(?!\\p{L})`,
  "iu",
);
const MOST_PHRASE_WORDS = 5;
const CLAUSE_FROM = 2;
const GREETS = new RegExp(`^(?:${data.greetings})$`, "iu");
const PRONOUN = new RegExp(`^(?:${data.subjects})$`, "iu");
/** `Because of the strike`, `in the morning`, `since it is late` */
const SECOND = new RegExp(`^ (?:of|de|d['’]|${data.articles}|${data.subjects}|\\d+)(?!\\p{L})`, "iu");

function appendMark(text: string, mark: string, language: string): string {
  const trimmed = text.trimEnd();
  if (/\n|^ /.test(mark)) return trimmed + mark;
  const bare = trimmed.replace(/[\u00a0\u202f]?[.,;:!?…]+$/, "");
  return openSentence(bare + spacedMark(mark, language), language);
}

/** Spanish opens a question too. */
function openSentence(text: string, language: string): string {
  const opens = rulesFor(language).sentenceOpens?.[text.at(-1) ?? ""];
  const start = unitsOf(text, "sentence").at(-1)?.start ?? 0;
  return opens === undefined || text.slice(start).includes(opens)
    ? text
    : text.slice(0, start) + opens + text.slice(start);
}

/** The text after a new mark: its own first mark makes way, and a sentence that continues has no capital. */
function continued(right: string, mark: string): string {
  const rest = right.replace(/^[.,;:!?]/, "");
  const joinsSentences = /^[.!?]/.test(right) && /[,;:—]/.test(mark);
  if (/^[.!?]$/.test(mark)) return rest.replace(/^\s+\p{Ll}/u, (letter) => letter.toUpperCase());
  return joinsSentences
    ? rest.replace(/^\s+/, " ").replace(/^ (?!I\b)(.*)$/s, (_, next) => ` ${lowerFirst(next)}`)
    : rest;
}

function insertAt(text: string, at: number, words: string, before: boolean, context: EditContext): string {
  const mark = markNamed(words, context.language);
  const left = text.slice(0, at);
  const right = text.slice(at);
  if (mark !== null) return insertMarkAt(left, right, mark, before, context.language);
  const written = withSpokenMarks(writtenForm(words, context), context.language);
  // After a sentence stands another.
  if (!before && QUIET_END.test(left) && !ENDS_SHORTENED.test(`${left} `))
    return `${left} ${capitalizeFirst(closed(written, left))}${right}`;
  if (!before) return `${left}${/^[,;:.!?]/.test(written) ? "" : " "}${written}${right}`;
  return beginsSentence(text, at, context)
    ? `${left}${capitalizeFirst(written)} ${goingOn(right, context.language)}`
    : agree(`${left}${written} ${right}`, [written], context.language);
}

function insertMarkAt(left: string, right: string, mark: string, before: boolean, language: string): string {
  if (/\n/.test(mark)) {
    const stop = before ? "" : (/^[.,;:!?]+/.exec(right)?.[0] ?? "");
    return left.trimEnd() + stop + mark + right.slice(stop.length).trimStart();
  }
  if (mark === "-") return left.trimEnd() + mark + right.trimStart();
  const spaced = spacedMark(mark, language);
  // The mark stands there already.
  if (/^[,;:]$/.test(mark) && left.trimEnd().endsWith(mark)) return left + right;
  return before ? `${left.trimEnd()}${spaced} ${right}` : left + spaced + continued(right, mark);
}
