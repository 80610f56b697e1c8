/** Rules of a language whose numbers, months, units and currencies are CLDR's, and whose phrases are a short table. */
import type { LanguageRules, Written } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { withPrefixes, withSuffixes } from "./affixes.ts";
import { apart } from "./apart.ts";
import { currencies } from "./currencies.ts";
import { ordinalSignReader } from "./dates.ts";
import { inGroups, numberedReader } from "./digit-runs.ts";
import type { LanguageData } from "./language-data.ts";
import type { LanguageTable } from "./language-table.ts";
import { spokenMarks } from "./marks.ts";
import { dateReader, timeReader } from "./patterns.ts";
import { properFractionReader } from "./plain.ts";
import { type QuartersReader, quartersReader } from "./quarters.ts";
import { alternatives, list, phrases, type Reader, type Words } from "./readers.ts";
import { languageReader } from "./reading.ts";
import { type SpelledNumbers, spelledNumbers } from "./spelled/numbers.ts";
import { capitals } from "./spoken-words.ts";
import { sumReader } from "./sums.ts";
import { table } from "./tables.ts";

/** Below ten numbers are words in print, and articles and pronouns too. */
const LEAST_IN_DIGITS = 10;
const ADDRESS_SIGNS = ["@", ".", "-", "_", "/", ":"];

export function tableLanguage(code: string, cldr: LanguageData, own: LanguageTable): LanguageRules {
  const data = { ...cldr, ...own.cldr, sets: withRules(cldr.sets, own.moreRules) };
  const script = scriptRules(code);
  // A word of a language without spaces is a character.
  const split = (phrase: string) => (script.spaced ? phrase : apart(phrase.replaceAll(" ", "")).join(" "));
  const splitAll = (text: string | undefined) =>
    (text ?? "")
      .split("/")
      .filter((phrase) => phrase !== "")
      .map(split);
  const numbers = spelledNumbers(code, data);
  const digits = { ...numbers.digits, ...numbersOf(own.digits) };
  // Where the comma is the decimal sign, the word for a full stop ends a sentence.
  const stops = new Set((own.marks["."] ?? "").split("/"));
  const points = data.points.filter((word) => data.decimal !== "," || !stops.has(word)).map(split);
  const labels = table(own.labels ?? "");
  const quarters = own.quarters && quartersReader(numbers.cardinal, own.quarters);
  const spoken = languageReader(
    {
      numbers: { cardinal: numbers.cardinal, digits, scales: data.scales },
      amounts: {
        points: Object.fromEntries(points.map((word) => [word, data.decimal])),
        minus: data.minus.map(split),
        minusNotAfter: [],
        places: phrases(alternatives(numbersOf(own.places, split))),
        separator: data.group,
        indian: data.indian,
        ...(quarters && { quarters }),
      },
      plain: {
        leastInDigits: BigInt(own.least ?? LEAST_IN_DIGITS),
        leastInProse: BigInt(LEAST_IN_DIGITS),
        idioms: splitAll(own.idioms),
      },
      fractions: fractionsOf(own, split),
      halves: splitAll(own.halves),
      percent: {
        percent: [...splitAll(data.percent.toLowerCase()), ...splitAll(own.percent)],
        gap: data.percentGap,
      },
      measures: measuresOf(data, own, split),
      ...(own.percentFirst !== undefined && { percentFirst: table(own.percentFirst) }),
      moneyFirst: own.moneyFirst ?? false,
      money: {
        currencies: moneyOf(data, own, split),
        and: splitAll(own.moneyAnd),
        bareCents: "after-and",
        decimal: data.decimal,
      },
      letterWords: list(own.letterWords ?? ""),
      digitRuns: {
        plus: splitAll(own.plus),
        elementsBelow: 1000n,
        shortRuns: true,
        ...(own.oneWord && { cardinal: (words, at) => numbers.cardinal(words.slice(at, at + 1), 0) }),
        short: new Set(list(own.emergency ?? "")),
        layout: (run) => inGroups(run, own.telephone?.[run.length] ?? [run.length], " "),
      },
      addresses: {
        signs: addressSigns(own, split),
        letters: table(own.letters ?? ""),
        spell: (label) => labels[label] ?? label,
        domains: list(own.domains ?? code),
      },
    },
    readersOf(data, own, { ...numbers, ...(quarters && { quarters }) }, split, script.spaced),
  );
  const behind = own.suffixes ? withSuffixes(spoken, numbers.cardinal, own.suffixes) : spoken;
  const read = own.prefixes ? withPrefixes(behind, own.prefixes.words, own.prefixes.gap) : behind;
  return {
    ...script,
    ...wordsOf(data, own, script.spaced),
    numberStyle: {
      digits: Object.fromEntries(
        Object.entries(digits).flatMap(([word, value]) => (value > 1 ? [[word, String(value)]] : [])),
      ),
      writeOut: (spoken) => spoken,
    },
    read: data.digits === "" ? read : inDigitsOf(data.digits, read),
  };
}

/** The sets with more lines, which are tried behind theirs. */
function withRules(sets: LanguageData["sets"], more: LanguageTable["moreRules"] = {}): LanguageData["sets"] {
  const longer = Object.entries(more).map(([set, lines]) => [set, `${sets[set] ?? ""}\n${lines}`.trim()]);
  return { ...sets, ...Object.fromEntries(longer) };
}

function readersOf(
  data: LanguageData,
  own: LanguageTable,
  {
    cardinal,
    ordinal,
    properOrdinal,
    year,
    digits,
    quarters,
  }: SpelledNumbers & { quarters?: QuartersReader },
  split: Split,
  spaced: boolean,
): Reader[] {
  const months = monthsOf(data, own, split);
  const gap = spaced ? " " : "";
  const words = {
    cardinal,
    ordinal,
    months,
    hours: numbersOf(own.hours, split),
    year,
    ...(quarters && { quarters }),
    yearDigits: own.yearDigits,
    minuteAnd: own.minuteAnd ?? "",
    colon: own.colon ?? ":",
    gap,
  };
  const pattern = (text: string) => patternApart(text, split);
  const signs = (own.ordinals ?? "").split(" ").filter((sign) => sign !== "");
  return [
    properFractionReader(cardinal, fractionsOf(own, split)),
    ...(own.sums ? [sumReader(cardinal, own.sums)] : []),
    dateReader(own.dates.map(pattern), words),
    timeReader(own.times.map(pattern), words),
    numberedReader({ cardinal, digits }, (own.numbered ?? "").split("/").filter(Boolean).map(split), gap),
    ...(signs.length === 0
      ? []
      : [ordinalSignReader(properOrdinal, BigInt(LEAST_IN_DIGITS), signByEnding(signs))]),
  ];
}

function fractionsOf(own: LanguageTable, split: Split) {
  const behind = phrases(alternatives(numbersOf(own.parts, split)));
  return {
    denominator: (words: Words, at: number) => {
      const part = behind(words, at);
      return part && { words: part.words, value: BigInt(part.value) };
    },
    under: phrases(alternatives(numbersOf(own.partsFirst, split))),
    over: (own.over ?? "").split("/").filter(Boolean).map(split),
    overLead: (own.overLead ?? "").split("/").filter(Boolean).map(split),
    named: table(own.fractions ?? ""),
    // `9,5`, as in print, and not `9 1/2`.
    afterWhole: {},
    and: (own.partsAnd ?? "").split("/").filter(Boolean).map(split),
  };
}

function monthsOf(data: LanguageData, own: LanguageTable, split: Split): Record<string, string> {
  const extra = list(own.months ?? "");
  const months: Record<string, string> = {};
  data.months.forEach((names, index) => {
    const isCased = /^\p{Lu}/u.test(names);
    for (const entry of [...names.split("/"), ...(extra[index] ?? "").split("/")]) {
      const [name = "", written] = entry.replaceAll("_", " ").split("=");
      if (name === "" || name === "-") continue;
      const cased = isCased
        ? name.replace(/^(?:d')?\p{L}/u, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase())
        : name;
      months[split(name.toLowerCase())] ??= written ?? cased;
    }
  });
  return months;
}

/** The left side of a pattern in a language whose words are characters. */
function patternApart(pattern: string, split: (phrase: string) => string): string {
  return pattern.replace(/[^\s=/()?_]{2,}(?=[^=]*=)/gu, (phrase) => split(phrase).replaceAll(" ", "_"));
}

function signByEnding(signs: readonly string[]): (last: string) => string {
  const pairs = signs.map((sign) => sign.split("=") as [string, string]);
  return (last) => pairs.find(([ending]) => ending === "*" || last.endsWith(ending))?.[1] ?? "";
}

function numbersOf(text: string | undefined, split = (phrase: string) => phrase): Record<string, number> {
  if (text === undefined) return {};
  const splitAll = (names: string) => names.split("/").map(split).join("/");
  return Object.fromEntries(
    Object.entries(table(text)).map(([name, value]) => [splitAll(name), Number(value)]),
  );
}

type Split = (phrase: string) => string;

function measuresOf(data: LanguageData, own: LanguageTable, split: Split) {
  const units: Record<string, string> = {};
  for (const [symbol, names] of Object.entries(data.units))
    for (const name of names.toLowerCase().split("/")) {
      units[split(name)] = symbol;
      units[split(name.replaceAll("-", " "))] = symbol;
    }
  for (const [names, symbol] of Object.entries(table(own.units ?? "")))
    for (const name of names.split("/")) if (name !== "") units[split(name)] = symbol;
  const perUnits = Object.entries(table(own.per?.units ?? "")).filter(([names]) => names !== "");
  return {
    units,
    per: (own.per?.words ?? "")
      .split("/")
      .filter((word) => word !== "")
      .map(split),
    ...(own.halfAfterUnit && {
      halfAfter: (own.halves ?? "").split("/").map(split),
      half: `${data.decimal}5`,
    }),
    perUnits: Object.fromEntries(
      perUnits.map(([names, symbol]) => [names.split("/").map(split).join("/"), symbol]),
    ),
    everyday: {},
  };
}

function moneyOf(data: LanguageData, own: LanguageTable, split: Split) {
  const apartAll = (names: string) => names.split("/").map(split).join("/");
  const named = Object.entries(own.money).map(([symbol, [names, cents]]): [string, [string, string]] => {
    const more = data.currencies[symbol] ?? "";
    return [symbol, [apartAll(more === "" ? names : `${names}/${more}`), apartAll(cents)]];
  });
  const others = Object.entries(data.currencies)
    .filter(([symbol, names]) => names !== "" && !(symbol in own.money))
    .map(([symbol, names]): [string, [string, string]] => [symbol, [apartAll(names), ""]]);
  return currencies(Object.fromEntries([...named, ...others]), () => own.moneyLayout ?? data.moneyLayout);
}

function addressSigns({ address, marks }: LanguageTable, split: Split): Record<string, string> {
  const colons = (marks[":"] ?? "").replaceAll(" ", "_");
  return Object.fromEntries(
    [...list(address), colons].map((names, index) => [
      names
        .split("/")
        .map((name) => split(name.replaceAll("_", " ")))
        .join("/"),
      ADDRESS_SIGNS[index] ?? "",
    ]),
  );
}

function wordsOf(data: LanguageData, own: LanguageTable, spaced: boolean) {
  const names = [...data.months, ...data.weekdays].flatMap((forms) => forms.split("/"));
  const cased = names.filter((name) => name !== name.toLowerCase() && !name.includes(" "));
  const literal = list(own.literal ?? "");
  const marks = spokenMarks({
    signs: own.marks,
    quotes: own.quotes,
    literalAfter: literal,
    literalBefore: [],
  });
  const phrasesOf = (text: string | undefined) =>
    list(text ?? "").map((phrase) => phrase.replaceAll("_", " "));
  return {
    marks: spaced
      ? marks
      : marks.map((mark) => ({ ...mark, spoken: apart(mark.spoken.replaceAll(" ", "")).join(" ") })),
    capitalized: capitals(cased.join(" ")),
    questionStarts: phrasesOf(own.questions),
    questionEnds: phrasesOf(own.questionEnds).map((ending) => (spaced ? ` ${ending}` : ending)),
    fillers: phrasesOf(own.fillers),
    corrections: phrasesOf(own.corrections),
  };
}

/** The digits of a script of its own; those that the recognizer wrote stay. */
function inDigitsOf(digits: string, read: Reader): Reader {
  const own = [...digits];
  const write = (text: string) => text.replace(/\d/g, (digit) => own[Number(digit)] ?? digit);
  return (words, at) => {
    const found: Written | null = read(words, at);
    if (!found || found.kind === "address" || found.kind === "letters") return found;
    if (words.slice(at, at + found.words).some((word) => /\d/.test(word))) return found;
    return {
      ...found,
      text: write(found.text),
      ...(found.prose !== undefined && { prose: write(found.prose) }),
    };
  };
}
