/** Lists and lines: bullets, numbers, sorting, joining, splitting, duplicates. */
import type { Command } from "../command.ts";
import { capitalizeFirst, unitsOf } from "../text-range.ts";

const IT =
  "(?:it|this|that|them|these|everything|the (?:text|selection|list|lines|items|sentences|words|whole thing|paragraph))";
const MAKE = "(?:make|turn|convert|change|format|write|put|set|render|show|transform)";
const MARKER = /^[^\S\n]*(?:[-*•–]|\d{1,3}[.)])[^\S\n]+/gm;

export const makeList: Command = {
  patterns: [
    new RegExp(
      `^(?:${MAKE} )?${IT}(?: in)?(?:to| as| like)? (?:an? )?(?<kind>numbered|ordered|bulleted|bullet|unordered|bullet point|check|to do|comma separated)? ?(?:lists?|points?|bullets?)$`,
    ),
    new RegExp(
      `^(?:make|create) an? (?<kind>numbered|ordered|bulleted|bullet|unordered|bullet point|comma separated)? ?list(?: (?:of|from|out of) ${IT})?$`,
    ),
    new RegExp(
      `^(?:add|use) (?<kind>numbers|bullets|bullet points)(?: to (?:the lines|each line|every line|${IT}))?$`,
    ),
    new RegExp(`^(?<kind>number|bullet) (?:the )?(?:lines|items|points|${IT})$`),
  ],
  apply: (text, { kind = "bullet" }) => {
    const items = itemsOf(text);
    if (items.length === 0) return null;
    if (kind === "comma separated") return items.join(", ");
    const numbered = /^(?:number|ordered)/.test(kind);
    return items
      .map((item, index) => `${numbered ? `${index + 1}.` : "-"} ${capitalizeFirst(item)}`)
      .join("\n");
  },
};

export const removeMarkers: Command = {
  patterns: [
    /^(?:remove|delete|drop|take out|strip)(?: all)?(?: the)? (?:bullets?|bullet points?|numbering|numbers|list markers|list formatting)$/,
  ],
  apply: (text) => {
    const plain = text.replace(MARKER, "");
    return plain === text ? null : plain;
  },
};

export const sortLines: Command = {
  patterns: [
    new RegExp(`^(?:sort|order|arrange|alphabeti[sz]e)(?: ${IT})?(?: (?<order>.+))?$`),
    /^put (?:it|this|them|the list|the lines) in (?<order>(?:reverse )?alphabetical order)$/,
  ],
  apply: (text, { order = "" }) => {
    const down = /reverse|descending|backwards|z to a|high|largest|longest/.test(order);
    const byLength = /length|long|short/.test(order);
    return rearrange(text, (items) => {
      const sorted = items.toSorted((a, b) => (byLength ? a.length - b.length : collator.compare(a, b)));
      return down ? sorted.reverse() : sorted;
    });
  },
};

export const reverseLines: Command = {
  patterns: [
    /^(?:reverse|invert|flip)(?: the)?(?: order)?(?: of)?(?: (?:it|this|the (?:list|lines|items|order|sentences)))?$/,
  ],
  apply: (text) => rearrange(text, (items) => items.toReversed()),
};

export const removeDuplicates: Command = {
  patterns: [
    /^(?:remove|delete|drop|get rid of|take out)(?: all)?(?: the)? (?:duplicates?|duplicated?|repeated|double)(?: (?<unit>words?|lines?|items?|sentences?|entries))?$/,
    /^(?:dedupe|deduplicate)(?: (?:it|this|the (?<unit>lines|list|words)))?$/,
  ],
  apply: (text, { unit = "" }) => {
    if (/^word/.test(unit))
      return text.replace(/(?<![\p{L}\p{N}])([\p{L}\p{N}'’]+)(?:\s+\1)+(?![\p{L}\p{N}])/giu, "$1");
    return rearrange(text, (items) => {
      const seen = new Set<string>();
      return items.filter((item) => !seen.has(item.toLowerCase()) && seen.add(item.toLowerCase()));
    });
  },
};

export const joinLines: Command = {
  patterns: [
    new RegExp(
      `^(?:join|merge|combine|connect)(?: ${IT}| all(?: the)? lines)?(?: (?:in|on)?to (?:one|a single) (?:line|paragraph|sentence))?(?: together)?$`,
    ),
    new RegExp(`^${MAKE} ${IT} (?:into |in |on )?(?:one|a single) (?:line|paragraph)$`),
    /^(?:remove|delete|take out|get rid of)(?: all)?(?: the)? (?:line breaks?|newlines?|new lines?|paragraph breaks?)$/,
  ],
  apply: (text) => text.replace(/\s*\n\s*/g, " "),
};

export const splitLines: Command = {
  patterns: [
    new RegExp(
      `^(?:split|break)(?: up)?(?: ${IT})?(?: up)? (?:in|into|to|at|by|on|after) (?:the |every |each |separate |single )?(?<at>sentences?|lines?|words?|commas?|paragraphs?|full stops?|periods?|semicolons?)$`,
    ),
    /^(?:put )?(?:one|each|every) (?<at>sentence|word|item) (?:per|on its own|on a new|on a separate|in its own) line$/,
  ],
  apply: (text, { at = "" }) => {
    if (/^(?:comma|item)/.test(at)) return itemsOf(text).join("\n");
    if (/^semicolon/.test(at)) return text.split(/\s*;\s*/).join("\n");
    const unit = /^word/.test(at) ? "word" : "sentence";
    const separator = /^paragraph/.test(at) ? "\n\n" : "\n";
    return unitsOf(text, unit)
      .map(({ start, end }) => text.slice(start, end))
      .join(separator);
  },
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The items of a list: its lines; of one line its parts between commas, semicolons and a last «and»; else its sentences. */
function itemsOf(text: string): string[] {
  const lines = text
    .split("\n")
    .map((line) => line.replace(MARKER, "").trim())
    .filter(Boolean);
  if (lines.length > 1) return lines;
  const [line = ""] = lines;
  const parts = line
    .replace(/[.!]$/, "")
    .split(/\s*[,;]\s*(?:(?:and|or)\s+)?/i)
    .filter(Boolean);
  const sentences = unitsOf(line, "sentence").map(({ start, end }) => line.slice(start, end));
  if (sentences.length > 1) return sentences;
  if (parts.length === 1)
    return line
      .replace(/[.!]$/, "")
      .split(/\s+(?:and|or)\s+/i)
      .filter(Boolean);
  const last = parts.at(-1) ?? "";
  return [...parts.slice(0, -1), ...(parts.length > 2 ? [last] : last.split(/\s+(?:and|or)\s+/i))];
}

/** Keeps the layout that the list has: lines with their markers renumbered, or parts between commas. */
function rearrange(text: string, change: (items: string[]) => string[]): string | null {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  if (filled.length > 1) {
    const markers = filled.map((line) => /^[^\S\n]*(?:[-*•–]|\d{1,3}[.)])?[^\S\n]*/.exec(line)?.[0] ?? "");
    const items = filled.map((line, index) => line.slice(markers[index]?.length ?? 0));
    return change(items)
      .map((item, index) => (markers[index] ?? "") + item)
      .join("\n");
  }
  if (/,/.test(text) && unitsOf(text, "sentence").length === 1) {
    const stop = /[.!]$/.exec(text.trim())?.[0] ?? "";
    return change(itemsOf(text)).join(", ") + stop;
  }
  const sentences = unitsOf(text, "sentence").map(({ start, end }) => text.slice(start, end));
  return sentences.length > 1 ? change(sentences).join(" ") : null;
}
