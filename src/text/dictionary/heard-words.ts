/** The words of a text as they are compared with the terms of a dictionary. */

import { rulesFor } from "../languages/index.ts";
import { isPlainWord, isUsualName } from "../words/frequent-words.ts";
import { fold } from "../words/letter-case.ts";
import type { Certainty, Token } from "../words/tokens.ts";
import { lettersOf } from "./index-terms.ts";

export interface HeardWord {
  letters: string;
  /** Ends in 's, which is not part of a term. */
  possessive: string;
  /** A word that everyone uses. */
  plain: boolean;
  /** A name stands here, whatever the word: the recognizer gave it a capital, or a title stands before it. */
  evident: boolean;
  /** A title of last names stands before it: a person that the speaker deals with, as with those of the dictionary. */
  titled: boolean;
  /** How sure the recognizer is of it, where that is known. */
  certainty: Certainty | undefined;
  /** A name that many have: the recognizer mostly gets it right. */
  name: boolean;
}

/** Of last names. */
const TITLES = new Set(
  "mr mrs ms dr prof professor herr herrn frau doktor monsieur madame mademoiselle señor señora".split(" "),
);
/** Of first names too. */
const OTHER_TITLES = new Set("miss sir madam don doña señorita".split(" "));

export function heardWords(tokens: readonly Token[], language: string): HeardWord[] {
  const { capitalized } = rulesFor(language);
  return tokens.map((token, at) => {
    const { text, certainty } = token;
    const possessive = /['’]s$/.exec(text)?.[0] ?? "";
    const letters = lettersOf(text.slice(0, text.length - possessive.length));
    // `won't` is plain, `wont` is not.
    const plain = letters.length === 1 || isPlainWord(letters, language) || isPlainWord(fold(text), language);
    const before = tokens[at - 1];
    const isCapital =
      language !== "de" && /^\p{Lu}\p{Ll}/u.test(text) && !Object.hasOwn(capitalized, text.toLowerCase());
    const title = before?.text.toLowerCase() ?? "";
    const titled = TITLES.has(title);
    const evident = titled || OTHER_TITLES.has(title) || (isCapital && !beginsSentence(token, before));
    const name = [letters, letters.replace(/s$/, "")].some((each) => isUsualName(each, language));
    return { letters, possessive, plain, evident, titled, certainty, name };
  });
}

function beginsSentence({ gap, before: opening, startsSentence }: Token, before: Token | undefined): boolean {
  return (
    before === undefined ||
    startsSentence === true ||
    opening !== "" ||
    gap.includes("\n") ||
    /[.!?:…]/.test(before.after) ||
    before.text === ""
  );
}
