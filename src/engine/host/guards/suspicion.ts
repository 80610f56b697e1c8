/** Signs that a recognizer wrote something else than what was said: its text alone, against how long somebody spoke. */
import { type Believed, comparedWord, repetitionAt } from "../../repetitions.ts";

export type Suspicion = "repeats" | "too much" | "empty";

/** Less than before anything is taken out (`transcription/loops.ts`): to decode again harms nobody. */
const BELIEVED: Believed = [0, 4, 3];
/** The fastest talkers reach 10 syllables a second, of about three letters; a short piece may hold a word cut off. */
const MOST_LETTERS_PER_SECOND = 30;
const SPARE_LETTERS = 15;
/** Somebody who speaks for so long says something. */
const LEAST_SPEECH_SECONDS = 1;

/** @param speechSeconds in which the detector hears speech. @returns null if nothing is suspicious. */
export function suspicionOf(text: string, speechSeconds: number): Suspicion | null {
  const words = spokenWords(text);
  if (words.length === 0) return speechSeconds >= LEAST_SPEECH_SECONDS ? "empty" : null;
  if (repeatsItself(words)) return "repeats";
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters > speechSeconds * MOST_LETTERS_PER_SECOND + SPARE_LETTERS ? "too much" : null;
}

function spokenWords(text: string): string[] {
  return text
    .split(/\s+/u)
    .map(comparedWord)
    .filter((word) => word !== "");
}

/** Whether a phrase stands there more often in a row than people say it, whatever follows. @param words as of `comparedWord`. */
export function repeatsItself(words: readonly string[]): boolean {
  return words.some((_, at) => repetitionAt(words, at, BELIEVED) !== null);
}
