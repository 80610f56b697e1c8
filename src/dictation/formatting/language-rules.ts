/**
 * What a language contributes to formatting. Data and small grammars stand under `languages/CODE/`; the order of
 * the steps and everything that holds for all languages stands above them, once.
 */

/** How a mark joins its neighbours: `left` sticks to the word before it, `right` to the word after it. */
export interface SpokenMark {
  /** What is said, in lower case, words apart by one space: `question mark`. */
  spoken: string;
  /** What is written: `?`. Layout is `\n` (new line), `\n\n` (new paragraph). */
  written: string;
  joins: "left" | "right" | "both" | "none";
  /** Whether the next word begins a sentence. */
  endsSentence?: boolean;
  /**
   * Words that, directly before (or after) the phrase, show that it is meant literally: `a comma`, `the period
   * of`. Without it the phrase is always the mark.
   */
  literalAfter?: readonly string[];
  literalBefore?: readonly string[];
}

export interface LanguageRules {
  /** As in `LanguageCode` of the contract. */
  code: string;
  /** Whether words are set apart by spaces (not in Chinese, Japanese, Thai). */
  spaced: boolean;
  /** Whether sentences begin with a capital (not in scripts without case). */
  cased: boolean;
  /** The stop that ends a statement where the recognizer gives none, and the question mark. */
  stop: string;
  questionMark: string;
  /** First words (lower case) that make a sentence a question. */
  questionStarts: readonly string[];
  marks: readonly SpokenMark[];
  /** Said without meaning: `um`, `uh`. */
  fillers: readonly string[];
  /** Phrases after which the speaker replaces what came just before: `no wait`, `I mean`. */
  corrections: readonly string[];
  /** Words that are always capitalized: `I`, `Monday`. Lower case → written. */
  capitalized: Readonly<Record<string, string>>;
  /**
   * Inverse text normalization: spoken numbers, dates, times, money, measures, telephone numbers, addresses to
   * their written form. Takes lower-case words apart by single spaces, returns words of the same kind. Text
   * without anything to normalize comes back unchanged; what is written already stays as it is.
   */
  normalize(words: string): string;
}
