/** Marks, fillers, corrections, capitals and questions of a language, from its table. */
import type { LanguageRules, SpokenMark } from "../../words/language-rules.ts";
import type { LanguageData } from "./language-data.ts";
import type { LanguageTable } from "./language-table.ts";
import { layout } from "./mark-kinds.ts";
import { spokenMarks } from "./marks.ts";
import { type NamedPatterns, namedPatterns, namedThen, verbSecondPatterns } from "./naming.ts";
import type { Notation } from "./notation.ts";
import { alternatives, list } from "./readers.ts";

export function wordsOf(data: LanguageData, table: LanguageTable, notation: Notation) {
  const months = [...data.months, ...data.weekdays].flatMap((forms) => forms.split("/"));
  const cased = months.filter((name) => name !== name.toLowerCase() && !name.includes(" "));
  const then = namedThen(table);
  const givenNames = list(table.givenNames ?? "");
  const names = [...cased, ...list(table.capitalized ?? ""), ...givenNames];
  return {
    marks: [
      ...marksOf(table),
      ...layout("\n\n", ...list(table.paragraphAfterMark ?? "")).map(onlyAfterMark),
      ...layout("\n", ...list(table.lineAfterMark ?? "")).map(onlyAfterMark),
    ].map((mark) => ({
      ...mark,
      spoken: notation.phrase(mark.spoken),
      ...(table.odds && { odds: table.odds[mark.spoken] ?? 0 }),
    })),
    capitalized: Object.fromEntries(names.map((name) => [name.toLowerCase(), name])),
    givenNames: new Set(givenNames.map((name) => name.toLowerCase())),
    questionStarts: notation.list(table.questions),
    questionLeads: notation.list(table.questionLeads),
    questionEnds: notation.list(table.questionEnds).map((ending) => notation.gap + ending),
    tags: notation.list(table.tags),
    fillers: notation.list(table.fillers),
    keptFillers: notation.list(table.keptFillers),
    stutters: notation.list(table.stutters),
    ...(table.listNumbers !== undefined && { listNumbers: list(table.listNumbers) }),
    listBullets: list(table.listBullets ?? ""),
    corrections: notation.list(table.corrections),
    ordinaryCorrections: notation.list(table.ordinaryCorrections),
    apologies: notation.list(table.apologies),
    denials: notation.list(table.denials),
    erasures: notation.list(table.erasures),
    literalCommandAfter: notation.list(table.literalCommandAfter),
    ...(table.writing !== undefined && { writing: new RegExp(`(?:^| )(?:${table.writing})`, "u") }),
    ...(then !== undefined && { namedThen: new RegExp(`^(?:${then})`, "u") }),
  } satisfies Partial<LanguageRules>;
}

const onlyAfterMark = (mark: SpokenMark): SpokenMark => ({ ...mark, afterMark: true });

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
    literalAhead: (spoken) => patternOf([literalAhead, namedOf(table, spoken)?.ahead]),
    aloneBehind: (spoken) =>
      patternOf([endsWith(literal), table.aloneBehind, namedOf(table, spoken)?.aloneBehind]),
    aloneAhead: (spoken) => patternOf([table.aloneAhead, namedOf(table, spoken)?.aloneAhead]),
    aloneAround: (spoken) => patternOf([table.aloneAround, namedOf(table, spoken)?.aloneAround]),
  });
}

function behindOf(table: LanguageTable, spoken: string): RegExp | undefined {
  const { namedFirst, literalBehind = [], literalBehindOf = {} } = table;
  const first = namedFirst && `^(?:, )?(?:${list(namedFirst).join("|").replaceAll("_", " ")})$`;
  const own = Object.fromEntries(alternatives(literalBehindOf))[spoken];
  return patternOf([first, ...literalBehind, own, ...(namedOf(table, spoken)?.behind ?? [])]);
}

function namedOf(
  { marks, naming, verbSecond }: LanguageTable,
  spoken: string,
): Partial<NamedPatterns> | undefined {
  const asks = marks["?"]?.split("/").includes(spoken) ?? false;
  return verbSecond ? verbSecondPatterns(verbSecond) : naming && namedPatterns(naming, spoken, asks);
}

/** Signs that a mark of one word is named count for the others, too, if there is only one. */
function endsWith(words: string | undefined): string | undefined {
  return words && `(?:^| )(?:${list(words).join("|").replaceAll("_", " ")})$`;
}

function patternOf(patterns: readonly (string | undefined)[]): RegExp | undefined {
  const given = patterns.filter((pattern) => pattern !== undefined);
  return given.length === 0 ? undefined : new RegExp(given.join("|"), "u");
}

function listsOf(lists: Readonly<Record<string, string>> = {}): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([mark, words]) => [mark, list(words)]));
}
