/**
 * Rules that apply to every model: numbers are not torn apart, the text ends with a stop, sentences and German nouns
 * begin with capitals.
 */
import type { LanguageRules } from "../../words/language-rules.ts";
import { capitalize } from "../../words/letter-case.ts";
import { newToken } from "../../words/tokens.ts";
import { nounForm } from "../sentences.ts";
import type { MarkedWord } from "./marked-words.ts";

/** Fewer may be a name, a number or a search: no model's marks are worth more than none there. */
export const SENTENCE_WORDS = 4;

const ENDS = /[.?!。？！]$/u;
/** Reading numbers takes a tenth of a millisecond a word; longer texts are transcripts, in which numbers stay words. */
const MOST_WORDS_READ = 1_000;

export function finishSentences(words: readonly MarkedWord[], rules: LanguageRules): MarkedWord[] {
  const joined = insideNumbers(words, rules);
  const tokens = words.map(({ text, marks }) => newToken({ gap: " ", text, after: marks }));
  let begins = true;
  return words.map(({ text, marks }, index) => {
    const kept = joined.has(index) ? "" : marks;
    const closed = index === words.length - 1 && !ENDS.test(kept) ? rules.stop : kept;
    const written = writtenWord(nounForm(tokens, index, rules) ?? text, begins, rules);
    begins = ENDS.test(closed);
    return { text: written, marks: closed };
  });
}

/** Words that belong together with the next as one number, date, amount or address: `five, five, five` is one. */
function insideNumbers(words: readonly MarkedWord[], rules: LanguageRules): ReadonlySet<number> {
  const inside = new Set<number>();
  if (words.length > MOST_WORDS_READ || !rules.spaced) return inside;
  const spoken = words.map(({ text }) => text.toLowerCase());
  for (let at = 0; at < spoken.length; ) {
    const length = rules.read(spoken, at)?.words ?? 1;
    for (let index = at; index < at + length - 1; index += 1) inside.add(index);
    at += length;
  }
  return inside;
}

function writtenWord(text: string, begins: boolean, { cased, capitalized, code }: LanguageRules): string {
  if (!cased) return text;
  const known = Object.hasOwn(capitalized, text) ? (capitalized[text] ?? text) : text;
  return begins ? capitalize(known, code) : known;
}
