/**
 * Sentences in which a mark's words are meant as words. A file holds the words (`: Punkt|Strichpunkt`, a line for each
 * gender), frames in which
 * `~` is the word and `(der|das)` goes by its line, whole sentences with the word in braces, and clauses (`+ es regnet`) between which a
 * mark is dictated.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { rulesFor } from "../../src/text/languages/index.ts";
import type { SpokenMark } from "../../src/text/words/language-rules.ts";
import { plainText } from "./dictation-sets.ts";
import { linesOf } from "./figures.ts";
import type { Half } from "./sets.ts";

const FOLDER = join(import.meta.dir, "literal-words");

/** As in `LanguageCode` of the contract. */
export const LITERAL_LANGUAGES = readdirSync(join(FOLDER, "tuning"))
  .map((file) => file.replace(/\.txt$/, ""))
  .sort();

export interface LiteralSentence {
  said: string;
  /** The word that must be in the written text. */
  word: string;
  /** Whether the marks and capitals of the sentence are left out. */
  bare: boolean;
}

function filled(frame: string, word: string, gender: number): string {
  const agreed = frame.replace(/\(([^)]*)\)/gu, (_, forms: string) => forms.split("|")[gender] ?? "");
  const sentence = agreed.replace("~", word);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function bareOf(sentence: string, language: string): string {
  const lower = language === "tr" ? sentence.toLocaleLowerCase("tr") : sentence.toLowerCase();
  return lower.replace(/[.,?!¿،؟।。、，？！]/gu, "").trim();
}

function linesIn(language: string, half: Half): string[] {
  return linesOf(join(FOLDER, half, `${language}.txt`));
}

/** By gender. */
function wordsIn(lines: readonly string[]): string[][] {
  return lines.filter((line) => line.startsWith(":")).map((line) => line.slice(1).trim().split("|"));
}

export function literalSentences(language: string, half: Half): LiteralSentence[] {
  const lines = linesIn(language, half);
  return lines
    .filter((line) => !/^[:+]/.test(line))
    .flatMap((frame) => {
      const whole = /\{(.*)\}/u.exec(frame)?.[1];
      if (whole !== undefined) return [{ written: frame.replace(/[{}]/g, ""), word: whole }];
      return wordsIn(lines).flatMap((genders, gender) =>
        genders.map((word) => ({ written: filled(frame, word, gender), word })),
      );
    })
    .flatMap(({ written, word }) => [
      { said: written, word, bare: false },
      { said: bareOf(written, language), word, bare: true },
    ]);
}

/** Two clauses with a mark or a line dictated between them, as a recognizer without marks gives them. */
export function dictatedMarks(language: string, half: Half): string[] {
  const lines = linesIn(language, half);
  const { marks, spaced } = rulesFor(language);
  const isSpoken = (mark: SpokenMark, word: string) =>
    (spaced ? mark.spoken : mark.spoken.replaceAll(" ", "")) === bareOf(word, language);
  const spoken = wordsIn(lines)
    .flat()
    .filter((word) =>
      marks.some((mark) => isSpoken(mark, word) && (mark.joins === "left" || mark.written.startsWith("\n"))),
    );
  const clauses = lines
    .filter((line) => line.startsWith("+ "))
    .map((line) => bareOf(line.slice(2), language));
  return clauses.flatMap((clause, at) =>
    spoken.map((word) => [clause, word, clauses[(at + 1) % clauses.length]].join(spaced ? " " : "")),
  );
}

export function isMissed(said: string, language: string): boolean {
  return !formatWithReasons(said, { language }).reasons.some(({ code }) => code === "mark");
}

function plain(text: string): string {
  return plainText(text).toLowerCase();
}

/** A word gone, or a mark or line that nobody spoke. */
export function isDamaged({ said, word }: LiteralSentence, language: string): boolean {
  const { text, reasons } = formatWithReasons(said, { language });
  return (
    !plain(text).includes(plain(word)) || text.includes("\n") || reasons.some(({ code }) => code === "mark")
  );
}
