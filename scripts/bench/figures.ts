/** How benchmarks take times, read their sets, and say what they found beside their goals. */
import { readFileSync } from "node:fs";
import { percentile } from "../../src/lib/percentile.ts";

export type Goal = { most: number } | { least: number };

/** One figure a line; beside a goal that it misses, the benchmark ends with 1. @returns Whether it met it. */
export function tell(what: string, value: number, unit: string, goal?: Goal): boolean {
  const isMet = goal === undefined || ("most" in goal ? value <= goal.most : value >= goal.least);
  const [bound, limit] =
    goal === undefined ? ["", 0] : "most" in goal ? ["at most", goal.most] : ["at least", goal.least];
  const beside = goal === undefined ? "" : ` (goal: ${bound} ${limit})`;
  console.log(`${what.padEnd(46)} ${figure(value)} ${unit}`.trimEnd() + beside + (isMet ? "" : " missed"));
  if (!isMet) process.exitCode = 1;
  return isMet;
}

/** Median and 99th percentile, of which the latter has a goal. */
export function tellTimes(what: string, ms: readonly number[], goalMs: number): boolean {
  return tell(`${what}: p50 ${figure(percentile(ms, 0.5))}, p99`, percentile(ms, 0.99), "ms", {
    most: goalMs,
  });
}

/** How much later the slow ones are beside something else than alone. @param goal of the ratio of both p95. */
export function tellBeside(
  what: string,
  alone: readonly number[],
  beside: readonly number[],
  goal?: Goal,
): void {
  const both = (share: number) =>
    `${figure(percentile(alone, share))} → ${figure(percentile(beside, share))} ms`;
  const ratio = percentile(beside, 0.95) / percentile(alone, 0.95);
  tell(`${what}: p50 ${both(0.5)}, p95 ${both(0.95)}`, ratio, "×", goal);
}

function figure(value: number): string {
  const size = Math.abs(value);
  return Number.isInteger(value) ? String(value) : value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
}

export function percentOf(part: number, whole: number, digits = 1): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(digits)} %`;
}

/** Milliseconds of each time that it is done. */
export function timesOf(count: number, work: () => void): number[] {
  return Array.from({ length: count }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
}

/** Milliseconds of each time, one after the other, with a pause before each. */
export async function latencies(
  count: number,
  pauseMs: () => number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const all: number[] = [];
  while (all.length < count) {
    await Bun.sleep(pauseMs());
    const begin = performance.now();
    await work();
    all.push(performance.now() - begin);
  }
  return all;
}

/** Lines that are neither empty nor comments. */
export function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

export function rowsOf(path: string): string[][] {
  return linesOf(path).map((line) => line.split("\t"));
}
