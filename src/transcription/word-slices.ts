import type { Word } from "../engine/engine.ts";

/**
 * Cuts a text at its words: slice `i` runs from the start of word `i` to the start of the next one, so that it
 * carries the punctuation and the space (or, in Chinese and Japanese, the lack of one) that follow the word. The
 * slices together are the text. If the words do not occur in the text in order, the words with a space each.
 */
export function sliceAtWords(text: string, words: readonly Word[]): string[] {
  const starts: number[] = [];
  let cursor = 0;
  for (const word of words) {
    const found = text.indexOf(word.text, cursor);
    if (found < 0) return words.map(({ text }) => `${text} `);
    starts.push(found);
    cursor = found + word.text.length;
  }
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]));
}

/** Scripts that put no space between sentences. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。！？、，]/u;

export function joinTexts(texts: string[]): string {
  let joined = "";
  for (const text of texts) {
    const border = joined.slice(-1) + text.slice(0, 1);
    const unspaced = joined !== "" && [...border].every((character) => UNSPACED.test(character));
    joined += joined === "" || unspaced ? text : ` ${text}`;
  }
  return joined;
}
