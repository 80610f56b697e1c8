/**
 * `bun run bench:formatting [LANGUAGE…]`: how the time to format grows with the length of the text, for every language with
 * rules of its own, and what a dictation of 100 and of 2,000 words costs. One text is number words in a row, at random, which is
 * the hardest that readers get; another is dictated prose, without and with a person's longest dictionary, replacements and
 * instructions. The exponent is 1 if twice the words take twice the time. Exits with 1 if one is above the goal.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { median } from "../../src/lib/percentile.ts";
import { seeded } from "../../src/lib/seeded.ts";
import { type FormatOptions, formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { rulesFor } from "../../src/text/languages/index.ts";
import { splitWords } from "../../src/text/words/split-words.ts";
import { rowsOf, tell } from "./figures.ts";
import { asked, chosenOf } from "./sets.ts";

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

/** Processor time. */
function milliseconds(text: string, options: FormatOptions): number {
  const begin = process.cpuUsage();
  formatDictation(text, options);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

/** Of the fastest round, which other programs on the machine disturb least. */
function fastest(text: string, options: FormatOptions): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => milliseconds(text, options)));
}

/** At the median of rounds that begin at different words of the prose. */
function tellCost(text: Text, language: string, size: number, goalMs: number): void {
  const separator = rulesFor(language).spaced ? " " : "";
  const words = splitWords(text(size * 2), separator === " ");
  const times = Array.from({ length: COST_ROUNDS }, (_, round) => {
    const from = Math.floor((round * size) / COST_ROUNDS);
    return milliseconds(words.slice(from, from + size).join(separator), { language });
  });
  tell(`${language.padEnd(4)}median of ${size} words`, median(times), "ms", { most: goalMs });
}

/** Slope of the line through the logarithms of sizes and times. */
function exponent(times: readonly number[]): number {
  const points = times.map((time, i) => [Math.log(SIZES[i] ?? 1), Math.log(time)] as const);
  const x0 = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const y0 = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const slope = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return slope / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

const all = readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const languages = chosenOf(
  all.map(({ name }) => name),
  asked().names,
);
console.log(`processor milliseconds for ${SIZES.join(", ")} words, and the exponent of their growth`);
for (const language of languages) {
  for (const [kind, text] of Object.entries(textsOf(language))) {
    const options = { ...(kind === "personal" && PERSONAL), language };
    // Compiles what the rounds run.
    fastest(text(SIZES.at(-1) ?? 0), options);
    const times = SIZES.map((size) => fastest(text(size), options));
    const shown = times.map((time) => time.toFixed(1).padStart(8)).join("");
    tell(`${language.padEnd(4)}${kind.padEnd(9)}${shown}  `, exponent(times), "", { most: GOAL_EXPONENT });
    if (kind !== "prose") continue;
    for (const [size, goalMs] of Object.entries(GOAL_MS)) tellCost(text, language, Number(size), goalMs);
  }
}
