/** Numbers that tell things apart, in digits however small: `Absatz eins`, `version deux point trois`. */
import type { CardinalReader } from "./number-readers.ts";
import { list, phraseLength, type Reader } from "./readers.ts";

export interface LabelWords {
  /** What is told apart by a number behind it, and what may have parts: `version deux point trois`. */
  names: string;
  parted: string;
  /** The same where a one is the best of a row: `die nummer eins`. */
  ranked: string;
  /** What is told apart by figures spoken one by one, or by a large number: `Fehler fünf null zwei`. */
  coded?: string;
  /** Ones that are articles as well, and so are a number at the end only. */
  articles: string;
  /** Between the parts. */
  point: string;
}

const LARGEST = 9999n;
const MOST_PARTS = 4;
const MOST_FIGURES = 8;
/** Two may be two rooms. */
const LEAST_FIGURES = 3;
const LEAST_CODE = 100n;

export function labelReader(cardinal: CardinalReader, language: LabelWords): Reader {
  const { names, parted, ranked, coded = "", articles, point } = language;
  const labels = new Set(list(`${names} ${parted} ${ranked} ${coded}`));
  const [haveParts, haveRanks, haveCodes] = [parted, ranked, coded].map((words) => new Set(list(words)));
  const isArticle = phraseLength(list(articles));
  return (words, at) => {
    const name = words[at - 1] ?? "";
    // `Une ligne, deux mots`
    if (!labels.has(name) || isArticle(words, at - 2) > 0) return null;
    const letter = words[at] ?? "";
    if (/^[b-df-hj-np-xz]$/.test(letter)) {
      const behind = cardinal(words, at + 1);
      const isNumbered = behind !== null && !behind.round && behind.value <= LARGEST;
      const text = letter.toUpperCase() + (isNumbered ? behind.value : "");
      return { words: 1 + (isNumbered ? behind.words : 0), text, kind: "letters" };
    }
    const figures = figuresAt(words, at, cardinal);
    if (figures.length >= (haveCodes?.has(name) ? 2 : LEAST_FIGURES) && !haveParts?.has(name))
      return { words: figures.length, text: figures, kind: "cardinal" };
    const number = cardinal(words, at);
    if (!number || number.round || number.value > LARGEST) return null;
    if (haveCodes?.has(name) && number.value < LEAST_CODE) return null;
    const parts = [number.value];
    let length = number.words;
    while (haveParts?.has(name) && parts.length < MOST_PARTS && words[at + length] === point) {
      const next = cardinal(words, at + length + 1);
      if (!next) break;
      parts.push(next.value);
      length += 1 + next.words;
    }
    if (length === 1 && number.value === 1n && haveRanks?.has(name)) return null;
    if (length === 1 && isArticle(words, at) > 0 && at + 1 < words.length) return null;
    return { words: length, text: parts.join("."), kind: "cardinal" };
  };
}

/** Figures spoken one by one: `vier eins zwei`. */
function figuresAt(words: readonly string[], at: number, cardinal: CardinalReader): string {
  let figures = "";
  while (figures.length < MOST_FIGURES) {
    const figure = cardinal(words, at + figures.length);
    if (figure?.words !== 1 || figure.value > 9n) break;
    figures += figure.value;
  }
  return figures;
}
