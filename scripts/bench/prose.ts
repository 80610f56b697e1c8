/**
 * `bun run bench:prose FOLDER [LANGUAGE…] [--most N] [--changed FOLDER]`: how many sentences of finished prose formatting changes.
 * FOLDER holds texts of your own, `CODE/SOURCE.txt`, a paragraph a line: novels, manuals, mail. The same sentences are drawn each
 * time, as many from each language. Kinds of quotes, dashes and spaces are style. A change may be right (`twenty euros`): with
 * `--changed` the sentences are written to `changed-CODE.txt`, each with what came of it, to be read and judged.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { chosenOf, judged } from "./sets.ts";

const [FEWEST_WORDS, MOST_WORDS] = [5, 45];
/** A whole sentence, without signs of markup and code. */
const WHOLE = /^["«»„“¿¡'(—–]?\p{Lu}[^<>=\\|{}$_@~[\]#*^`/+]*[.!?]["»“”')]?$/u;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: "string", default: "2000" }, changed: { type: "string" } },
});
const [folder, ...languages] = positionals;
if (folder === undefined)
  throw new Error("name the folder of the texts: CODE/SOURCE.txt, a paragraph a line");

interface Sentence {
  text: string;
  source: string;
}

function sentencesOf(language: string, from: string): Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  const found = readdirSync(from).flatMap((file) =>
    readFileSync(join(from, file), "utf8")
      .split("\n")
      .flatMap((paragraph) => [...segmenter.segment(paragraph.replace(/\s+/gu, " "))])
      .map(({ segment }) => ({ text: segment.trim(), source: file.replace(/\.txt$/, "") })),
  );
  const whole = found.filter(({ text }) => {
    const words = text.split(" ").length;
    return words >= FEWEST_WORDS && words <= MOST_WORDS && WHOLE.test(text);
  });
  return [...new Map(whole.map((each) => [Bun.hash(each.text), each]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, Number(flags.most))
    .map(([, each]) => each);
}

function withoutStyle(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/gu, " ")
    .replaceAll("’", "'")
    .replace(/ ?["“”„«»] ?/gu, '"')
    .replace(/ (?=[!?;:])/gu, "")
    .replace(/[–—]/gu, "-")
    .replaceAll("...", "…")
    .trim();
}

for (const language of chosenOf(readdirSync(folder), languages)) {
  const changed: string[] = [];
  judged(language, {
    cases: sentencesOf(language, join(folder, language)),
    groupsOf: ({ source }) => [source],
    judge: ({ text }) => {
      const written = formatDictation(text, { language });
      if (withoutStyle(written) === withoutStyle(text)) return ["right"];
      changed.push(`${text}\n→ ${written.replaceAll("\n", "\\n")}\n`);
      return ["changed"];
    },
  });
  if (flags.changed === undefined) continue;
  mkdirSync(flags.changed, { recursive: true });
  writeFileSync(join(flags.changed, `changed-${language}.txt`), changed.join("\n"));
}
