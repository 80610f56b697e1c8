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

export type WrittenKind =
  | "cardinal"
  | "ordinal"
  | "decimal"
  | "fraction"
  | "percent"
  | "money"
  | "measure"
  | "date"
  | "time"
  | "telephone"
  /** E-mail addresses, host names, URLs, paths. */
  | "address"
  /** Spelled letters, serials, versions, abbreviations. */
  | "letters";

/** Spoken words that have a written form. */
export interface Written {
  /** How many words it takes; at least one. */
  words: number;
  /** Lower case, except where a symbol or a noun's spelling asks for more: `july 25 2012`, `5 km/h`, `$5.20`. */
  text: string;
  /** How a finished sentence writes it, where that differs from the bare form: `July 25, 2012`, `$15,000`, `BBC`. */
  prose?: string;
  kind: WrittenKind;
}

export interface NumberStyle {
  /** Small numbers that otherwise stay words: `two` → `2`; not those that are other words too, like `one`. */
  digits: Readonly<Record<string, string>>;
  /** How a spoken cardinal or ordinal is written out: `twenty five` → `twenty-five`. */
  writeOut(spoken: string): string;
}

export interface LanguageRules {
  /** As in `LanguageCode` of the contract. */
  code: string;
  /** Whether words are set apart by spaces (not in Chinese, Japanese, Thai). */
  spaced: boolean;
  /** Whether sentences begin with a capital (not in scripts without case). */
  cased: boolean;
  /** The stop that ends a statement where the recognizer gives none (may be empty), and the question mark. */
  stop: string;
  questionMark: string;
  /** What opens a sentence that ends with a mark: Spanish `?` → `¿`. */
  sentenceOpens?: Readonly<Record<string, string>>;
  /** Set between a word and `? ! ; :` behind it: the no-break space of French. */
  spaceBeforeMarks?: string;
  /** First words (lower case, one to three) that make a sentence a question: `what is`, `do you`. */
  questionStarts: readonly string[];
  /** Characters at the end of a sentence that make it a question: `吗`, `습니까`; with a space before them a word: ` mi`. */
  questionEnds?: readonly string[];
  /** Words that may stand before them: `so`, `hello`. */
  questionLeads?: readonly string[];
  marks: readonly SpokenMark[];
  /** Said without meaning: `um`, `uh`. */
  fillers: readonly string[];
  /** Phrases after which the speaker replaces what came just before: `no wait`, `I mean`; lower case. */
  corrections: readonly string[];
  /** Phrases with which the speaker takes back the whole sentence so far: `scratch that`. */
  erasures?: readonly string[];
  /** For users who want all numbers in digits, or in words. */
  numberStyle?: NumberStyle;
  /** Words that nobody means to say twice in a row: `the the`. */
  stutters?: readonly string[];
  /** Words that are always capitalized: `I`, `Monday`. Lower case → written. */
  capitalized: Readonly<Record<string, string>>;
  /**
   * Inverse text normalization: the longest spoken number, date, time, amount, measure, telephone number or address that
   * begins at `words[at]`, in its written form; null where none begins there. Called at each word in turn, left to
   * right, past what was read (`normalize.ts`); so it must look ahead a bounded number of words only. It may look back
   * at the words before `at`, which are as spoken. Words are lower case; in languages without spaces a word is one character
   * of the script, or a run of anything else. Digits and signs that are written already are words like others.
   */
  read(words: readonly string[], at: number): Written | null;
}
