/**
 * Sequence models can fall into a loop and write one phrase over and over (speaches #133). A loop shows in its structure: a
 * phrase follows itself more often than people repeat themselves.
 */

/** How often a phrase is believed to be said in a row, by its number of words; the last holds for longer ones. */
export type Believed = readonly [noWords: 0, ...number[]];

export interface Repetition {
  phraseWords: number;
  /** After the last word of the last time, exclusive. */
  end: number;
}

const LONGEST_PHRASE_WORDS = 12;

/** Words as they are compared: lower case, letters and figures alone. */
export function comparedWord(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/** A phrase that begins at `at` and follows itself more often than is believed. @param words as of `comparedWord`. */
export function repetitionAt(words: readonly string[], at: number, believed: Believed): Repetition | null {
  for (let phraseWords = 1; phraseWords <= LONGEST_PHRASE_WORDS; phraseWords++) {
    let end = at + phraseWords;
    while (end < words.length && words[end] === words[end - phraseWords]) end++;
    const times = Math.floor((end - at) / phraseWords);
    if (times > (believed[Math.min(phraseWords, believed.length - 1)] as number))
      return { phraseWords, end: at + times * phraseWords };
  }
  return null;
}
