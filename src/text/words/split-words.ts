/** Scripts that set no spaces between words, each character of which is a word to the rules. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々〆]\p{M}*/u;
/** They stand apart from figures and Latin letters after them, too: `15部、25部`. */
const MARKS = /[。，！？、；：「」『』（）【】《》〈〉]/u;
const UNSPACED_WORDS = new RegExp(
  `${UNSPACED.source}|${MARKS.source}+|(?:(?!${UNSPACED.source}|${MARKS.source})\\S)+`,
  "gu",
);

/** Words apart by white space; if the language sets none, also the single characters of its script. */
export function splitWords(text: string, spaced: boolean): string[] {
  if (spaced) return text.split(/\s+/u).filter((word) => word !== "");
  return text.match(UNSPACED_WORDS) ?? [];
}

/** Phrases of languages without spaces, in which every character is a word: with spaces between, as the rules compare them. */
export function spacedPhrases(phrases: string): string[] {
  return phrases
    .trim()
    .split(/\s+/u)
    .map((phrase) => phrase.match(/.\p{M}*/gu)?.join(" ") ?? phrase);
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));
const SHORTEST_INHERITED = Math.min(...[...INHERITED].map(({ length }) => length));

/** `constructor` in capitals: tables of words are objects, in which nobody may find the names that every object inherits. */
export function tableKey(word: string): string {
  return word.length >= SHORTEST_INHERITED && INHERITED.has(word) ? word.toUpperCase() : word;
}
