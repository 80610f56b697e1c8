/** Lists and lines: bullets, numbers, sorting, joining, splitting, duplicates. */
import type { Command } from "../command.ts";
import { andOf, withoutArticle } from "../language-words.ts";
import { beginsSentence } from "../letter-case.ts";
import { DETERMINER, joinItems, type List, listOf, plain, renderList } from "../list.ts";
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
      `^${MAKE} (?:each|every) (?:sentence|line|item|part) (?:(?:in)?to |as )?an? (?<kind>bullet|numbered)?(?: ?point| ?item| list item)?$`,
    ),
    new RegExp(
      `^(?:make|create) an? (?<kind>numbered|ordered|bulleted|bullet|unordered|bullet point|comma separated)? ?list(?: (?:of|from|out of) ${IT})?$`,
    ),
    new RegExp(
      `^(?:add|use) (?<kind>numbers|bullets|bullet points)(?: to (?:the lines|each line|every line|${IT}))?$`,
    ),
    new RegExp(`^(?<kind>number|bullet) (?:the )?(?:lines|items|points|sentences|${IT})$`),
    /^(?:use|change to|make|put|write) (?<kind>numbers|bullets|bullet points) instead(?: of (?:the )?(?:bullets|bullet points|numbers))?$/,
    /^(?:change|turn|convert|replace|switch) (?:the )?(?:bullets|bullet points|numbers|dashes) (?:to|into|with|by) (?<kind>numbers|bullets|bullet points)$/,
  ],
  apply: (text, { kind = "bullet" }, { language }) => {
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
  },
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
  const items = unitsOf(text, "sentence").map(({ start, end }) => text.slice(start, end));
  return { lead: "", tail: "", items, markers: null, last: "" };
}

export const makeSentence: Command = {
  patterns: [
    new RegExp(
      `^(?:${MAKE}|join|merge|combine|rewrite) ${IT}(?: back)? (?:in(?:to)? |to |as )?(?:an? |one )?(?:single |normal |full |whole |comma separated )?sentence(?: with commas)?$`,
    ),
    new RegExp(`^(?:make|create|write) (?:a|one) sentence (?:of|from|out of) ${IT}$`),
  ],
  apply: (text, _, context) => {
    const { language } = context;
    const list = listOf(text, language);
    if (!list?.markers || list.tail.trim() !== "" || list.items.some((item) => /[.!?]$/.test(item)))
      return null;
    const items = list.items.map((item) => plain(item.replace(/[,;]$/, ""), language));
    const lead = list.lead.trim() === "" ? "" : `${list.lead.trim()} `;
    const sentence = `${lead}${joinItems(items, ` ${andOf(language, items.at(-1) ?? "")} `)}`;
    return `${beginsSentence("", 0, context) ? capitalizeFirst(sentence) : sentence}.`;
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

/** Sort orders of a list; any other wish is not understood. */
const ORDER =
  "(?:in |by |from |on )*(?:the )?(?:(?:reverse |reversed |descending |ascending )?(?:alphabet(?:ical(?:ly)?)?|name|length|number|numbers|numerical(?:ly)?|size|amount|value|order)(?: order)?|alphabetically(?: backwards?)?|a to z|z to a|(?:length|number|alphabet|name|size|amount)?,? ?(?:(?:low|small|short|high|larg|long|bigg)est (?:first|to (?:low|small|short|high|larg|long|bigg)est))|descending|ascending|backwards?|in reverse)(?: order)?";

export const sortLines: Command = {
  patterns: [
    new RegExp(
      `^(?:sort|order|arrange|alphabeti[sz]e)(?: ${IT}| the (?:names|entries|bullets|numbers|paragraphs))?(?: (?<order>${ORDER}))?$`,
    ),
    new RegExp(`^put (?:${IT}|the (?:names|entries)) in(?:to)? (?<order>${ORDER})$`),
  ],
  apply: (text, { order = "" }, { language }) => {
    const down = /reverse|descending|backward|z to a|(?:high|larg|long|bigg)est (?:first|to)|most/.test(
      order,
    );
    const key = KEYS.find(([name]) => name.test(order))?.[1];
    const compare = key ? (a: string, b: string) => key(a) - key(b) : collator.compare;
    const list = listOf(text, language);
    if (list === null || list.items.some(isProse) || hasClauses(list)) return null;
    return rearrangeList(list, text, language, (items) => {
      if (key && items.some((item) => Number.isNaN(key(item)))) return null;
      const sorted = items.toSorted(compare);
      return down ? sorted.reverse() : sorted;
    });
  },
};

const KEYS: readonly [RegExp, (item: string) => number][] = [
  [/length|long|short/, (item) => item.length],
  [
    /number|numeric|size|amount|value|low|small|high|larg|bigg/,
    (item) => Number((/\d+(?:[.,]\d+)*/.exec(item)?.[0] ?? "x").replaceAll(",", "")),
  ],
];

export const reverseLines: Command = {
  patterns: [
    /^(?:reverse|invert|flip)(?: the)?(?: order)?(?: of)?(?: (?:it|this|the (?:list|lines|items|order|sentences)))?$/,
  ],
  apply: (text, _, { language }) => rearrange(text, language, (items) => items.toReversed()),
};

export const removeDuplicates: Command = {
  patterns: [
    /^(?:remove|delete|drop|get rid of|take out)(?: all)?(?: the)? (?:duplicates?|duplicated?|repeated|double)(?: (?<unit>words?|lines?|items?|sentences?|entries))?$/,
    /^(?:dedupe|deduplicate)(?: (?:it|this|the (?<unit>lines|list|words)))?$/,
  ],
  apply: (text, { unit = "" }, { language }) => {
    if (/^word/.test(unit))
      return text.replace(/(?<![\p{L}\p{N}])([\p{L}\p{N}'’]+)(?:\s+\1)+(?![\p{L}\p{N}])/giu, "$1");
    return rearrange(text, language, (items) => {
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
  apply: (text) => (/\S\s*\n\s*\S/.test(text) ? text.replace(/\s*\n\s*/g, " ") : null),
};

export const splitLines: Command = {
  patterns: [
    new RegExp(
      `^(?:split|break)(?: up)?(?: ${IT})?(?: up)? (?:in|into|to|at|by|on|after) (?:the |every |each |separate |single )?(?<at>sentences?|lines?|words?|commas?|paragraphs?|full stops?|periods?|semicolons?)$`,
    ),
    /^(?:put )?(?:one|each|every) (?<at>sentence|word|item|part|clause) (?:per|on its own|on a new|on a separate|in its own) line$/,
  ],
  apply: (text, { at = "" }, { language }) => {
    if (/^(?:part|clause)/.test(at)) return text.replace(/(?<=[,;])[^\S\n]+/g, "\n");
    if (/^(?:comma|item)/.test(at)) return itemList(text, language).items.join("\n");
    if (/^semicolon/.test(at)) return text.split(/\s*;\s*/).join("\n");
    const unit = /^word/.test(at) ? "word" : "sentence";
    const separator = /^paragraph/.test(at) ? "\n\n" : "\n";
    return unitsOf(text, unit)
      .map(({ start, end }) => text.slice(start, end))
      .join(separator);
  },
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

function rearrangeList(
  list: List,
  text: string,
  language: string,
  change: (items: readonly string[]) => readonly string[] | null,
): string | null {
  const items = change(list.items);
  return items && renderList({ ...list, items }, text, language);
}

/** Keeps the layout that the list has: lines with their markers, or parts of a sentence; else whole sentences. */
function rearrange(
  text: string,
  language: string,
  change: (items: readonly string[]) => readonly string[] | null,
): string | null {
  const list = listOf(text, language);
  if (list) return rearrangeList(list, text, language, change);
  const sentences = unitsOf(text, "sentence").map(({ start, end }) => text.slice(start, end));
  return sentences.length > 1 ? (change(sentences)?.join(" ") ?? null) : null;
}
