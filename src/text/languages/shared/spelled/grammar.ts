/** Number spelling rules as `LanguageData.sets` holds them, ready to be matched. */

/** Another rule set that spells the quotient, the remainder, or the whole number. */
interface Part {
  sign: "<" | ">" | "=";
  set: string;
}

export interface Rule {
  /** The numbers it spells: from `low` up to but not including `high`. */
  low: bigint;
  high: bigint;
  divisor: bigint;
  items: readonly (string | Part)[];
  /** `[a|b]` is `a` where a remainder is left (true), else `b` (false), which may be nothing. */
  remainder: boolean | null;
}

export interface RuleSet {
  /** Rules that begin with a letter, by it; and those that begin with what another set spells. */
  byLetter: ReadonlyMap<string, readonly Rule[]>;
  leading: readonly Rule[];
  /** Those that add to what another rule of the set spells: Catalan `primer` with an s. */
  derived: readonly Rule[];
  /** Up to three letters that its numbers begin with, as one number: most words of a text are no numbers, and show it there. */
  starts: ReadonlySet<number>;
}

export type Grammar = ReadonlyMap<string, RuleSet>;

export const LONGEST_START = 3;
const LINE = /^([\de]+)(?:-([\de]+))?(?:\/([\de]+))? (.+)$/u;
const OPTIONAL = /\[([^|]*)\|?(.*)\]/u;

export function grammarOf(sets: Readonly<Record<string, string>>): Grammar {
  const rules = new Map(
    Object.entries(sets).map(([name, text]) => [name, text.split("\n").flatMap(rulesOf)]),
  );
  return new Map(
    [...rules].map(([name, list]) => {
      const isDerived = ({ items: [first] }: Rule) =>
        typeof first === "object" && first.sign === "=" && first.set === name;
      return [
        name,
        {
          byLetter: Map.groupBy(
            list.filter(startsWithLetter),
            ({ items }) => (items[0] as string)[0] as string,
          ),
          leading: list.filter((rule) => !startsWithLetter(rule) && !isDerived(rule)),
          derived: list.filter(isDerived),
          starts: startsOf(name, rules, new Set()),
        },
      ];
    }),
  );
}

function startsWithLetter({ items }: Rule): boolean {
  return typeof items[0] === "string";
}

function rulesOf(line: string): Rule[] {
  const [, base = "", end, divisor = "1", text = ""] = LINE.exec(line) ?? [];
  const low = numberOf(base);
  const rule = { low, high: end === undefined ? low + 1n : numberOf(end), divisor: numberOf(divisor) };
  if (!OPTIONAL.test(text)) return [{ ...rule, items: itemsOf(text), remainder: null }];
  return [
    { ...rule, items: itemsOf(text.replace(OPTIONAL, "$1")), remainder: true },
    { ...rule, items: itemsOf(text.replace(OPTIONAL, "$2")), remainder: false },
  ];
}

/** `2e6` */
function numberOf(text: string): bigint {
  const [digits = "", zeros = "0"] = text.split("e");
  return BigInt(digits) * 10n ** BigInt(zeros);
}

function itemsOf(text: string): (string | Part)[] {
  return [...text.matchAll(/([<>=])(\w+)\1|([^<>=]+)/gu)].map(([, sign, set = "", literal]) =>
    literal === undefined ? { sign: sign as Part["sign"], set } : literal,
  );
}

function startsOf(name: string, rules: ReadonlyMap<string, readonly Rule[]>, seen: Set<string>): Set<number> {
  const starts = new Set<number>();
  if (seen.has(name)) return starts;
  seen.add(name);
  for (const { items } of rules.get(name) ?? []) {
    const [first] = items;
    if (typeof first === "string") starts.add(startOf(first));
    else if (first) for (const start of startsOf(first.set, rules, seen)) starts.add(start);
  }
  return starts;
}

function startOf(text: string): number {
  let code = 0;
  for (let i = 0; i < Math.min(text.length, LONGEST_START); i++) code = startCode(code, text.charCodeAt(i));
  return code;
}

/** One letter more: three fill 48 bits. */
export function startCode(code: number, letter: number): number {
  return code * 0x10000 + letter;
}
