/** Marks, fillers, corrections, capitals and questions of a language, from its table. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "./language-data.ts";
import type { LanguageTable } from "./language-table.ts";
import { spokenMarks } from "./marks.ts";
import type { Notation } from "./notation.ts";
import { list } from "./readers.ts";

export function wordsOf(data: LanguageData, table: LanguageTable, notation: Notation) {
  const months = [...data.months, ...data.weekdays].flatMap((forms) => forms.split("/"));
  const cased = months.filter((name) => name !== name.toLowerCase() && !name.includes(" "));
  const names = [...cased, ...list(table.capitalized ?? "")];
  return {
    marks: marksOf(table).map((mark) => ({ ...mark, spoken: notation.phrase(mark.spoken) })),
    capitalized: Object.fromEntries(names.map((name) => [name.toLowerCase(), name])),
    questionStarts: notation.list(table.questions),
    questionLeads: notation.list(table.questionLeads),
    questionEnds: notation.list(table.questionEnds).map((ending) => notation.gap + ending),
    fillers: notation.list(table.fillers),
    stutters: notation.list(table.stutters),
    corrections: notation.list(table.corrections),
    ordinaryCorrections: notation.list(table.ordinaryCorrections),
    apologies: notation.list(table.apologies),
    denials: notation.list(table.denials),
    erasures: notation.list(table.erasures),
    literalCommandAfter: notation.list(table.literalCommandAfter),
  } satisfies Partial<LanguageRules>;
}

function marksOf(table: LanguageTable): LanguageRules["marks"] {
  const { named, literal, literalBefore, literalAfterOf, literalBeforeOf, literalAhead } = table;
  return spokenMarks({
    signs: table.marks,
    quotes: table.quotes,
    named: list(named ?? ""),
    literalAfter: list(literal ?? ""),
    literalBefore: list(literalBefore ?? ""),
    literalAfterOf: listsOf(literalAfterOf),
    literalBeforeOf: listsOf(literalBeforeOf),
    literalBehind: (spoken) => behindOf(table, spoken),
    ...(literalAhead !== undefined && { literalAhead: new RegExp(literalAhead, "u") }),
  });
}

function behindOf(table: LanguageTable, spoken: string): RegExp | undefined {
  const { namedFirst, literalBehind = [], agreeing, governing } = table;
  const first = namedFirst && `^(?:, )?(?:${list(namedFirst).join("|").replaceAll("_", " ")})$`;
  const governor = ofMark(governing, spoken);
  const agrees = ofMark(agreeing, spoken) ?? NEVER;
  const patterns = [first, governor && `(?:^| )(?:${governor})$`, ...literalBehind].filter(
    (pattern) => pattern !== undefined,
  );
  if (patterns.length === 0) return undefined;
  return new RegExp(patterns.join("|").replaceAll("~", `(?:${agrees})`), "u");
}

const NEVER = "(?!)";

function ofMark(patterns: Readonly<Record<string, string>> = {}, spoken: string): string | undefined {
  return Object.entries(patterns).find(([marks]) => marks.split("/").includes(spoken))?.[1];
}

function listsOf(lists: Readonly<Record<string, string>> = {}): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([mark, words]) => [mark, list(words)]));
}
