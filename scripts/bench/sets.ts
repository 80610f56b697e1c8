/** One way to judge test sets and to count what comes of it, and the arguments that such benchmarks share. */
import { type Goal, percentOf, tell } from "./figures.ts";

/** Rules are made by the first, whose misses may be shown; the other is not to be read, and has the goals. */
export const HALVES = ["tuning", "held-out"] as const;
export type Half = (typeof HALVES)[number];

/** Arguments without dashes, and whether a flag is among the others. */
export function asked(): { names: string[]; has(flag: string): boolean } {
  const words = process.argv.slice(2);
  return { names: words.filter((word) => !word.startsWith("--")), has: (flag) => words.includes(flag) };
}

/** Those that were named; all if none was. */
export function chosenOf<T extends string>(all: readonly T[], names: readonly string[]): T[] {
  return all.filter((each) => names.length === 0 || names.includes(each)).sort();
}

/** How often each outcome came; a case may have several, or none. */
export class Tally {
  cases = 0;
  readonly #counts = new Map<string, number>();

  add(outcomes: readonly string[]): void {
    this.cases += 1;
    for (const outcome of outcomes) this.#counts.set(outcome, this.count(outcome) + 1);
  }

  count(outcome: string): number {
    return this.#counts.get(outcome) ?? 0;
  }

  percent(outcome: string): number {
    return (100 * this.count(outcome)) / this.cases;
  }

  print(title: string): void {
    const share = percentOf(this.count("right"), this.cases).padStart(7);
    const others = [...this.#counts].filter(([outcome]) => outcome !== "right").sort();
    const detail = others.map(([outcome, count]) => `  ${outcome} ${count}`).join("");
    const right = `${String(this.count("right")).padStart(4)} of ${String(this.cases).padStart(4)}`;
    console.log(`${title.padEnd(34)}${right} ${share}${detail}`);
  }
}

export interface Judging<Case> {
  cases: Iterable<Case>;
  /** The groups that it counts in, from small to large; each size is printed by itself. */
  groupsOf(each: Case): readonly string[];
  /** Names what came of it; `right` is what is hoped for. */
  judge(each: Case): readonly string[];
}

/** Prints the tally of each group. @returns that of all cases, which it prints below them. */
export function judged<Case>(title: string, { cases, groupsOf, judge }: Judging<Case>): Tally {
  const all = new Tally();
  const sizes: Map<string, Tally>[] = [];
  for (const each of cases) {
    const outcomes = judge(each);
    all.add(outcomes);
    for (const [size, group] of groupsOf(each).entries()) {
      sizes[size] ??= new Map();
      const tally = sizes[size].get(group) ?? new Tally();
      tally.add(outcomes);
      sizes[size].set(group, tally);
    }
  }
  for (const groups of sizes) for (const [group, tally] of groups) tally.print(`${title} ${group}`);
  all.print(`${title} all`);
  return all;
}

/** Outcomes in percent beside their goals. */
export function tellGoals(title: string, tally: Tally, goals: Readonly<Record<string, Goal>>): void {
  for (const [outcome, goal] of Object.entries(goals))
    tell(`${title} ${outcome}`, tally.percent(outcome), "%", goal);
}
