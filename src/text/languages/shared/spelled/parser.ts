/** Reads numbers back from how a grammar spells them: every way in which its rules may have made the letters. */
import { type Grammar, LONGEST_START, type Plan, type Rule, type Step, startCode } from "./grammar.ts";

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

const UNKNOWN = -1n;
const NOTHING: readonly Found[] = [];
const AT_FIRST: Known = { quotient: UNKNOWN, rest: UNKNOWN, whole: UNKNOWN };

/** Reads one text; each plan is tried once at each letter. */
export class SpelledParser {
  readonly #grammar: Grammar;
  readonly #letters: string;
  readonly #known = new Map<Plan, Map<number, readonly Found[]>>();

  constructor(grammar: Grammar, letters: string) {
    this.#grammar = grammar;
    this.#letters = letters;
  }

  /** All numbers below `bound` that begin at a letter. */
  parse(name: string, at: number, bound: bigint): readonly Found[] {
    return this.#parse(this.#grammar.plan(name, bound), at);
  }

  #parse(plan: Plan, at: number): readonly Found[] {
    if (!this.#mayStart(plan, at)) return NOTHING;
    const byLetter = this.#known.get(plan) ?? new Map<number, readonly Found[]>();
    if (byLetter.size === 0) this.#known.set(plan, byLetter);
    const known = byLetter.get(at);
    if (known) return known;
    // A rule that leads to itself before any letter spells nothing.
    byLetter.set(at, NOTHING);
    const found: Found[] = [];
    this.#match(plan.first, at, AT_FIRST, found);
    byLetter.set(at, [...found]);
    this.#match(plan.derived, at, AT_FIRST, found);
    byLetter.set(at, found);
    return found;
  }

  #mayStart({ starts }: Plan, at: number): boolean {
    let code = 0;
    for (let length = 0; length < LONGEST_START; length++) {
      code = startCode(code, this.#letters.charCodeAt(at + length));
      if (starts.has(code)) return true;
    }
    return false;
  }

  /** Adds the numbers that rules spell from a step on. */
  #match(step: Step, at: number, known: Known, into: Found[]): void {
    for (const { rule, most } of step.ends) {
      const value = numberOf(rule, known);
      if (value < rule.low || value >= most) continue;
      if (!into.some((each) => each.end === at && each.value === value)) into.push({ end: at, value });
    }
    for (const { literal, next } of step.literals.get(this.#letters.charCodeAt(at)) ?? []) {
      if (this.#letters.startsWith(literal, at)) this.#match(next, at + literal.length, known, into);
    }
    for (const { sign, plan, next } of step.parts) {
      for (const { end, value } of this.#parse(plan, at)) {
        // A rule that names the whole number twice means one number.
        if (sign === "=" && known.whole !== UNKNOWN && value !== known.whole) continue;
        this.#match(next, end, withPart(known, sign, value), into);
      }
    }
  }
}

function withPart({ quotient, rest, whole }: Known, sign: "<" | ">" | "=", value: bigint): Known {
  if (sign === "<") return { quotient: value, rest, whole };
  return sign === ">" ? { quotient, rest: value, whole } : { quotient, rest, whole: value };
}

function numberOf({ low, divisor, remainder }: Rule, { quotient, rest, whole }: Known): bigint {
  if (whole !== UNKNOWN) return whole;
  // What stands in brackets is silent about nothing.
  if (remainder === true && rest === 0n) return UNKNOWN;
  const times = quotient === UNKNOWN ? low / divisor : quotient;
  if (rest === UNKNOWN && quotient === UNKNOWN) return remainder === false ? times * divisor : low;
  return times * divisor + (rest === UNKNOWN ? 0n : rest);
}
