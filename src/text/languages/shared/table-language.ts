/** Rules of a language whose numbers, months, units and currencies are CLDR's, and whose phrases are a short table. */
import type { LanguageRules, Written } from "../../words/language-rules.ts";
import { fold } from "../../words/letter-case.ts";
import { scriptRules } from "../scripts.ts";
import type { AddressParser, AddressWords } from "./addresses.ts";
import { withPrefixes, withSuffixes } from "./affixes.ts";
import { type AmountReader, grouped, unsaidHundreds } from "./amounts.ts";
import { clockReader } from "./clock.ts";
import { centuryReader, ordinalSignReader, romanReader, rulerReader, signFinder } from "./dates.ts";
import { denominatorReader } from "./denominators.ts";
import { numberedReader, telephoneLayout } from "./digit-runs.ts";
import type { LanguageData } from "./language-data.ts";
import type { LanguageTable } from "./language-table.ts";
import { Notation } from "./notation.ts";
import type { CardinalReader } from "./number-readers.ts";
import { dateReader, timeReader } from "./patterns.ts";
import { addressNumberReader } from "./places.ts";
import { properFractionReader } from "./plain.ts";
import type { MeasureWords, MoneyWords } from "./quantities.ts";
import { quartersReader } from "./quarters.ts";
import { alternatives, list, phraseLength, phrases, type Reader, type Words } from "./readers.ts";
import { type LanguageWords, languageReader } from "./reading.ts";
import { type SpelledNumbers, spelledNumbers } from "./spelled/numbers.ts";
import { sumReader } from "./sums.ts";
import { calendarOf, measuresOf, moneyOf } from "./table-quantities.ts";
import { wordsOf } from "./table-words.ts";
import { pressureReader, temperatureReader } from "./vital-signs.ts";

/** Below ten numbers are words in print, and articles and pronouns too. */
const LEAST_IN_DIGITS = 10;
/** Addresses drop the accents of the words that are said for them: `clínica` is clinica. */
const PLAIN_ADDRESSES = new Set(["es", "fr", "it", "pt"]);
const ADDRESS_SIGNS = ["@", ".", "-", "_", "/", "://"];

/** Parts that need code. */
export interface LanguageCode {
  /** Of the language alone; they win over others of equal length, some only over those that are not of its table. */
  readers?: (amount: AmountReader, addresses: AddressParser) => readonly Reader[];
  laterReaders?: (amount: AmountReader) => readonly Reader[];
  denominator?: LanguageWords["fractions"]["denominator"];
  isMoney?: MoneyWords["isMoney"];
  addresses?: Partial<AddressWords>;
  /** Not where its own readers read letters and digits that are said one by one. */
  readsSigns?: boolean;
  /** Words that may follow a whole number, as its decimals. */
  tail?: LanguageWords["amounts"]["tail"];
}

/** The parts for a language's code. */
export interface Parts {
  numbers: SpelledNumbers;
  measures: MeasureWords;
  money: MoneyWords;
}

export function tableLanguage(
  code: string,
  data: LanguageData,
  table: LanguageTable,
  ownCode: (parts: Parts) => LanguageCode = () => ({}),
  numbers = numbersOf(code, data, table),
): LanguageRules {
  const language = new TableLanguage(code, data, table, numbers);
  return language.rules(ownCode);
}

/** The numbers of a language, for its own code as well. */
export function numbersOf(code: string, cldr: LanguageData, table: LanguageTable): SpelledNumbers {
  const { ordinalWords, moreRules, leadArticle: lead } = table;
  const data = { ...cldr, ...table.cldr, sets: withRules(cldr.sets, moreRules) };
  const [articles, multipliers] = [list(table.articles ?? ""), list(table.multipliers ?? "")];
  return spelledNumbers(code, data, { articles, ordinalWords, lead, multipliers });
}

class TableLanguage {
  readonly #code: string;
  readonly #data: LanguageData;
  readonly #table: LanguageTable;
  readonly #script: LanguageRules;
  readonly #notation: Notation;
  readonly #numbers: SpelledNumbers;
  readonly #quarters;
  readonly #signOf;

  constructor(code: string, cldr: LanguageData, table: LanguageTable, numbers: SpelledNumbers) {
    this.#code = code;
    this.#table = table;
    this.#data = { ...cldr, ...table.cldr };
    this.#script = scriptRules(code);
    this.#notation = new Notation(this.#script.spaced);
    const more = this.#notation.numbers(table.digits);
    const zeros = Object.fromEntries(list(table.zeros ?? "").map((word) => [word, 0]));
    const [small, digits] = [
      { ...numbers.small, ...more },
      { ...numbers.digits, ...more, ...zeros },
    ];
    const scales = [...numbers.scales, ...list(table.moreScales ?? "")].map((scale) =>
      this.#notation.phrase(scale),
    );
    this.#numbers = { ...numbers, small, digits, scales };
    this.#signOf = signFinder(table.ordinals);
    this.#quarters = table.quarters && quartersReader(numbers.cardinal, table.quarters);
  }

  rules(ownCode: (parts: Parts) => LanguageCode): LanguageRules {
    const words = wordsOf(this.#data, this.#table, this.#notation);
    return {
      ...this.#script,
      ...words,
      ...this.#table.rules,
      ...this.#patternRules(),
      numberStyle: { digits: this.#smallInDigits(), writeOut: (spoken) => spoken },
      read: this.#reader(ownCode, (word) => words.capitalized[word] ?? word),
    };
  }

  #patternRules(): Partial<LanguageRules> {
    const { notQuestions, lastNames, familyNames } = this.#table;
    return {
      ...(lastNames && { lastNames: new RegExp(lastNames, "u") }),
      ...(familyNames && { familyNames: new RegExp(familyNames, "u") }),
      ...(notQuestions && { notQuestions: new RegExp(notQuestions, "u") }),
    };
  }

  /** Numbers that print has in words, for users who want digits; not one, which is an article. */
  #smallInDigits(): Record<string, string> {
    const { least = 0, leastWanted = 2 } = this.#table;
    const [from, to] = [leastWanted, Math.max(least, LEAST_IN_DIGITS)];
    const small = Object.entries(this.#numbers.small).filter(
      ([, value]) => value >= from && value < to && value !== 1,
    );
    return Object.fromEntries(small.map(([word, value]) => [word, String(value)]));
  }

  #reader(ownCode: (parts: Parts) => LanguageCode, noun: (word: string) => string): Reader {
    const { prefixes, suffixes } = this.#table;
    const measures = measuresOf(this.#data, this.#table, this.#notation);
    const currencies = moneyOf(this.#data, this.#table, this.#notation);
    const code = ownCode({ numbers: this.#numbers, measures, money: currencies });
    const money = { ...currencies, ...(code.isMoney && { isMoney: code.isMoney }) };
    const fractions = this.#fractions(code);
    const spoken = languageReader(
      {
        numbers: this.#numbers,
        measures,
        money,
        fractions,
        ...this.#amounts(code, noun),
        ...this.#written(code),
      },
      (...tools) => this.#ownReaders(code, fractions, tools),
    );
    const behind = suffixes ? withSuffixes(spoken, this.#numbers.cardinal, suffixes) : spoken;
    const read = prefixes ? withPrefixes(behind, this.#numbers.cardinal, prefixes) : behind;
    return this.#data.digits === "" ? read : inDigitsOf(this.#data.digits, read);
  }

  #amounts({ tail }: LanguageCode, noun: (word: string) => string) {
    const { least, halves, idioms, percent, percentFirst, moneyFirst, ...table } = this.#table;
    const { decimal, group, indian, minus, percentGap, ...data } = this.#data;
    const notation = this.#notation;
    return {
      amounts: {
        noun,
        points: table.points ?? this.#points(),
        minus: [...minus.map((word) => notation.phrase(word)), ...notation.phrases(table.minus)],
        plusMinus: notation.phrases(table.plusMinus),
        minusNotAfter: list(table.minusNotAfter ?? ""),
        scaleNotAfter: list(table.scaleNotAfter ?? ""),
        decimalPairs: table.decimalPairs ?? false,
        halfWord: this.#halfWord(),
        scalePlurals: notation.table(table.scalePlurals),
        places: phrases(alternatives(notation.numbers(table.places))),
        separator: group,
        indian,
        readsWritten: table.writtenNumbers ?? true,
        pointNotAfter: table.pointNotAfter === undefined ? undefined : list(table.pointNotAfter),
        ...(table.leastGrouped !== undefined && { leastGrouped: table.leastGrouped }),
        ...(tail && { tail }),
        ...(this.#quarters && { quarters: this.#quarters }),
      },
      plain: {
        leastInDigits: BigInt(least ?? LEAST_IN_DIGITS),
        leastInProse: BigInt(LEAST_IN_DIGITS),
        idioms: notation.phrases(idioms),
        yearAfter: table.yearAfter === undefined ? undefined : list(table.yearAfter),
      },
      halves: notation.phrases(halves),
      tails: notation.table(this.#table.tails),
      percent: {
        percent: [data.percent.toLowerCase(), percent].flatMap((names) => notation.phrases(names)),
        gap: percentGap,
      },
      percentFirst: notation.table(percentFirst),
      moneyFirst: moneyFirst ?? false,
      unsaidHundreds: table.unsaidHundreds ?? false,
    };
  }

  /** If the comma is the decimal sign, the word for a full stop ends a sentence. */
  #points(): Record<string, string> {
    const { points, decimal } = this.#data;
    const stops = new Set((this.#table.marks["."] ?? "").split("/"));
    const said = points.filter((word) => decimal !== "," || !stops.has(word));
    return Object.fromEntries(said.map((word) => [this.#notation.phrase(word), decimal]));
  }

  #halfWord(): (word: string) => bigint | null {
    const named = Object.fromEntries(alternatives(this.#notation.numbers(this.#table.halfWords)));
    const endings = this.#notation.phrases(this.#table.halfEndings);
    return (word) => {
      if (named[word] !== undefined) return BigInt(named[word]);
      const ending = endings.find((each) => word.endsWith(each));
      return ending === undefined
        ? null
        : (this.#numbers.cardinal([word.slice(0, -ending.length)], 0)?.value ?? null);
    };
  }

  #fractions(code: LanguageCode): LanguageWords["fractions"] {
    const { parts, partsFirst, partsBehind, partEndings, partsAnd, over, overLead, ...table } = this.#table;
    const notation = this.#notation;
    const denominator = denominatorReader(
      phrases(alternatives(notation.numbers(parts))),
      { cardinal: this.#numbers.cardinal, ordinal: this.#numbers.properOrdinal },
      {
        behind: notation.phrases(partsBehind),
        endings: notation.phrases(partEndings),
        ...(table.ordinalParts && { ordinals: table.ordinalParts }),
      },
    );
    return {
      denominator: code.denominator ?? denominator,
      under: phrases(alternatives(notation.numbers(partsFirst))),
      over: notation.phrases(over),
      overLead: notation.phrases(overLead),
      named: notation.table(table.fractions),
      and: notation.phrases(partsAnd),
      // Elsewhere `9,5`, as in print, and not `9 1/2`.
      ...(!table.halvesAsFractions && { afterWhole: {} }),
    };
  }

  /** Digits one by one, and addresses. */
  #written(code: LanguageCode) {
    const {
      telephone = [],
      telephoneAbroad,
      trunkZero,
      codeGap,
      national,
      country,
      oneWord,
      ...table
    } = this.#table;
    const layout = telephoneLayout(telephone);
    const abroad = telephoneAbroad && telephoneLayout(telephoneAbroad);
    const { cardinal: longest } = this.#numbers;
    const cardinal = (words: Words, at: number) => longest(words, at) && longest(words.slice(at, at + 1), 0);
    return {
      letterWords: list(table.letterWords ?? ""),
      readsSigns: code.readsSigns ?? true,
      ...(table.told && { labels: table.told }),
      ...(table.cases && { cases: table.cases }),
      digitRuns: {
        plus: this.#notation.phrases(table.plus),
        extra: this.#notation.numbers(table.laterDigits),
        elementsBelow: BigInt(table.groupsBelow ?? 1000),
        shortRuns: table.shortRuns ?? true,
        short: new Set(list(table.emergency ?? "")),
        layout,
        layoutAbroad: abroad ?? (trunkZero ? (digits: string) => layout(`0${digits}`).slice(1) : layout),
        national: national === undefined ? null : new RegExp(national),
        ...(country && { country }),
        ...(oneWord && { cardinal }),
        ...(codeGap !== undefined && { codeGap }),
      },
      addresses: { ...this.#addresses(), ...code.addresses },
    };
  }

  #addresses(): Omit<AddressWords, "cardinal" | "digits"> {
    const { address, clock, marks, domains, letters, labels, labelLetters } = this.#table;
    const known = Object.fromEntries(alternatives(this.#notation.table(labels)));
    const inLetters = (label: string) =>
      labelLetters ? [...label].map((letter) => labelLetters[letter] ?? letter).join("") : label;
    const signs = list(address).map((names, index) => [
      this.#notation.names(names.replaceAll("_", " ")),
      ADDRESS_SIGNS[index] ?? "",
    ]);
    return {
      signs: { ...Object.fromEntries(signs), [this.#notation.names(marks[":"] ?? "")]: ":" },
      letters: this.#notation.table(letters),
      never: phraseLength(this.#notation.phrases(clock?.sharp)),
      spell: (label) => known[label] ?? inLetters(PLAIN_ADDRESSES.has(this.#code) ? fold(label) : label),
      domains: list(domains ?? this.#code),
    };
  }

  #ownReaders(
    code: LanguageCode,
    fractions: LanguageWords["fractions"],
    tools: [amount: AmountReader, addresses: AddressParser],
  ): Reader[] {
    const { sums, pressure, temperature, numbered, century, rulers, clock } = this.#table;
    const { colon = ":", ordinalParts, postcodes, roman, rules } = this.#table;
    const { cardinal, digits } = this.#numbers;
    return [
      // Sizes that agree with their count need no help against ordinals.
      ...(ordinalParts || code.denominator ? [] : [properFractionReader(cardinal, fractions)]),
      ...(code.readers?.(...tools) ?? []),
      ...this.#patterns(colon),
      ...(roman ? [romanReader(this.#code, this.#numbers, new RegExp(roman, "u"))] : []),
      this.#ordinalSigns(),
      ...(code.laterReaders?.(tools[0]) ?? []),
      ...(pressure ? [pressureReader(this.#signedCardinal(), ...pressure)] : []),
      ...(temperature ? [temperatureReader(cardinal, this.#data.decimal, ...temperature)] : []),
      ...(postcodes ? [addressNumberReader(this.#numbers, rules?.streetNames?.streets ?? [])] : []),
      ...(sums ? [sumReader(cardinal, sums)] : []),
      ...(clock ? [clockReader(clock, this.#notation, cardinal, colon)] : []),
      ...(century ? [centuryReader(this.#numbers, century)] : []),
      ...(rulers ? [rulerReader(this.#numbers, rulers)] : []),
      numberedReader({ cardinal, digits }, this.#notation.phrases(numbered), this.#notation.gap),
      this.#terms(),
    ];
  }

  #signedCardinal(): CardinalReader {
    const { cardinal } = this.#numbers;
    const hundreds = unsaidHundreds(cardinal);
    return this.#table.unsaidHundreds ? (words, at) => hundreds(words, at) ?? cardinal(words, at) : cardinal;
  }

  #terms(): Reader {
    const find = phrases(alternatives(this.#notation.table(this.#table.terms)));
    return (words, at) => {
      const term = find(words, at);
      return term && { words: term.words, text: term.value.replaceAll("_", "\u00a0"), kind: "letters" };
    };
  }

  #patterns(colon: string): Reader[] {
    const { dates = [], times = [], hours, yearDigits, minuteAnd = "", twoDigitHours = false } = this.#table;
    const words = {
      cardinal: this.#numbers.cardinal,
      ordinal: this.#numbers.ordinal,
      year: this.#numbers.year,
      ...calendarOf(this.#data, this.#table, this.#notation),
      hours: this.#notation.numbers(hours),
      yearDigits,
      minuteAnd,
      colon,
      twoDigitHours,
      readsWritten: this.#table.writtenNumbers,
      ordinalSign: (last: string) => this.#signOf(last).prose,
      gap: this.#notation.gap,
      ...(this.#quarters && { quarters: this.#quarters }),
    };
    const apart = (pattern: string) => this.#notation.pattern(pattern);
    return [dateReader(dates.map(apart), words), timeReader(times.map(apart), words)];
  }

  /** The sign after an ordinal's number, by the end of its last word. */
  #ordinalSigns(): Reader {
    const { ordinals, ordinalHours, ordinalLabels, ordinalsAlone = false, leastGrouped } = this.#table;
    if (ordinals === undefined) return () => null;
    const { least = 0, leastOrdinal = Math.max(least, LEAST_IN_DIGITS) } = this.#table;
    const separator = leastGrouped === undefined ? "" : this.#data.group;
    return ordinalSignReader(this.#numbers.properOrdinal, {
      sign: this.#signOf,
      least: BigInt(leastOrdinal),
      aloneToo: ordinalsAlone,
      parts: list(ordinalLabels ?? ""),
      grouped: (digits) =>
        grouped(digits, { separator, ...(leastGrouped !== undefined && { leastGrouped }) }),
      ...(ordinalHours !== undefined && { hours: new RegExp(ordinalHours, "u") }),
    });
  }
}

/** The sets with more lines, which are tried after theirs. */
function withRules(sets: LanguageData["sets"], more: LanguageTable["moreRules"] = {}): LanguageData["sets"] {
  const longer = Object.entries(more).map(([set, lines]) => [set, `${sets[set] ?? ""}\n${lines}`.trim()]);
  return { ...sets, ...Object.fromEntries(longer) };
}

/** The digits of a script of its own; those that the recognizer wrote stay. */
function inDigitsOf(digits: string, read: Reader): Reader {
  const own = [...digits];
  const write = (text: string) => text.replace(/\d/g, (digit) => own[Number(digit)] ?? digit);
  return (words, at) => {
    const found: Written | null = read(words, at);
    if (!found || found.kind === "address" || found.kind === "letters") return found;
    if (words.slice(at, at + found.words).some((word) => /\d/.test(word))) return found;
    const prose = found.prose === undefined ? {} : { prose: write(found.prose) };
    return { ...found, text: write(found.text), ...prose };
  };
}
