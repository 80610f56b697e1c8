/** Signs that a recognizer wrote something else than what was said: its text alone, against how long somebody spoke. */

export type Suspicion = "repeats" | "too much" | "empty";

/** So many words in a row that are the same again, so often, is a loop. */
const LONGEST_PHRASE = 12;
const MOST_REPEATS_OF_WORD = 4;
const MOST_REPEATS_OF_PHRASE = 3;
/** The fastest talkers reach 10 syllables a second, of about three letters; a short piece may hold a word cut off. */
const MOST_LETTERS_PER_SECOND = 30;
const SPARE_LETTERS = 15;
/** Somebody who speaks for so long says something. */
const LEAST_SPEECH_SECONDS = 1;

/** @param speechSeconds in which the detector hears speech. @returns null where nothing is suspicious. */
export function suspicionOf(text: string, speechSeconds: number): Suspicion | null {
  const words = spokenWords(text);
  if (words.length === 0) return speechSeconds >= LEAST_SPEECH_SECONDS ? "empty" : null;
  if (repeatsItself(words)) return "repeats";
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters > speechSeconds * MOST_LETTERS_PER_SECOND + SPARE_LETTERS ? "too much" : null;
}

function spokenWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ""))
    .filter((word) => word !== "");
}

/** Whether a phrase stands there more often in a row than people say it, whatever follows. */
export function repeatsItself(words: readonly string[]): boolean {
  for (let length = 1; length <= LONGEST_PHRASE; length++) {
    const most = length === 1 ? MOST_REPEATS_OF_WORD : MOST_REPEATS_OF_PHRASE;
    let same = 0;
    for (let at = length; at < words.length; at++) {
      same = words[at] === words[at - length] ? same + 1 : 0;
      if (same >= most * length) return true;
    }
  }
  return false;
}
