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
  /** Its value without a part, to which a remainder adds if there is no part for the quotient. */
  alone: bigint;
  round: bigint;
  items: readonly (string | Part)[];
  /** `[a|b]` is `a` if a remainder is left (true), else `b` (false), which may be nothing. */
  remainder: boolean | null;
}

/** Rules of a set, and the letters that its numbers begin with: most words of a text are no numbers, and show it there. */
interface RuleSet {
  rules: readonly Rule[];
  /** Up to three letters as one number. */
  starts: ReadonlySet<number>;
}

/** Rules with the same beginning try it once. */
export class Step {
  readonly ends: { rule: Rule; most: bigint }[] = [];
  /** By the first letter. */
  readonly literals = new Map<number, { literal: string; next: Step }[]>();
  readonly parts: { sign: Part["sign"]; plan: Plan; next: Step }[] = [];
}

export const LONGEST_START = 3;
const LINE = /^([\de]+)(?:-([\de]+))?(?:\/([\de]+))? (.+)$/u;
const OPTIONAL = /\[([^|]*)\|?(.*)\]/u;

/** The numbers of a set below a bound; its steps are made where they are first needed. */
export class Plan {
  readonly starts: ReadonlySet<number>;
  readonly #make: () => [first: Step, derived: Step];
  #steps: [first: Step, derived: Step] | null = null;

  constructor(starts: ReadonlySet<number>, make: () => [first: Step, derived: Step]) {
    this.starts = starts;
    this.#make = make;
  }

  /** The second adds to what another rule of the set spells: Catalan `primer` with an s. */
  get steps(): [first: Step, derived: Step] {
    this.#steps ??= this.#make();
    return this.#steps;
  }
}

export class Grammar {
  readonly #sets: ReadonlyMap<string, RuleSet>;
  readonly #plans = new Map<string, Plan>();

  constructor(sets: Readonly<Record<string, string>>) {
    const rules = new Map(
      Object.entries(sets).map(([name, text]) => [name, text.split("\n").flatMap(rulesOf)]),
    );
    this.#sets = new Map(
      [...rules].map(([name, list]) => [name, { rules: list, starts: startsOf(name, rules, new Set()) }]),
    );
  }

  plan(name: string, bound: bigint): Plan {
    const key = `${name} ${bound}`;
    const { rules = [], starts = new Set<number>() } = this.#sets.get(name) ?? {};
    const plan = this.#plans.get(key) ?? new Plan(starts, () => this.#stepsOf(name, rules, bound));
    this.#plans.set(key, plan);
    return plan;
  }

  #stepsOf(name: string, rules: readonly Rule[], bound: bigint): [first: Step, derived: Step] {
    const [first, derived] = [new Step(), new Step()];
    for (const rule of rules) {
      const [head] = rule.items;
      const isDerived = typeof head === "object" && head.sign === "=" && head.set === name;
      if (rule.low < bound) this.#add(rule, isDerived ? derived : first, least(rule.high, bound));
    }
    return [first, derived];
  }

  /** @param most What the rule spells is below it. */
  #add(rule: Rule, begin: Step, most: bigint): void {
    let step = begin;
    for (const item of rule.items) {
      step =
        typeof item === "string"
          ? afterLiteral(step, item)
          : afterPart(step, item.sign, this.plan(item.set, boundOf(item.sign, rule, most)));
    }
    step.ends.push({ rule, most });
  }
}

function afterLiteral({ literals }: Step, literal: string): Step {
  const letter = literal.charCodeAt(0);
  const alike = literals.get(letter) ?? [];
  const known = alike.find((each) => each.literal === literal);
  if (known) return known.next;
  const next = new Step();
  literals.set(letter, [...alike, { literal, next }]);
  return next;
}

function afterPart({ parts }: Step, sign: Part["sign"], plan: Plan): Step {
  const known = parts.find((each) => each.sign === sign && each.plan === plan);
  if (known) return known.next;
  const next = new Step();
  parts.push({ sign, plan, next });
  return next;
}

function boundOf(sign: Part["sign"], { divisor }: Rule, most: bigint): bigint {
  if (sign === "=") return most;
  return sign === "<" ? (most + divisor - 1n) / divisor : least(divisor, most);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function rulesOf(line: string): Rule[] {
  const [, base = "", end, divisor = "1", text = ""] = LINE.exec(line) ?? [];
  const low = numberOf(base);
  const by = numberOf(divisor);
  const round = (low / by) * by;
  const rule = { low, high: end === undefined ? low + 1n : numberOf(end), divisor: by, alone: low, round };
  if (!OPTIONAL.test(text)) return [{ ...rule, items: itemsOf(text), remainder: null }];
  return [
    { ...rule, items: itemsOf(text.replace(OPTIONAL, "$1")), remainder: true },
    { ...rule, alone: round, items: itemsOf(text.replace(OPTIONAL, "$2")), remainder: false },
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
