/**
 * `bun run bench:dictation-words [LANGUAGE…] [--misses] [--tuning]`: how many dictations come out exactly as a careful person writes
 * them. The sets are our own: `dictation-words/CODE/{tuning,held-out}/SOURCE.tsv`, what is said, a tab, what is written, a pair a
 * line; several right answers are apart by `||`, or by `{a|b}` within one; `\n` is a line break, a `|` between words a pause of the
 * speaker, a line `## office` a class. Rules are made by the tuning half; the sources of the other half are kept out of it, and
 * `--tuning` shows no misses of it. No-break spaces count as spaces.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { isHarmed } from "./harm.ts";

const SETS = join(import.meta.dir, "dictation-words");
const HALVES = ["tuning", "held-out"] as const;
const PAUSE_SECONDS = 0.7;
/** A speaker who makes pauses makes short ones, too. */
const GAP_SECONDS = 0.04;
/** Shares of the held-out half. */
const GOAL_PERCENT: Readonly<Record<string, number>> = { pl: 85, ja: 85, cmn: 85 };
const USUAL_GOAL_PERCENT = 88;
const MOST_HARM_PERCENT = 0.5;

interface Score {
  cases: number;
  right: number;
  harmed: number;
}

interface Dictation {
  said: string;
  right: string[];
  class: string;
}

/** The words without the signs of pauses, and the seconds before each of them where there are any. */
function readSaid(said: string): { words: string; pauses?: number[] } {
  if (!said.includes("|")) return { words: said };
  const words: string[] = [];
  const pauses: number[] = [];
  for (const [index, word] of said.split(" ").entries()) {
    if (word === "|") continue;
    words.push(word);
    pauses.push(said.split(" ")[index - 1] === "|" ? PAUSE_SECONDS : GAP_SECONDS);
  }
  return { words: words.join(" "), pauses };
}

/** `{a|b} c` is `a c` and `b c`. */
function answersOf(written: string): string[] {
  const [choice, inner] = /\{([^{}]*\|[^{}]*)\}/u.exec(written) ?? [];
  if (choice === undefined || inner === undefined) return [written];
  return inner.split("|").flatMap((each) => answersOf(written.replace(choice, () => each)));
}

function dictationsOf(path: string): Dictation[] {
  let label = "mixed";
  const dictations: Dictation[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line.startsWith("## ")) label = line.slice(3);
    if (line === "" || line.startsWith("#")) continue;
    const [said = "", written = ""] = line.split("\t");
    dictations.push({ said, right: written.split(" || ").flatMap(answersOf), class: label });
  }
  return dictations;
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
  for (const language of readdirSync(SETS).sort()) {
    if (chosen.length > 0 && !chosen.includes(language)) continue;
    for (const half of HALVES) {
      const showsMisses = flags.includes("--misses") && !(half === "held-out" && flags.includes("--tuning"));
      const folder = join(SETS, language, half);
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
