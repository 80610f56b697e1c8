/** Reads numbers back from how a grammar spells them: every way in which its rules may have made the letters. */
import { type Grammar, LONGEST_START, type Rule, type RuleSet, startCode } from "./grammar.ts";

export interface Found {
  /** Where the letters of the number end. */
  end: number;
  value: bigint;
}

/** What the parts of a rule have told so far. */
interface Known {
  quotient: bigint;
  rest: bigint;
  whole: bigint;
}

interface Bounded {
  bound: bigint;
  found: readonly Found[];
}

const UNKNOWN = -1n;
const NOTHING: readonly Found[] = [];
const AT_FIRST: Known = { quotient: UNKNOWN, rest: UNKNOWN, whole: UNKNOWN };

/** Reads one text; each set is tried once at each letter and for each bound. */
export class SpelledParser {
  readonly #grammar: Grammar;
  readonly #letters: string;
  /** Set → letter → what was found below a bound; there are few bounds. */
  readonly #known = new Map<RuleSet, Bounded[][]>();

  constructor(grammar: Grammar, letters: string) {
    this.#grammar = grammar;
    this.#letters = letters;
  }

  /** All numbers below `bound` that begin at a letter. */
  parse(name: string, at: number, bound: bigint): readonly Found[] {
    const set = this.#grammar.get(name);
    if (!set || !this.#mayStart(set, at)) return NOTHING;
    const known = this.#knownAt(set, at);
    const same = known.find((each) => each.bound === bound);
    if (same) return same.found;
    // A rule that leads to itself before any letter spells nothing.
    const result: Bounded = { bound, found: NOTHING };
    known.push(result);
    const found: Found[] = [];
    const byLetter = set.byLetter.get(this.#letters[at] as string) ?? [];
    for (const rules of [byLetter, set.leading, set.derived]) {
      for (const rule of rules) {
        if (rule.low < bound) this.#match(rule, 0, at, AT_FIRST, least(rule.high, bound), found);
      }
      if (rules !== byLetter) result.found = [...found];
    }
    return result.found;
  }

  #knownAt(set: RuleSet, at: number): Bounded[] {
    const bySet = this.#known.get(set) ?? [];
    if (bySet.length === 0) this.#known.set(set, bySet);
    const known = bySet[at] ?? [];
    bySet[at] = known;
    return known;
  }

  #mayStart({ starts }: RuleSet, at: number): boolean {
    let code = 0;
    for (let length = 0; length < LONGEST_START; length++) {
      code = startCode(code, this.#letters.charCodeAt(at + length));
      if (starts.has(code)) return true;
    }
    return false;
  }

  /** Adds the numbers below `most` that a rule spells from its item `index` on. */
  #match(rule: Rule, index: number, at: number, known: Known, most: bigint, into: Found[]): void {
    const item = rule.items[index];
    if (item === undefined) {
      const value = numberOf(rule, known);
      if (value < rule.low || value >= most) return;
      if (!into.some((each) => each.end === at && each.value === value)) into.push({ end: at, value });
    } else if (typeof item === "string") {
      if (this.#letters.startsWith(item, at))
        this.#match(rule, index + 1, at + item.length, known, most, into);
    } else {
      for (const { end, value } of this.parse(item.set, at, boundOf(item.sign, rule, most))) {
        // A rule that names the whole number twice means one number.
        if (item.sign === "=" && known.whole !== UNKNOWN && value !== known.whole) continue;
        this.#match(rule, index + 1, end, { ...known, [TOLD_BY[item.sign]]: value }, most, into);
      }
    }
  }
}

const TOLD_BY = { "<": "quotient", ">": "rest", "=": "whole" } as const;

function boundOf(sign: keyof typeof TOLD_BY, { divisor }: Rule, most: bigint): bigint {
  if (sign === "=") return most;
  return sign === "<" ? (most + divisor - 1n) / divisor : least(divisor, most);
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
