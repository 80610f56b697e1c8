/** Reads numbers back from how a grammar spells them: every way in which its rules may have made the letters. */
import { LONGEST_START, type Plan, type Rule, type Step, startCode } from "./grammar.ts";

export interface Found {
  /** Where the letters of the number end. */
  end: number;
  value: bigint;
}

/** The values of a rule's parts so far. */
interface Known {
  quotient: bigint | null;
  rest: bigint | null;
  whole: bigint | null;
}

const NOTHING: readonly Found[] = [];
const AT_FIRST: Known = { quotient: null, rest: null, whole: null };

/** Reads one text; each plan is tried once at each letter. */
export class SpelledParser {
  readonly #letters: string;
  readonly #known = new Map<Plan, Map<number, readonly Found[]>>();

  constructor(letters: string) {
    this.#letters = letters;
  }

  /** All numbers of a plan that begin at a letter. */
  parse(plan: Plan, at: number): readonly Found[] {
    if (!this.#mayStart(plan, at)) return NOTHING;
    const byLetter = this.#known.get(plan) ?? new Map<number, readonly Found[]>();
    if (byLetter.size === 0) this.#known.set(plan, byLetter);
    const known = byLetter.get(at);
    if (known) return known;
    const [first, derived] = plan.steps;
    // A rule that leads to itself before any letter spells nothing.
    byLetter.set(at, NOTHING);
    const found: Found[] = [];
    this.#match(first, at, AT_FIRST, found);
    if (derived.parts.length > 0) {
      byLetter.set(at, [...found]);
      this.#match(derived, at, AT_FIRST, found);
    }
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
      if (value === null || value < rule.low || value >= most) continue;
      if (!into.some((each) => each.end === at && each.value === value)) into.push({ end: at, value });
    }
    const literals = step.literals.get(this.#letters.charCodeAt(at));
    if (literals) {
      for (const { literal, next } of literals) {
        if (this.#letters.startsWith(literal, at)) this.#match(next, at + literal.length, known, into);
      }
    }
    for (const { sign, plan, next } of step.parts) {
      for (const { end, value } of this.parse(plan, at)) {
        // A rule that names the whole number twice means one number.
        if (sign === "=" && known.whole !== null && value !== known.whole) continue;
        this.#match(next, end, withPart(known, sign, value), into);
      }
    }
  }
}

function withPart({ quotient, rest, whole }: Known, sign: "<" | ">" | "=", value: bigint): Known {
  if (sign === "<") return { quotient: value, rest, whole };
  return sign === ">" ? { quotient, rest: value, whole } : { quotient, rest, whole: value };
}

function numberOf(rule: Rule, { quotient, rest, whole }: Known): bigint | null {
  if (whole !== null) return whole;
  // A part in brackets leaves nothing out.
  if (rule.remainder === true && rest === 0n) return null;
  if (quotient === null && rest === null) return rule.alone;
  const round = quotient === null ? rule.round : quotient * rule.divisor;
  return rest === null ? round : round + rest;
}
