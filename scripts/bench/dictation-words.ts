/**
 * `bun run bench:dictation-words [LANGUAGE…] [--misses] [--tuning]`: how many dictations come out exactly as a careful person writes
 * them. The sets are our own: `dictation-words/CODE/{tuning,held-out}/SOURCE.tsv`, what is said, a tab, what is written, a pair a
 * line; several right answers are apart by `||`, or by `{a|b}` within one; `\n` is a line break, a `|` between words a pause of the
 * speaker, a line `## office` a class. Rules are made by the tuning half; the sources of the other half are kept out of it, and
 * `--tuning` shows no misses of it. No-break spaces count as spaces.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import {
  DICTATION_HALVES,
  DICTATION_SETS,
  type Dictation,
  dictationsOf,
  readSaid,
} from "./dictation-sets.ts";
import { isHarmed } from "./harm.ts";

/** Shares of the held-out half. */
const GOAL_PERCENT: Readonly<Record<string, number>> = { pl: 85, ja: 85, cmn: 85 };
const USUAL_GOAL_PERCENT = 88;
const MOST_HARM_PERCENT = 0.5;

interface Score {
  cases: number;
  right: number;
  harmed: number;
}

const NONE: Score = { cases: 0, right: 0, harmed: 0 };

function sum(one: Score, other: Score): Score {
  return {
    cases: one.cases + other.cases,
    right: one.right + other.right,
    harmed: one.harmed + other.harmed,
  };
}

function scoreOf({ said, right }: Dictation, language: string, showsMiss: boolean): Score {
  const { words, ...pauses } = readSaid(said);
  const { text } = formatWithReasons(words, { language, ...pauses });
  const plain = text.replace(/[\u00a0\u202f]/gu, " ");
  if (right.includes(plain.replaceAll("\n", "\\n"))) return { cases: 1, right: 1, harmed: 0 };
  const harmed = isHarmed(
    words,
    plain,
    right.map((answer) => answer.replaceAll("\\n", "\n")),
  );
  if (showsMiss)
    console.log(
      `  ${harmed ? "!" : " "} ${said}\n      → ${plain.replaceAll("\n", "\\n")}\n        ${right.slice(0, 2).join(" || ")}`,
    );
  return { cases: 1, right: 0, harmed: Number(harmed) };
}

function report(title: string, { cases, right, harmed }: Score): void {
  const share = ((100 * right) / cases).toFixed(1).padStart(5);
  console.log(
    `${title.padEnd(28)}${String(right).padStart(4)} of ${String(cases).padStart(3)}  ${share} %  harmed ${harmed}`,
  );
}

function main(): void {
  const flags = process.argv.slice(2);
  const chosen = flags.filter((flag) => !flag.startsWith("--"));
  for (const language of readdirSync(DICTATION_SETS).sort()) {
    if (chosen.length > 0 && !chosen.includes(language)) continue;
    for (const half of DICTATION_HALVES) {
      const showsMisses = flags.includes("--misses") && !(half === "held-out" && flags.includes("--tuning"));
      const folder = join(DICTATION_SETS, language, half);
      const title = `${language.padEnd(4)}${half.padEnd(10)}`;
      let total = NONE;
      for (const file of readdirSync(folder).sort()) {
        const classes = new Map<string, Score>();
        for (const dictation of dictationsOf(join(folder, file))) {
          const score = scoreOf(dictation, language, showsMisses);
          classes.set(dictation.class, sum(classes.get(dictation.class) ?? NONE, score));
          total = sum(total, score);
        }
        const name = file.replace(/\.tsv$/, "");
        for (const [label, score] of classes)
          report(title + (classes.size > 1 ? `${name} ${label}` : name), score);
      }
      report(`${title}all`, total);
      if (half === "tuning") continue;
      const goal = GOAL_PERCENT[language] ?? USUAL_GOAL_PERCENT;
      const met = total.right * 100 >= goal * total.cases;
      if (!met || total.harmed * 100 > MOST_HARM_PERCENT * total.cases) process.exitCode = 1;
    }
  }
}

main();
