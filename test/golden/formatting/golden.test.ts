/**
 * Golden files: `CODE/CLASS.tsv` holds what is said, a tab, and what is written, a pair a line, `#` begins a remark.
 * Each pair goes through inverse text normalization alone, in lower case; those of `sentences.tsv` and `corrections.tsv` through
 * all of formatting, with `\\n` for a line break.
 */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatDictation } from "../../../src/text/formatting/format-dictation.ts";
import { rulesFor } from "../../../src/text/languages/index.ts";
import { normalize } from "../../../src/text/languages/normalize.ts";

const languages = readdirSync(import.meta.dir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const WHOLE = ["sentences.tsv", "corrections.tsv"];

for (const language of languages) {
  const folder = join(import.meta.dir, language);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".tsv"))) {
    test.each(pairs(join(folder, file)))(`${language} ${file} writes %s as %s`, (spoken, written) => {
      const result = WHOLE.includes(file)
        ? formatDictation(spoken, { language })
        : normalize(spoken, rulesFor(language));
      expect(result).toBe(written);
    });
  }
}

function pairs(file: string): [spoken: string, written: string][] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replaceAll("\\n", "\n").split("\t") as [string, string]);
}
