/**
 * `bun run bench:formatting [LANGUAGE…]`: how the time to format grows with the length of the text, for every language with
 * rules of its own, and what a dictation of 100 and of 2,000 words costs. One text is number words in a row, at random, which is
 * the hardest that readers get; another is dictated prose, without and with a person's longest dictionary, replacements and
 * instructions. The exponent is 1 if twice the words take twice the time. Exits with 1 if one is above the goal.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { type FormatOptions, formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { rulesFor } from "../../src/text/languages/index.ts";
import { splitWords } from "../../src/text/words/split-words.ts";
import { rowsOf } from "./figures.ts";
import { seeded } from "./seeded.ts";

const GOAL_EXPONENT = 1.15;
/** Of a dictation in prose: processor time at the median, by its words. */
const GOAL_MS = { 100: 3, 2000: 60 };
const COST_ROUNDS = 21;
const SIZES = [1_000, 2_000, 4_000, 8_000];
const ROUNDS = 5;
const GOLDEN = join(import.meta.dir, "../../test/golden/formatting");

type Text = (words: number) => string;

/** As many as a person may have; few of them fit. */
const PERSONAL = {
  dictionary: Array.from({ length: limits.dictionaryWords }, (_, i) => `Kubernet${i.toString(36)}`),
  replacements: Array.from({ length: limits.replacements }, (_, i) => ({ from: `the ${i}`, to: `no. ${i}` })),
  instructions: 'Use British spelling. Use curly quotes. Use bullet points. Never use the word "time".',
};

/** The spoken texts in the golden files of a language whose name matches. */
function spoken(language: string, file: RegExp): string[] {
  const folder = join(GOLDEN, language);
  return readdirSync(folder)
    .filter((name) => file.test(name))
    .flatMap((name) => rowsOf(join(folder, name)))
    .map(([said = ""]) => said);
}

function textsOf(language: string): Record<string, Text> {
  const { spaced } = rulesFor(language);
  const wordsOf = (lines: readonly string[]) => lines.flatMap((line) => splitWords(line, spaced));
  const numbers = wordsOf(spoken(language, /^(?:cardinal|decimal|numbers)/));
  const prose = wordsOf(spoken(language, /^(?:sentences|unchanged|numbers)/));
  const join = (words: readonly string[]) => words.join(spaced ? " " : "");
  return {
    numbers: (length) => {
      const random = seeded(1);
      return join(Array.from({ length }, () => numbers[Math.floor(random() * numbers.length)] ?? ""));
    },
    prose: (length) => join(Array.from({ length }, (_, i) => prose[i % prose.length] ?? "")),
    personal: (length) => join(Array.from({ length }, (_, i) => prose[i % prose.length] ?? "")),
  };
}

/** Processor time of the fastest round, which other programs on the machine disturb least. */
function milliseconds(text: string, language: string, personal: Partial<FormatOptions>): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begin = process.cpuUsage();
    formatDictation(text, { ...personal, language });
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  });
  return Math.min(...rounds);
}

/** At the median of rounds that begin at different words of the prose. */
function medianMs(text: Text, language: string, size: number): number {
  const separator = rulesFor(language).spaced ? " " : "";
  const words = splitWords(text(size * 2), separator === " ");
  const times = Array.from({ length: COST_ROUNDS }, (_, round) => {
    const from = Math.floor((round * size) / COST_ROUNDS);
    const part = words.slice(from, from + size).join(separator);
    const begin = process.cpuUsage();
    formatDictation(part, { language });
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  });
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function reportCost(text: Text, language: string): void {
  const costs = Object.entries(GOAL_MS).map(([size, goal]) => ({
    size,
    goal,
    ms: medianMs(text, language, Number(size)),
  }));
  const shown = costs.map(({ size, goal, ms }) => `${size} words ${ms.toFixed(2)} ms (goal ${goal})`);
  console.log(`${language.padEnd(4)}median   ${shown.join(", ")}`);
  if (costs.some(({ goal, ms }) => ms > goal)) process.exitCode = 1;
}

/** Slope of the line through the logarithms of sizes and times. */
function exponent(times: readonly number[]): number {
  const points = times.map((time, i) => [Math.log(SIZES[i] ?? 1), Math.log(time)] as const);
  const x0 = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const y0 = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const slope = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return slope / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

function main(): void {
  const all = readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const chosen = process.argv.slice(2);
  const languages = chosen.length > 0 ? chosen : all.map(({ name }) => name);
  console.log(
    `processor milliseconds for ${SIZES.join(", ")} words, and the exponent of their growth (goal ${GOAL_EXPONENT})`,
  );
  for (const language of languages) {
    for (const [kind, text] of Object.entries(textsOf(language))) {
      const personal = kind === "personal" ? PERSONAL : {};
      // Compiles what the rounds run.
      milliseconds(text(SIZES.at(-1) ?? 0), language, personal);
      const times = SIZES.map((size) => milliseconds(text(size), language, personal));
      const growth = exponent(times);
      const shown = times.map((time) => time.toFixed(1).padStart(8)).join("");
      console.log(`${language.padEnd(4)}${kind.padEnd(9)}${shown}   ${growth.toFixed(2)}`);
      if (growth > GOAL_EXPONENT) process.exitCode = 1;
      if (kind === "prose") reportCost(text, language);
    }
  }
}

main();
