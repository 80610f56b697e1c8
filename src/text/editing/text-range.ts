/** Places in the selected text, and the units that people name: words, sentences, lines, paragraphs. */
import { AND_OR } from "./language-words.ts";
import { areForms } from "./sound-alike.ts";
import data from "./words.json";

export interface TextRange {
  start: number;
  /** Exclusive. */
  end: number;
}

export type Unit = "word" | "sentence" | "line" | "paragraph" | "character";

/** An elided word is one of its own: `l'offre`, `qu'il`. */
const WORD =
  /[\p{L}\p{N}\p{M}]+(?:(?:[.,:@/-]|(?<!(?<![\p{L}\p{N}])(?:qu|[cdjlmnst]))['’]|['’](?=\p{L}(?!\p{L})))[\p{L}\p{N}\p{M}]+)*/giu;
/** Words whose stop ends no sentence, at its place; that of `18 h.` does. */
const SHORTENED =
  "(?<!\\p{L})(?:(?<!\\d\\s?)\\p{L}|mr|mrs|ms|dr|prof|st|vs|nr|bzw|inkl|evtl|sra?|srta|mme|mlle|e\\.g|i\\.e)";
export const ENDS_SHORTENED = new RegExp(`${SHORTENED}\\.\\s+$`, "iu");
/**
 * Up to a stop that white space follows, or a line's end; not `Intl.Segmenter`, which knows no sentence in lower case.
 * `No. 5` ends none.
 */
const SENTENCE = new RegExp(
  `\\S[^\\n]*?(?:[。！？]+|(?<!${SHORTENED}|(?<!\\p{L})no(?=\\.\\s*\\d))[.!?…]+["'”’)\\]]*(?=\\s|$)|(?=\\n|$))`,
  "giu",
);

export function unitsOf(text: string, unit: Unit): TextRange[] {
  if (unit === "word") return matchesOf(text, WORD);
  if (unit === "line") return matchesOf(text, /[^\n]*\S[^\n]*/g);
  if (unit === "paragraph") return matchesOf(text, /\S(?:[^\n]|\n(?!\s*\n))*/g);
  if (unit === "character") return matchesOf(text, /\S/gu);
  return matchesOf(text, SENTENCE);
}

export function matchesOf(text: string, pattern: RegExp): TextRange[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].trimEnd().length,
  }));
}

export function textsOf(text: string, unit: Unit): string[] {
  return unitsOf(text, unit).map(({ start, end }) => text.slice(start, end));
}

export function sentenceAround(text: string, place: TextRange): TextRange | undefined {
  return unitsOf(text, "sentence").find(({ start, end }) => start <= place.start && place.end <= end);
}

export function overlaps(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Replaces each range by what `replace` makes of its text. The ranges must not overlap. */
export function replaceRanges(
  text: string,
  ranges: readonly TextRange[],
  replace: (part: string, index: number) => string,
): string {
  let result = "";
  let cursor = 0;
  ranges.forEach(({ start, end }, index) => {
    result += text.slice(cursor, start) + replace(text.slice(start, end), index);
    cursor = end;
  });
  return result + text.slice(cursor);
}

/** Takes the ranges out and closes the gaps: no doubled space, no space before a stop, a capital where one stood. */
export function removeRanges(text: string, ranges: readonly TextRange[]): string {
  let result = text;
  for (const range of [...ranges].reverse()) result = removeRange(result, range);
  const starts = ranges[0]?.start === 0;
  if (!EMPTY_ITEM.test(text)) result = result.replace(EMPTY_ITEM, "");
  return result.trim() === "" ? "" : starts ? result.trimStart() : result;
}

const EMPTY_ITEM = /\n[^\S\n]*(?:[-*•–]|\d{1,3}[.)])[^\S\n]*(?=\n|$)/;

/** Words between commas that are not one of several: `however`, `which was late`; not `die frische Milch`. */
const PARENTHETICAL = new RegExp(`^(?:(?:${data.parentheticals})$|${data.clauses})`, "iu");

function removeRange(text: string, { start, end }: TextRange): string {
  const removed = text.slice(start, end);
  let before = text.slice(0, start);
  let after = text.slice(end);
  if (PARENTHETICAL.test(removed) && /,\s*$/.test(before) && /^\s*,/.test(after)) {
    before = before.replace(/,\s*$/, "");
    after = after.replace(/^\s*,/, "");
  }
  if (/^[^\S\n]*\n/.test(after) && /(^|\n)[^\S\n]*$/.test(before)) {
    // Of a paragraph its blank line goes, too.
    after = after.replace(/\n\s*\n$/.test(before) ? /^\s*\n/ : /^[^\S\n]*\n/, "");
  } else if (/^,/.test(after) && LAST_AND.test(before)) {
    // `Fish and chips, peas` without the chips
    before = before.replace(LAST_AND, "");
  } else if (before === "" || /\s$/.test(before)) {
    // The separator of the removed words and the next ones goes with them, a comma too; but not after `3,500` without its dollars.
    after = after.replace(/\d\s$/.test(before) ? /^[^\S\n]+/ : /^[,;:]?[^\S\n]+/, "");
  }
  // Nothing is left of the sentence that the stop ended.
  if (/(^|[.!?…\n]["'”’)]?)\s*$/.test(before))
    after = after.replace(/^[.,;:!?…]+\s*/, (stop) => (/\n/.test(stop) ? "\n" : " "));
  if (/^[.!?]/.test(after)) before = before.replace(/[,;]\s*$/, "");
  // `No fever and no pain` without the fever.
  const [, next] = new RegExp(`^\\s*(?:${AND_OR}) (\\p{L}+) `, "u").exec(`${after} `) ?? [];
  const first = /^\p{L}+(?= )/u.exec(removed)?.[0] ?? "";
  if (next !== undefined && areForms(first, next) && !/[,;]\s*$/.test(before))
    after = after.replace(new RegExp(`^\\s*(?:${AND_OR}) `), "");
  // `Tom, Ann and Bob` without Ann.
  if (new RegExp(`^\\s*(?:${AND_OR}) `).test(after)) before = before.replace(/,(?=\s*$)/, "");
  // `Aspirin and ramipril.` without ramipril
  if (/^\s*(?:[.!?;]|$)/.test(after)) before = before.replace(LAST_AND, "");
  if (after.trim() === "") return before.trimEnd();
  if (/^($|[\s.,;:!?)])/.test(after)) before = before.replace(/[^\S\n]+$/, "");
  if (/(^|[.!?]["'”’)]?\s+|\n)$/.test(before) && /^\p{Lu}/u.test(removed)) after = capitalizeFirst(after);
  return before + after;
}

const LAST_AND = new RegExp(`(?<=\\S),?\\s(?:${AND_OR})\\s+$`, "u");

export function capitalizeFirst(text: string): string {
  return text.replace(/[\p{L}\p{N}]/u, (first) => (/\p{Ll}/u.test(first) ? first.toUpperCase() : first));
}

export function lowerFirst(text: string): string {
  return text.replace(
    /^([^\p{L}\p{N}]*)(\p{Lu})(?!\p{Lu})/u,
    (_, lead: string, letter: string) => lead + letter.toLowerCase(),
  );
}
