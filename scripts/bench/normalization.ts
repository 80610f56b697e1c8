/**
 * `bun run bench:normalization FOLDER`: how many spoken forms of a test set come out as its written forms. The set is not
 * part of the repository: `FOLDER/<language>/<class>.txt`, one `spoken~written` a line, as the test cases of NeMo's
 * inverse text normalization are (NVIDIA/NeMo-text-processing, `data_inverse_text_normalization`).
 *
 * Strict compares characters. Loose does not count layout, in which those sets contradict each other or what is usual in
 * print: capitals (`18.5 Km`, `18 km`), spaces, dots or commas between thousands, and the side on which the
 * sign of a currency stands (`€2,20` where Germans write `2,20 €`).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { normalize } from "../../src/text/formatting/normalize.ts";
import { rulesFor } from "../../src/text/languages/index.ts";

const GOAL_PERCENT = { en: 90, other: 75 };

interface Score {
  cases: number;
  strict: number;
  loose: number;
}

function loosely(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ \u00a0]/g, "")
    .replaceAll("￥", "¥")
    .replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, "")
    .replace(/([$€£¥₩₹])([\d.,]+(?:\p{L}+(?=$))?)/gu, "$2$1");
}

function scoreOf(path: string, language: string, showMisses: boolean): Score {
  const rules = rulesFor(language);
  const score = { cases: 0, strict: 0, loose: 0 };
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const [spoken, written] = line.split("~");
    if (!spoken?.trim() || written === undefined) continue;
    const result = normalize(spoken, rules);
    score.cases++;
    if (result === written) score.strict++;
    if (loosely(result) === loosely(written)) score.loose++;
    else if (showMisses) console.log(`    ${spoken} → ${result}, not ${written}`);
  }
  return score;
}

function show(name: string, { cases, strict, loose }: Score): void {
  const share = (count: number) => `${((100 * count) / cases).toFixed(1)} %`.padStart(8);
  console.log(
    `${name.padEnd(24)} ${String(cases).padStart(5)}  strict ${share(strict)}  loose ${share(loose)}`,
  );
}

function main(): void {
  const [folder, ...flags] = process.argv.slice(2);
  if (!folder)
    throw new Error("name the folder of the test sets: bun run bench:normalization FOLDER [--misses]");
  for (const language of readdirSync(folder, { withFileTypes: true })) {
    if (!language.isDirectory()) continue;
    const total = { cases: 0, strict: 0, loose: 0 };
    for (const file of readdirSync(join(folder, language.name)).sort()) {
      const path = join(folder, language.name, file);
      const score = scoreOf(path, language.name, flags.includes("--misses"));
      show(`${language.name} ${file.replace(/\.txt$/, "")}`, score);
      for (const key of ["cases", "strict", "loose"] as const) total[key] += score[key];
    }
    show(`${language.name} all`, total);
    const goal = language.name === "en" ? GOAL_PERCENT.en : GOAL_PERCENT.other;
    if ((100 * total.loose) / total.cases < goal) process.exitCode = 1;
  }
}

main();
