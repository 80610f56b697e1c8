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
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { rulesFor } from "../../src/text/languages/index.ts";
import { normalize } from "../../src/text/languages/normalize.ts";
import { tell } from "./figures.ts";
import { asked, chosenOf, HALVES, judged, tellGoals } from "./sets.ts";

const GOAL_PERCENT = { en: 98, other: 85 };
const OWN = HALVES.map((half) => join(import.meta.dir, "normalization", half));
const { names, has } = asked();

interface Case {
  class: string;
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

/** Of a file with headings or of a folder. */
function casesOf(path: string): Case[] {
  const isFolder = statSync(path).isDirectory();
  return (isFolder ? readdirSync(path).sort() : [""]).flatMap((file) => {
    let name = basename(file, ".txt");
    const lines = readFileSync(join(path, file), "utf8").split("\n");
    return lines.flatMap((line) => {
      if (!isFolder && line.startsWith("# ")) name = line.slice(2);
      const [spoken = "", written] = line.split("~");
      if (spoken.trim() === "" || written === undefined) return [];
      return [{ class: name, spoken, written: written.split("|") }];
    });
  });
}

/** `right` is loosely so. */
function outcomesOf({ spoken, written }: Case, language: string): string[] {
  const result = normalize(spoken, rulesFor(language));
  const isRight = written.some((each) => loosely(result) === loosely(each));
  if (!isRight && has("--misses")) console.log(`    ${spoken} → ${result}, not ${written.join(" or ")}`);
  return [...(isRight ? ["right"] : []), ...(written.includes(result) ? ["strictly"] : [])];
}

function measure(folder: string, languages: readonly string[]): void {
  console.log(folder);
  const shares: number[] = [];
  const files = readdirSync(folder).map((file) => basename(file, ".txt"));
  for (const language of chosenOf(files, languages)) {
    const path = [join(folder, language), join(folder, `${language}.txt`)].find(existsSync) ?? folder;
    const total = judged(language, {
      cases: casesOf(path),
      groupsOf: (each) => [each.class],
      judge: (each) => outcomesOf(each, language),
    });
    if (language !== "en") shares.push(total.percent("right"));
    tellGoals(language, total, { right: { least: GOAL_PERCENT[language === "en" ? "en" : "other"] } });
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  if (shares.length > 0) tell(`mean of ${shares.length} languages beside English`, mean, "%");
}

const folders = names.filter((name) => name.includes("/"));
const languages = names.filter((name) => !name.includes("/"));
for (const folder of folders.length > 0 ? folders : OWN) measure(folder, languages);
