/** The words of a text as they are compared with the terms of a dictionary. */
import type { Token } from "../formatting/tokens.ts";
import { rulesFor } from "../languages/index.ts";
import { fold } from "./fold.ts";
import { isKnownName, isPlainWord } from "./frequent-words.ts";
import { lettersOf } from "./index-terms.ts";

export interface Heard {
  letters: string;
  /** Ends in 's, which is not part of a term. */
  possessive: string;
  /** A word that everyone uses. */
  plain: boolean;
  /** A name stands here, whatever the word: the recognizer gave it a capital, or a title stands before it. */
  evident: boolean;
  /** How sure the recognizer is of it, where it tells. */
  sure: boolean;
  unsure: boolean;
  /** A name that many have: it may be another one misheard, which must then sound the same. */
  name: boolean;
}

/**
 * Of 776 words of five letters and more that the starter heard right, and 294 that it heard wrong, as synthetic voices read
 * prose, 4 % and 21 % are below the lower; 47 % and 11 % above the higher.
 */
const UNSURE = 0.22;
const SURE = 0.8;

const TITLES = new Set(
  "mr mrs ms miss dr prof professor sir madam herr frau doktor monsieur madame mademoiselle señor señora señorita don doña".split(
    " ",
  ),
);

export function hear(tokens: readonly Token[], language: string): Heard[] {
  const { capitalized } = rulesFor(language);
  return tokens.map((token, at) => {
    const { text, confidence } = token;
    const possessive = /['’]s$/.exec(text)?.[0] ?? "";
    const letters = lettersOf(text.slice(0, text.length - possessive.length));
    // `won't` is plain, `wont` is not.
    const plain = letters.length === 1 || isPlainWord(letters, language) || isPlainWord(fold(text), language);
    const before = tokens[at - 1];
    const isCapital =
      language !== "de" && /^\p{Lu}\p{Ll}/u.test(text) && !Object.hasOwn(capitalized, text.toLowerCase());
    const evident =
      (isCapital && !beginsSentence(token, before)) || TITLES.has(before?.text.toLowerCase() ?? "");
    const sure = confidence !== undefined && confidence >= SURE;
    const unsure = confidence !== undefined && confidence < UNSURE;
    const name = !plain && isKnownName(letters, language);
    return { letters, possessive, plain, evident, sure, unsure, name };
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
