/** The spoken marks of a language from a short table. */
import type { SpokenMark } from "../../words/language-rules.ts";
import { alone, layout, opening, pause, stop, symbol } from "./mark-kinds.ts";
import type { QuoteTable } from "./word-table.ts";

type Kind = (written: string, ...spoken: string[]) => SpokenMark[];

/** Signs that are neither within a sentence nor at its end. */
const KINDS: Readonly<Record<string, Kind>> = {
  ".": stop,
  "?": stop,
  "!": stop,
  "¿": opening,
  "¡": opening,
  "(": opening,
  "[": opening,
  "{": opening,
  "#": opening,
  $: opening,
  "-": symbol,
  "–": symbol,
  "—": symbol,
  "/": symbol,
  "\\": symbol,
  "@": symbol,
  _: symbol,
  "": symbol,
  "&": alone,
  "*": alone,
  "+": alone,
  "=": alone,
  ":-)": alone,
  "\n": layout,
  "\n\n": layout,
  "\n- ": layout,
  ".\n\n": (_, ...spoken) => layout("\n\n", ...spoken).map((mark) => ({ ...mark, stops: true })),
};

interface MarkTable {
  /** Sign → what is said for it, alternatives apart by `/`. */
  signs: Readonly<Record<string, string>>;
  /** Quotation marks, with the spaces that belong to them, and what is said to open and to close. */
  quotes: QuoteTable;
  /** Words before any mark that show that it is meant literally, as they never end a clause: articles, possessives, `the word`. */
  named: readonly string[];
  /** Words before (after) a mark of one word that show it, too. */
  literalAfter: readonly string[];
  literalBefore: readonly string[];
  /** The first where a mark has its own: a neuter noun after `das` cannot be distinguished from `was ist das fragezeichen`. */
  literalAfterOf?: Readonly<Record<string, readonly string[]>>;
  /** The words before a mark that is meant literally, if one word is not enough; for marks of several words, too. */
  literalBehind?: (spoken: string) => RegExp | undefined;
  /** The same of what stands after it. */
  literalAhead?: (spoken: string) => RegExp | undefined;
  /** The same of the only mark in a text. */
  aloneBehind?: (spoken: string) => RegExp | undefined;
  aloneAhead?: (spoken: string) => RegExp | undefined;
  aloneAround?: (spoken: string) => RegExp | undefined;
  /** The words after it instead of `literalBefore`: `point de départ`, but `du lait virgule du pain`. */
  literalBeforeOf?: Readonly<Record<string, readonly string[]>>;
}

export function spokenMarks({
  signs,
  quotes,
  named,
  literalAfter,
  literalBefore,
  literalAfterOf,
  literalBeforeOf,
  ...patterns
}: MarkTable): SpokenMark[] {
  return [
    ...Object.entries(signs).flatMap(([written, spoken]) =>
      (KINDS[written] ?? pause)(written, ...spoken.split("/")),
    ),
    ...opening(quotes.open, ...quotes.opening.split("/")),
    ...pause(quotes.close, ...quotes.closing.split("/")),
    ...pairedMarks(quotes),
  ].map((mark) => ({
    ...mark,
    literalAfter: [...named, ...wordsBy(mark.spoken, literalAfter, literalAfterOf)],
    literalBefore: wordsBy(mark.spoken, literalBefore, literalBeforeOf),
    ...patternsOf(patterns, mark.spoken),
  }));
}

function pairedMarks(table: QuoteTable): SpokenMark[] {
  const { open, close, paired, pairedOpening, brackets, bracketEnds } = table;
  const wordsOf = (words: string | undefined) => words?.split("/") ?? [];
  const both = wordsOf(paired);
  return [
    ...opening(open, ...both, ...wordsOf(pairedOpening)),
    ...pause(close, ...both),
    ...opening("(", ...wordsOf(brackets)),
    ...pause(")", ...wordsOf(bracketEnds)),
  ].map((mark) => ({ ...mark, paired: true }));
}

type Patterns = Pick<
  MarkTable,
  "literalBehind" | "literalAhead" | "aloneBehind" | "aloneAhead" | "aloneAround"
>;

function patternsOf(patterns: Patterns, spoken: string): Partial<SpokenMark> {
  const given = Object.entries(patterns).map(([name, of]) => [name, of(spoken)] as const);
  return Object.fromEntries(given.filter(([, pattern]) => pattern !== undefined));
}

const NO_WORDS: readonly string[] = [];

/** A mark's own words, else those of all marks of one word. */
function wordsBy(
  spoken: string,
  usual: readonly string[],
  own: Readonly<Record<string, readonly string[]>> | undefined,
): readonly string[] {
  return own?.[spoken] ?? (spoken.includes(" ") ? NO_WORDS : usual);
}
