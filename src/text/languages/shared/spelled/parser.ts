/** Reads numbers back from how a grammar spells them: every way in which its rules may have made the letters. */
import { type Grammar, LONGEST_START, type Rule, type RuleSet } from "./grammar.ts";

export interface Found {
  /** Where the letters of the number end. */
  end: number;
  value: bigint;
}

/** What the parts of a rule have told so far. */
interface Known {
  end: number;
  quotient: bigint;
  rest: bigint;
  whole: bigint;
}

const UNKNOWN = -1n;
const NOTHING: readonly Found[] = [];

/** Reads one text; each set is tried once at each letter and for each bound. */
export class SpelledParser {
  readonly #grammar: Grammar;
  readonly #letters: string;
  readonly #known = new Map<string, readonly Found[]>();

  constructor(grammar: Grammar, letters: string) {
    this.#grammar = grammar;
    this.#letters = letters;
  }

  /** All numbers below `bound` that begin at a letter. */
  parse(name: string, at: number, bound: bigint): readonly Found[] {
    const set = this.#grammar.get(name);
    if (!set || !this.#mayStart(set, at)) return NOTHING;
    const key = `${name} ${at} ${bound}`;
    const known = this.#known.get(key);
    if (known) return known;
    // A rule that leads to itself before any letter spells nothing.
    this.#known.set(key, NOTHING);
    const found = new Map<string, Found>();
    const byLetter = set.byLetter.get(this.#letters[at] as string) ?? [];
    for (const rules of [byLetter, set.leading, set.derived]) {
      for (const rule of rules) {
        if (rule.low >= bound) continue;
        for (const each of this.#match(rule, at, bound)) found.set(`${each.end} ${each.value}`, each);
      }
      if (rules !== byLetter) this.#known.set(key, [...found.values()]);
    }
    return this.#known.get(key) ?? NOTHING;
  }

  #mayStart({ starts }: RuleSet, at: number): boolean {
    for (let length = 1; length <= LONGEST_START; length++)
      if (starts.has(this.#letters.slice(at, at + length))) return true;
    return false;
  }

  #match(rule: Rule, at: number, bound: bigint): Found[] {
    let ways: Known[] = [{ end: at, quotient: UNKNOWN, rest: UNKNOWN, whole: UNKNOWN }];
    for (const item of rule.items) {
      ways =
        typeof item === "string"
          ? ways
              .filter(({ end }) => this.#letters.startsWith(item, end))
              .map((way) => ({ ...way, end: way.end + item.length }))
          : ways.flatMap((way) => this.#matchPart(rule, item.sign, item.set, way, bound));
      if (ways.length === 0) return [];
    }
    return ways.flatMap((way) => {
      const value = numberOf(rule, way);
      return value >= rule.low && value < least(rule.high, bound) ? [{ end: way.end, value }] : [];
    });
  }

  #matchPart(rule: Rule, sign: "<" | ">" | "=", set: string, way: Known, bound: bigint): Known[] {
    const { divisor } = rule;
    const most = least(rule.high, bound);
    const partBound =
      sign === "=" ? most : sign === "<" ? (most + divisor - 1n) / divisor : least(divisor, bound);
    const found = this.parse(set, way.end, partBound);
    // A rule that names the whole number twice means one number.
    const fitting =
      sign === "=" && way.whole !== UNKNOWN ? found.filter(({ value }) => value === way.whole) : found;
    return fitting.map(({ end, value }) => ({
      end,
      quotient: sign === "<" ? value : way.quotient,
      rest: sign === ">" ? value : way.rest,
      whole: sign === "=" ? value : way.whole,
    }));
  }
}

function numberOf({ low, divisor, remainder }: Rule, { quotient, rest, whole }: Known): bigint {
  if (whole !== UNKNOWN) return whole;
  // What stands in brackets is silent about nothing.
  if (remainder === true && rest === 0n) return UNKNOWN;
  const times = quotient === UNKNOWN ? low / divisor : quotient;
  if (rest === UNKNOWN && quotient === UNKNOWN) return remainder === false ? times * divisor : low;
  return times * divisor + (rest === UNKNOWN ? 0n : rest);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
