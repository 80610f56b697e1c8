/** Lists and lines: bullets, numbers, sorting, joining, splitting, duplicates. */
import type { Command } from "../command.ts";
import { andOf, withoutArticle } from "../language-words.ts";
import { beginsSentence } from "../letter-case.ts";
import { DETERMINER, joinItems, type List, listOf, plain, renderList } from "../list.ts";
import { capitalizeFirst, textsOf, unitsOf } from "../text-range.ts";

const MARKER = /^[^\S\n]*(?:[-*•–]|\d{1,3}[.)])[^\S\n]+/gm;

export const makeList: Command = (text, { kind = "bullet" }, { language }) => {
  const { lead, tail, items, markers } = itemList(text, language);
  // A sentence with commas that is no list.
  if (items.length === 1 && markers === null && /,\s/.test(text)) return null;
  if (items.length === 0 || tail.trim().length > 1) return null;
  if (kind === "comma separated") return lead + items.join(", ");
  const numbered = /^(?:number|ordered)/.test(kind);
  const marked = markers?.some((marker) => marker.trim() !== "") ?? false;
  // `De la peinture` continues the sentence that leads to it.
  const continues = (item: string) => lead !== "" && DETERMINER.test(item);
  const lines = items.map((item, index) => {
    const text = marked || continues(item) ? item : capitalizeFirst(item);
    return `${numbered ? `${index + 1}.` : "-"} ${text}`;
  });
  return leadLine(lead, language) + lines.join("\n");
};

/** `We need` → `We need:` on a line of its own. */
function leadLine(lead: string, language: string): string {
  const words = lead.trimEnd().replace(/\s*:$/, "");
  if (words === "") return "";
  return `${words}${language === "fr" ? "\u00a0:" : ":"}\n`;
}

/** A list as it stands, or else the text's sentences, or its one part. */
function itemList(text: string, language: string): List {
  const list = listOf(text, language);
  if (list) return list;
  const items = textsOf(text, "sentence");
  return { lead: "", tail: "", items, markers: null, last: "" };
}

export const makeSentence: Command = (text, _, context) => {
  const { language } = context;
  const list = listOf(text, language);
  if (!list?.markers || list.tail.trim() !== "" || list.items.some((item) => /[.!?]$/.test(item)))
    return null;
  const items = list.items.map((item) => plain(item.replace(/[,;]$/, ""), language));
  const lead = list.lead.trim() === "" ? "" : `${list.lead.trim()} `;
  const sentence = `${lead}${joinItems(items, ` ${andOf(language, items.at(-1) ?? "")} `)}`;
  return `${beginsSentence("", 0, context) ? capitalizeFirst(sentence) : sentence}.`;
};

export const removeMarkers: Command = (text) => {
  const plain = text.replace(MARKER, "");
  return plain === text ? null : plain;
};

export const sortLines: Command = (text, { order = "" }, { language }) => {
  const down = /reverse|descending|backward|z to a|(?:high|larg|long|bigg)est (?:first|to)|most/.test(order);
  const key = KEYS.find(([name]) => name.test(order))?.[1];
  const compare = key ? (a: string, b: string) => key(a) - key(b) : collator.compare;
  const list = listOf(text, language);
  if (list === null || list.items.some(isProse) || hasClauses(list)) return null;
  return rearrange(text, language, (items) => {
    if (key && items.some((item) => Number.isNaN(key(item)))) return null;
    const sorted = items.toSorted(compare);
    return down ? sorted.reverse() : sorted;
  });
};

const KEYS: readonly [RegExp, (item: string) => number][] = [
  [/length|long|short/, (item) => item.length],
  [
    /number|numeric|size|amount|value|low|small|high|larg|bigg/,
    (item) => Number((/\d+(?:[.,]\d+)*/.exec(item)?.[0] ?? "x").replaceAll(",", "")),
  ],
];

export const reverseLines: Command = (text, _, { language }) =>
  rearrange(text, language, (items) => items.toReversed());

export const removeDuplicates: Command = (text, { unit = "" }, { language }) => {
  if (/^word/.test(unit))
    return text.replace(/(?<![\p{L}\p{N}])([\p{L}\p{N}'’]+)(?:\s+\1)+(?![\p{L}\p{N}])/giu, "$1");
  return rearrange(text, language, (items) => {
    const seen = new Set<string>();
    return items.filter((item) => !seen.has(item.toLowerCase()) && seen.add(item.toLowerCase()));
  });
};

export const joinLines: Command = (text) =>
  /\S\s*\n\s*\S/.test(text) ? text.replace(/\s*\n\s*/g, " ") : null;

export const splitLines: Command = (text, { at = "" }, { language }) => {
  if (/^(?:part|clause)/.test(at)) return text.replace(/(?<=[,;])[^\S\n]+/g, "\n");
  if (/^(?:comma|item)/.test(at)) return itemList(text, language).items.join("\n");
  if (/^semicolon/.test(at)) return text.split(/\s*;\s*/).join("\n");
  const unit = /^word/.test(at) ? "word" : "sentence";
  const separator = /^paragraph/.test(at) ? "\n\n" : "\n";
  return textsOf(text, unit).join(separator);
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** In a sentence only short items are certain to be a list: `Zoe likes tea, Anna likes coffee`. */
function hasClauses({ markers, lead, items }: List): boolean {
  const most = lead.trimEnd().endsWith(":") ? LONGEST_LISTED_WORDS : LONGEST_ITEM_WORDS;
  return markers === null && items.some((item) => unitsOf(withoutArticle(item), "word").length > most);
}
const LONGEST_ITEM_WORDS = 2;
const LONGEST_LISTED_WORDS = 6;

/** Paragraphs are narrative, not lists. */
function isProse(item: string): boolean {
  return unitsOf(item, "sentence").length > 1;
}

/** Keeps the layout that the list has: lines with their markers, or parts of a sentence; else whole sentences. */
function rearrange(
  text: string,
  language: string,
  change: (items: readonly string[]) => readonly string[] | null,
): string | null {
  const list = listOf(text, language);
  const parts = list?.items ?? textsOf(text, "sentence");
  const items = parts.length > 1 ? change(parts) : null;
  return items && (list ? renderList({ ...list, items }, text, language) : items.join(" "));
}
