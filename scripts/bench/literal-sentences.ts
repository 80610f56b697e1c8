/**
 * Sentences in which a mark's words are meant as words. A file holds the words (`: Punkt|Strichpunkt`, a line for each gender), frames in which
 * `~` is the word and `(der|das)` goes by its line, and whole sentences with the word in braces.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";

const FOLDER = join(import.meta.dir, "literal-words");

/** As in `LanguageCode` of the contract. */
export const LITERAL_LANGUAGES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.txt$/, ""))
  .sort();

export interface LiteralSentence {
  said: string;
  /** What has to be in the written text. */
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

export function literalSentences(language: string): LiteralSentence[] {
  const lines = readFileSync(join(FOLDER, `${language}.txt`), "utf8")
    .trim()
    .split("\n");
  const words = lines.filter((line) => line.startsWith(":")).map((line) => line.slice(1).trim().split("|"));
  return lines
    .filter((line) => !line.startsWith(":"))
    .flatMap((frame) => {
      const whole = /\{(.*)\}/u.exec(frame)?.[1];
      if (whole !== undefined) return [{ written: frame.replace(/[{}]/g, ""), word: whole }];
      return words.flatMap((genders, gender) =>
        genders.map((word) => ({ written: filled(frame, word, gender), word })),
      );
    })
    .flatMap(({ written, word }) => [
      { said: written, word, bare: false },
      { said: bareOf(written, language), word, bare: true },
    ]);
}

function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/gu, " ").toLowerCase();
}

/** A word gone, or a mark or line that nobody spoke. */
export function isDamaged({ said, word }: LiteralSentence, language: string): boolean {
  const { text, reasons } = formatWithReasons(said, { language });
  return (
    !plain(text).includes(plain(word)) || text.includes("\n") || reasons.some(({ code }) => code === "mark")
  );
}
