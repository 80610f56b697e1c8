/**
 * `bun run bench:dictation-words [LANGUAGE…] [--misses]`: how many dictations come out exactly as a careful person writes
 * them. The sets are our own: `dictation-words/CODE/{tuning,held-out}/SOURCE.tsv`, what is said, a tab, what is written, a pair a
 * line; several right answers are apart by `||`; `\n` is a line break, a `|` between words a pause of the speaker. Rules are made by the tuning half; the sources of the
 * other half are kept out of it. No-break spaces count as spaces.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";

const SETS = join(import.meta.dir, "dictation-words");
const HALVES = ["tuning", "held-out"] as const;
const PAUSE_SECONDS = 0.7;
/** A speaker who makes pauses makes short ones, too. */
const GAP_SECONDS = 0.04;
/** Shares of the held-out half. */
const GOAL_PERCENT = { en: 85, other: 80 };

interface Score {
  cases: number;
  right: number;
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

function scoreOf(path: string, language: string, showMisses: boolean): Score {
  const score = { cases: 0, right: 0 };
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [said = "", written = ""] = line.split("\t");
    const { words, ...pauses } = readSaid(said);
    const { text } = formatWithReasons(words, { language, ...pauses });
    const plain = text.replace(/[\u00a0\u202f]/gu, " ").replaceAll("\n", "\\n");
    score.cases++;
    if (written.split(" || ").includes(plain)) score.right++;
    else if (showMisses) console.log(`    ${said}\n      → ${plain}\n        ${written}`);
  }
  return score;
}

function share({ cases, right }: Score): string {
  return `${String(right).padStart(4)} of ${String(cases).padStart(3)}  ${((100 * right) / cases).toFixed(1).padStart(5)} %`;
}

function main(): void {
  const flags = process.argv.slice(2);
  const chosen = flags.filter((flag) => !flag.startsWith("--"));
  const showMisses = flags.includes("--misses");
  for (const language of readdirSync(SETS).sort()) {
    if (chosen.length > 0 && !chosen.includes(language)) continue;
    for (const half of HALVES) {
      const folder = join(SETS, language, half);
      const total = { cases: 0, right: 0 };
      for (const file of readdirSync(folder).sort()) {
        const score = scoreOf(
          join(folder, file),
          language,
          showMisses && !(half === "held-out" && flags.includes("--tuning")),
        );
        console.log(
          `${language.padEnd(4)}${half.padEnd(10)}${file.replace(/\.tsv$/, "").padEnd(12)}${share(score)}`,
        );
        total.cases += score.cases;
        total.right += score.right;
      }
      console.log(`${language.padEnd(4)}${half.padEnd(10)}${"all".padEnd(12)}${share(total)}`);
      const goal = language === "en" ? GOAL_PERCENT.en : GOAL_PERCENT.other;
      if (half === "held-out" && (100 * total.right) / total.cases < goal) process.exitCode = 1;
    }
  }
}

main();
