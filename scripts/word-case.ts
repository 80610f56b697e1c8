/**
 * `bun scripts/word-case.ts`: writes the English words and names by which capitals are settled. From the lists that
 * Debian makes of SCOWL: wamerican and wbritish, of usual words; a name is no word of their `-large` sisters either.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isInflected } from "../src/text/languages/en/word-case.ts";

const SHORTEST = 3;
const OUT = join(import.meta.dir, "../src/text/languages/en/word-case.txt");
const HEAD = "# Made by scripts/word-case.ts from SCOWL; a ? stands before words that are names as well.";

function words(size: string): string[] {
  const texts = ["american", "british"].map((kind) =>
    readFileSync(`/usr/share/dict/${kind}-english${size}`, "utf8"),
  );
  const lines = texts.flatMap((text) => text.split("\n"));
  return [...new Set(lines.filter((word) => word.length >= SHORTEST && /^[A-Za-z]+$/.test(word)))];
}

const isSmall = (word: string) => word === word.toLowerCase();
const rare = new Set(words("-large").filter(isSmall));
const usual = words("");
const small = new Set(usual.filter(isSmall));
const capital = usual.filter((word) => !isSmall(word));
const names = capital.filter((word) => !small.has(word.toLowerCase()) && !rare.has(word.toLowerCase()));
const either = new Set(
  capital.map((word) => word.toLowerCase()).filter((word) => small.has(word) || rare.has(word)),
);
const plain = new Set<string>();
for (const word of [...small].sort((one, other) => one.length - other.length))
  if (!either.has(word) && !isInflected(word, plain)) plain.add(word);
const lines = [...plain, ...names, ...[...either].map((word) => `?${word}`)].sort();
writeFileSync(OUT, `${[HEAD, ...lines].join("\n")}\n`);
