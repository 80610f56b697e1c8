/**
 * `bun run bench:normalization [FOLDER] [--misses] [LANGUAGE …]`: how many spoken forms of a test set come out as their
 * written forms. A set is `FOLDER/<language>/<class>.txt` or `FOLDER/<language>.txt` with `# class` above each class, one
 * `spoken~written` a line, as the test cases of NeMo's inverse text normalization are (NVIDIA/NeMo-text-processing,
 * `data_inverse_text_normalization`); more than one right answer are apart by `|`. Our own sets lie in
 * `scripts/bench/normalization`: `tuning` was looked at while the rules were written, `held-out` was not.
 *
 * Strict compares characters. Loose does not count layout, in which those sets contradict each other or what is usual in
 * print: capitals (`18.5 Km`, `18 km`), spaces, commas before them, dots or commas between thousands, which of them is the decimal
 * sign, whose digits are written, zeros before hours (`08:30`), hyphens in telephone numbers, and the side on which the sign of a
 * currency stands (`€2,20` where Germans write `2,20 €`).
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { rulesFor } from "../../src/text/languages/index.ts";
import { normalize } from "../../src/text/languages/normalize.ts";

const GOAL_PERCENT = { en: 98, other: 85 };
const OWN = ["tuning", "held-out"].map((part) => join(import.meta.dir, "normalization", part));

interface Score {
  cases: number;
  strict: number;
  loose: number;
}

interface Case {
  spoken: string;
  written: string[];
}

function loosely(text: string): string {
  return text
    .toLowerCase()
    .replace(/\p{Nd}/gu, europeanDigit)
    .replace(/,(?= )|[ \u00a0\u200c\u200e\u202f]/g, "")
    .replaceAll("￥", "¥")
    .replace(/(?<!\d)0(?=\d:\d\d)/g, "")
    .replace(/(?<=\d)-(?=\d)/g, "")
    .replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\d)[,٫](?=\d)/g, ".")
    .replace(/(\p{Sc}|ر\.س|د\.[كإ])([\d.]+(?:\p{L}+(?=$))?)/gu, "$2$1");
}

/** The ten digits of a script follow each other. */
function europeanDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zeros = ["0", "٠", "۰", "०", "০", "๐"].map((zero) => zero.codePointAt(0) ?? 0);
  return String(code - Math.max(...zeros.filter((zero) => zero <= code)));
}

/** Class → its cases, of a file with headings or of a folder. */
function classesOf(path: string): Map<string, Case[]> {
  const classes = new Map<string, Case[]>();
  const isFolder = statSync(path).isDirectory();
  for (const file of isFolder ? readdirSync(path).sort() : [""]) {
    let name = basename(file, ".txt");
    for (const line of readFileSync(join(path, file), "utf8").split("\n")) {
      if (!isFolder && line.startsWith("# ")) name = line.slice(2);
      const [spoken = "", written] = line.split("~");
      if (spoken.trim() === "" || written === undefined) continue;
      classes.set(name, [...(classes.get(name) ?? []), { spoken, written: written.split("|") }]);
    }
  }
  return classes;
}

function scoreOf(cases: readonly Case[], language: string, showMisses: boolean): Score {
  const rules = rulesFor(language);
  const score = { cases: 0, strict: 0, loose: 0 };
  for (const { spoken, written } of cases) {
    const result = normalize(spoken, rules);
    score.cases++;
    if (written.includes(result)) score.strict++;
    if (written.some((each) => loosely(result) === loosely(each))) score.loose++;
    else if (showMisses) console.log(`    ${spoken} → ${result}, not ${written.join(" or ")}`);
  }
  return score;
}

function show(name: string, { cases, strict, loose }: Score): void {
  const share = (count: number) => `${((100 * count) / cases).toFixed(1)} %`.padStart(8);
  console.log(
    `${name.padEnd(24)} ${String(cases).padStart(5)}  strict ${share(strict)}  loose ${share(loose)}`,
  );
}

function measure(folder: string, asked: readonly string[], showMisses: boolean): void {
  console.log(folder);
  const shares: number[] = [];
  for (const name of readdirSync(folder).sort()) {
    const language = basename(name, ".txt");
    if (asked.length > 0 && !asked.includes(language)) continue;
    const total = { cases: 0, strict: 0, loose: 0 };
    for (const [title, cases] of classesOf(join(folder, name))) {
      const score = scoreOf(cases, language, showMisses);
      show(`${language} ${title}`, score);
      for (const key of ["cases", "strict", "loose"] as const) total[key] += score[key];
    }
    show(`${language} all`, total);
    const share = (100 * total.loose) / total.cases;
    if (language !== "en") shares.push(share);
    if (share < (language === "en" ? GOAL_PERCENT.en : GOAL_PERCENT.other)) process.exitCode = 1;
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  if (shares.length > 0)
    console.log(`mean of ${shares.length} languages beside English: ${mean.toFixed(1)} %`);
}

function main(): void {
  const words = process.argv.slice(2);
  const names = words.filter((word) => !word.startsWith("--"));
  const folders = names.filter((name) => name.includes("/"));
  const languages = names.filter((name) => !name.includes("/"));
  for (const folder of folders.length > 0 ? folders : OWN)
    measure(folder, languages, words.includes("--misses"));
}

main();
