/** A list as it stands in a text: lines with or without markers, or items between commas, with what leads to it. */

import { isPlainWord } from "../words/frequent-words.ts";
import { fold } from "../words/letter-case.ts";
import { AND_OR, ARTICLES, conjunctionsOf } from "./language-words.ts";
import { stem } from "./sound-alike.ts";
import { capitalizeFirst, lowerFirst, unitsOf } from "./text-range.ts";

export interface List {
  /** The text before and after the items, with its line break or space. */
  lead: string;
  tail: string;
  items: readonly string[];
  /** Before each item of its own line, such as `- ` or `2. `; null for a list within a sentence. */
  markers: readonly string[] | null;
  /** Between the last two items of a sentence. */
  last: string;
}

const MARKER = /^[^\S\n]*(?:[-*•–]|\d{1,3}[.)])[^\S\n]+/;
const NUMBERED = /\d+/;

export function listOf(text: string, language: string): List | null {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  return filled.length > 1 ? linesOf(lines) : sentenceList(text, language);
}

/** Marked lines, or all; before them may stand a line that leads to them. */
function linesOf(lines: readonly string[]): List {
  const marked = lines.map((line) => MARKER.test(line));
  const some = marked.includes(true);
  const isItem = (line: string, index: number) =>
    line.trim() !== "" && (some ? marked[index] === true : index > 0 || !/:\s*$/.test(line));
  const first = lines.findIndex(isItem);
  const last = lines.findLastIndex(isItem);
  const rows = lines.slice(first, last + 1).filter((line) => line.trim() !== "");
  const markers = rows.map((row) => MARKER.exec(row)?.[0] ?? "");
  return {
    lead: [...lines.slice(0, first), ""].join("\n"),
    tail: ["", ...lines.slice(last + 1)].join("\n"),
    items: rows.map((row, index) => row.slice(markers[index]?.length).trimEnd()),
    markers,
    last: "",
  };
}

function sentenceList(text: string, language: string): List | null {
  if (unitsOf(text, "sentence").length !== 1) return null;
  const tail = /\s*[.!?]?\s*$/.exec(text)?.[0] ?? "";
  const [, intro = "", body = ""] = /^(.*:\s+)?(.*)$/s.exec(text.slice(0, text.length - tail.length)) ?? [];
  const parts = body.split(/\s*[,;]\s+/);
  const joined = new RegExp(`^(?:(.*\\S)(\\s+))?((?:${conjunctionsOf(language)})\\s+)(\\S.*)$`, "is").exec(
    parts.at(-1) ?? "",
  );
  const [, before, gap = "", conjunction = "", end = ""] = joined ?? [];
  const items = joined ? [...parts.slice(0, -1), ...(before === undefined ? [] : [before]), end] : parts;
  if (items.length < 2 || items.some((item) => item === "")) return null;
  const last = joined ? (before === undefined ? ", " : gap) + conjunction : ", ";
  const lead = intro === "" ? leadOf(items) : "";
  // `Salt and pepper, oil and vinegar`: which words lead to the items is not certain.
  if (lead === null || ENDS_JOINED.test(lead)) return null;
  const [first = "", ...others] = items;
  return { lead: intro + lead, tail, items: [first.slice(lead.length), ...others], markers: null, last };
}

const ENDS_JOINED = new RegExp(`(?:^|\\s)(?:${AND_OR})\\s$`, "iu");

/** `We need milk, eggs and bread`: the words before the first item; null if that is unclear. */
function leadOf(items: readonly string[]): string | null {
  const [first = "", ...others] = items;
  const counts = others.map((item) => unitsOf(item, "word").length);
  const most = Math.max(...counts.slice(0, -1), others.length > 1 ? 0 : (counts[0] ?? 0));
  // The sentence continues after its list: `and bread for the party`.
  if ((counts.at(-1) ?? 0) > most + 1) return null;
  const words = unitsOf(first, "word");
  const beginnings = others.map((item) => DETERMINER.exec(item)?.[0]);
  if (beginnings.every(Boolean)) {
    const starts = [...first.matchAll(new RegExp(`(?<=^|\\s)${DETERMINED}`, "gi"))];
    return first.slice(0, starts.at(-1)?.index ?? 0);
  }
  if (words.length <= most) return "";
  return most === 1 ? first.slice(0, words.at(-1)?.start ?? 0) : words.length > most + 1 ? null : "";
}

const DETERMINED = `(?:(?:${ARTICLES}|du|de la|some|two|three|four|five|six|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro|\\d+)\\s|(?:de )?l['’])`;
export const DETERMINER = new RegExp(`^${DETERMINED}`, "i");

export function withItems(list: List, at: number, added: readonly string[]): List {
  const { items, markers } = list;
  return {
    ...list,
    items: items.toSpliced(at, 0, ...added),
    markers: markers?.toSpliced(at, 0, ...added.map(() => markers[0] ?? "")) ?? null,
  };
}

/** Not `wine` in `some bread, some milk`. */
export function fitItems({ items, markers }: List, added: readonly string[]): boolean {
  const isDetermined = (item: string) => DETERMINER.test(item);
  return markers !== null || !items.every(isDetermined) || added.every(isDetermined);
}

/** With a sign before each item. */
export function areMarked({ markers }: List): boolean {
  return markers?.every((marker) => marker.trim() !== "") ?? false;
}

export function renderList(
  { lead, tail, items, markers, last }: List,
  text: string,
  language: string,
): string {
  if (markers === null) {
    const upper = lead === "" && /^\p{Lu}/u.test(text);
    const areNames = items.every((item) => /^\p{Lu}/u.test(item));
    const cased = upper
      ? items.map((item, index) => {
          if (index === 0) return capitalizeFirst(item);
          // Only the capital of what was first may be the sentence's.
          return text.startsWith(item) && !areNames ? plain(item, language) : item;
        })
      : items;
    return lead + joinItems(cased, last) + tail;
  }
  const numbered = markers.every((marker) => NUMBERED.test(marker));
  const start = Number(NUMBERED.exec(markers[0] ?? "")?.[0] ?? 1);
  const marker = (index: number) => {
    const like = markers[index] ?? markers.at(-1) ?? "";
    return numbered ? like.replace(NUMBERED, String(start + index)) : like;
  };
  return lead + items.map((item, index) => marker(index) + item).join("\n") + tail;
}

export function joinItems(items: readonly string[], last: string): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")}${last}${items.at(-1)}`;
}

/** An item inside a sentence; a name keeps its capital. */
export function plain(item: string, language: string): string {
  const [first] = unitsOf(item, "word");
  const word = first ? item.slice(first.start, first.end) : "";
  const isName = language === "de" || !isPlainWord(fold(word), language);
  return isName || /^I$/.test(word) ? item : lowerFirst(item);
}

/** Which item is meant; -1 if none is, or several are. */
export function itemNamed(list: List, words: string): number {
  const wanted = bare(words);
  for (const form of [fold, (item: string) => item.split(" ").map(stem).join(" ")]) {
    const found = list.items.flatMap((item, index) => (form(bare(item)) === form(wanted) ? [index] : []));
    if (found.length > 0) return found.length === 1 ? (found[0] ?? -1) : -1;
  }
  return -1;
}

const BARE = new RegExp(`^(?:(?:${ARTICLES}|du|de la|some)\\s|(?:de )?l['’])\\s*`, "i");

function bare(words: string): string {
  return words
    .trim()
    .replace(BARE, "")
    .replace(/[.!?]$/, "");
}
