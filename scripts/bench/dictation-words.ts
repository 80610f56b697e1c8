/**
 * `bun run bench:dictation-words [LANGUAGE…] [--misses] [--second]`: how many dictations come out exactly as a careful
 * person writes them, and how many say something else: words, numbers, names or negations changed, a sentence cut. The sets
 * are our own: `dictation-words/CODE/{tuning,held-out}/SOURCE.tsv`, what is said, a tab, what is written, a pair a line;
 * several right answers are apart by `||`, or by `{a|b}` within one; `\n` is a line break, a `|` between words a pause of
 * the speaker, a line `## office` a class. A third column names what must survive whatever the style: `Lewis, !not` are a
 * name and a negation. Rules are made by the tuning half; `--misses` shows its misses, and never those of the other half.
 * No-break spaces count as spaces, and `’` as `'`. `second-words` holds the second set, which is counted apart; `--second`
 * leaves out the first.
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
  SECOND_SETS,
} from "./dictation-sets.ts";
import { HARMS, type Harm, harmsOf } from "./harm.ts";

/** Shares of the held-out half. */
const GOAL_PERCENT: Readonly<Record<string, number>> = { pl: 85, ja: 85, cmn: 85 };
const USUAL_GOAL_PERCENT = 88;
const MOST_HARM_PERCENT = 0.5;

interface Score {
  cases: number;
  right: number;
  harmed: number;
  harms: Readonly<Partial<Record<Harm, number>>>;
}

const NONE: Score = { cases: 0, right: 0, harmed: 0, harms: {} };

function sum(one: Score, other: Score): Score {
  const harms = HARMS.map((harm) => [harm, (one.harms[harm] ?? 0) + (other.harms[harm] ?? 0)] as const);
  return {
    cases: one.cases + other.cases,
    right: one.right + other.right,
    harmed: one.harmed + other.harmed,
    harms: Object.fromEntries(harms),
  };
}

function scoreOf({ said, right, kept }: Dictation, language: string, showsMiss: boolean): Score {
  const { words, ...pauses } = readSaid(said);
  const { text } = formatWithReasons(words, { language, ...pauses });
  const plain = text.replace(/[\u00a0\u202f]/gu, " ").replaceAll("’", "'");
  if (right.includes(plain.replaceAll("\n", "\\n"))) return { ...NONE, cases: 1, right: 1 };
  const answers = right.map((answer) => answer.replaceAll("\\n", "\n"));
  const harms = harmsOf(words, plain, answers, kept);
  if (showsMiss)
    console.log(
      `  ${harms.length > 0 ? "!" : " "} ${said}\n      → ${plain.replaceAll("\n", "\\n")}\n        ${right.slice(0, 2).join(" || ")}`,
    );
  return {
    cases: 1,
    right: 0,
    harmed: Number(harms.length > 0),
    harms: Object.fromEntries(harms.map((harm) => [harm, 1])),
  };
}

function report(title: string, { cases, right, harmed, harms }: Score): void {
  const share = ((100 * right) / cases).toFixed(1).padStart(5);
  const kinds = HARMS.filter((harm) => harms[harm]).map((harm) => `${harm} ${harms[harm]}`);
  const detail = kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
  console.log(
    `${title.padEnd(34)}${String(right).padStart(4)} of ${String(cases).padStart(3)}  ${share} %  harmed ${harmed}${detail}`,
  );
}

/** The score of all, which stands below those of every source, class and kind of recognizer. */
function reportHalf(sets: string, language: string, half: string, showsMisses: boolean): Score {
  const folder = join(sets, language, half);
  const title = `${language.padEnd(4)}${half.padEnd(10)}`;
  const totals = { punctuated: NONE, bare: NONE };
  for (const file of readdirSync(folder).sort()) {
    const classes = new Map<string, Score>();
    for (const dictation of dictationsOf(join(folder, file))) {
      const score = scoreOf(dictation, language, showsMisses);
      classes.set(dictation.class, sum(classes.get(dictation.class) ?? NONE, score));
      const kind = dictation.isPunctuated ? "punctuated" : "bare";
      totals[kind] = sum(totals[kind], score);
    }
    const name = file.replace(/\.tsv$/, "");
    for (const [label, score] of classes)
      report(title + (classes.size > 1 ? `${name} ${label}` : name), score);
    if (classes.size > 1) report(`${title}${name} all`, [...classes.values()].reduce(sum));
  }
  for (const [kind, score] of Object.entries(totals)) if (score.cases > 0) report(title + kind, score);
  const all = sum(totals.punctuated, totals.bare);
  report(`${title}all`, all);
  return all;
}

function reportSets(sets: string, chosen: readonly string[], showsMisses: boolean): void {
  for (const language of readdirSync(sets).sort()) {
    if (chosen.length > 0 && !chosen.includes(language)) continue;
    for (const half of DICTATION_HALVES) {
      const total = reportHalf(sets, language, half, showsMisses && half === "tuning");
      if (half === "tuning") continue;
      const goal = GOAL_PERCENT[language] ?? USUAL_GOAL_PERCENT;
      const met = total.right * 100 >= goal * total.cases;
      if (!met || total.harmed * 100 > MOST_HARM_PERCENT * total.cases) process.exitCode = 1;
    }
  }
}

function main(): void {
  const flags = process.argv.slice(2);
  const chosen = flags.filter((flag) => !flag.startsWith("--"));
  const showsMisses = flags.includes("--misses");
  if (!flags.includes("--second")) reportSets(DICTATION_SETS, chosen, showsMisses);
  console.log("second set");
  reportSets(SECOND_SETS, chosen, showsMisses);
}

main();
