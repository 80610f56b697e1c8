/** Codes whose letters are said with their case: `capital t a four nine lower case k`, `großes t kleines a`, `t majuscule`. */
import { list, type Phrases, phrases, type Reader, type Words } from "./readers.ts";

export interface CaseWords {
  /** Alternatives apart by spaces, the words of one joined by `_`. */
  upper: string;
  lower: string;
  /** Whether they stand behind their letter. */
  behind?: boolean;
}

const LEAST_SIGNS = 3;
const MOST_SIGNS = 48;
/** With a case: in `大文字を使います` no letter follows. */
const LETTER = /^[\p{Lu}\p{Ll}]$/u;

/** @param digitOf The figure that a word is. @param joint Finds what is said for signs: `unterstrich`. */
export function caseCodeReader(
  { upper, lower, behind = false }: CaseWords,
  digitOf: (word: string) => string | undefined,
  joint: Phrases<string> = () => null,
): Reader {
  const phrasesOf = (text: string, isUpper: boolean) =>
    list(text).map((phrase): [string, boolean] => [phrase.replaceAll("_", " "), isUpper]);
  const caseAt = phrases([...phrasesOf(upper, true), ...phrasesOf(lower, false)]);

  function signAt(words: Words, at: number): { words: number; text: string; cased: boolean } | null {
    const told = caseAt(words, behind ? at + 1 : at);
    const letter = words[at + (behind ? 0 : (told?.words ?? 0))] ?? "";
    if (LETTER.test(letter) && digitOf(letter) === undefined) {
      const text = told?.value ? letter.toUpperCase() : letter;
      return { words: 1 + (told?.words ?? 0), text, cased: told !== null };
    }
    const digit = digitOf(words[at] ?? "");
    return digit === undefined ? null : { words: 1, text: digit, cased: false };
  }

  return (words, at) => {
    if (!caseAt(words, behind ? at + 1 : at) || !signAt(words, at)?.cased) return null;
    let [text, read] = ["", 0];
    while (text.length < MOST_SIGNS) {
      const between = text === "" ? null : joint(words, at + read);
      const sign = signAt(words, at + read + (between?.words ?? 0));
      if (!sign) break;
      text += (between?.value ?? "") + sign.text;
      read += (between?.words ?? 0) + sign.words;
    }
    return text.length < LEAST_SIGNS ? null : { words: read, text, kind: "letters" };
  };
}
