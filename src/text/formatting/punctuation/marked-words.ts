/** From words to what a model is asked, and from its answer back to the words with their marks. */

/** A word as it is to be written, and what stands after it. */
export interface MarkedWord {
  text: string;
  marks: string;
}

const MARK = /[,.?!;:…，。？！、；：]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Models for Chinese write these after words of other scripts too. */
const NARROW: Readonly<Record<string, string>> = {
  "，": ",",
  "、": ",",
  "。": ".",
  "？": "?",
  "！": "!",
  "；": ";",
  "：": ":",
};

/** One text of the words, spaces only where their script writes them. */
export function joinWords(words: readonly string[]): string {
  let text = "";
  for (const word of words) {
    const border = text.slice(-1) + word.slice(0, 1);
    text += text === "" || [...border].every((character) => UNSPACED.test(character)) ? word : ` ${word}`;
  }
  return text;
}

/** The answer's letters and marks, word by word. Null if it does not hold the words, all of them and in order. */
export function readMarked(words: readonly string[], answer: string): MarkedWord[] | null {
  const characters = [...answer];
  const marked: MarkedWord[] = [];
  let at = 0;
  const skip = (pattern: RegExp) => {
    const from = at;
    while (at < characters.length && pattern.test(characters[at] as string)) at += 1;
    return characters.slice(from, at).join("");
  };
  for (const word of words) {
    skip(/\s/u);
    const length = [...word].length;
    const text = characters.slice(at, at + length).join("");
    if (text.toLowerCase() !== word.toLowerCase()) return null;
    at += length;
    const marks = skip(/[\s,.?!;:…，。？！、；：]/u).replace(/\s/gu, "");
    marked.push({ text, marks: UNSPACED.test(text.slice(-1)) ? marks : narrowed(marks) });
  }
  return at === characters.length ? marked : null;
}

function narrowed(marks: string): string {
  return [...marks].map((mark) => NARROW[mark] ?? mark).join("");
}

/** Marks of its own show that a word was written and not only heard. */
export function hasMarks(text: string): boolean {
  return MARK.test(text);
}
