/**
 * A language's part in formatting. Data and small grammars stand under `languages/CODE/`; the order of
 * the steps and everything that holds for all languages stands above them, once.
 */

import type { MarkNetwork } from "./mark-network.ts";

/** How a mark joins its neighbours: `left` sticks to the word before it, `right` to the word after it. */
export interface SpokenMark {
  /** The spoken words, in lower case, words apart by one space: `question mark`. */
  spoken: string;
  /** What is written: `?`. Layout is `\n` (new line), `\n\n` (new paragraph). */
  written: string;
  joins: "left" | "right" | "both" | "none";
  /** Whether the next word begins a sentence. */
  endsSentence?: boolean;
  /** Whether the sentence before a line break gets its stop if it has no mark: `punto y aparte`. */
  stops?: boolean;
  /** Whether an everyday word opens a quotation, and so only if it is closed again: `quote`. */
  paired?: boolean;
  /**
   * Words that, directly before (or after) the phrase, show that it is meant literally: `a comma`, `the period
   * of`. Without it the phrase is always the mark.
   */
  literalAfter?: readonly string[];
  literalBefore?: readonly string[];
  /** Whether it is one only directly after another: `komma absatz`. */
  afterMark?: boolean;
  /** The same for up to five words before (after) it in its clause, as they are written in the language. */
  literalBehind?: RegExp;
  literalAhead?: RegExp;
  /** The same where no other mark is named in the text: people who dictate marks dictate more than one. */
  aloneBehind?: RegExp;
  aloneAhead?: RegExp;
  /** The same for both sides, with ` ~ ` between them: `war das ~ üblich` has no clause of its own behind. */
  aloneAround?: RegExp;
  /** How much likelier than the network's lessons have it the mark is meant: the logarithm of the odds. */
  odds?: number;
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

/** A word among others, lower case; its neighbours nearest first, as far as the clause goes. */
export interface WordContext {
  word: string;
  before: readonly string[];
  after: readonly string[];
  /** Those of the sentence before it, the nearest first; and the first of the text. */
  earlier?(): readonly string[];
  opening?(): string;
  /** Those of the sentence after it. */
  later?(): readonly string[];
}

export interface NumberStyle {
  /** Small numbers that otherwise stay words: `two` → `2`; not those that are other words too, like `one`. */
  digits: Readonly<Record<string, string>>;
  /** How a spoken cardinal or ordinal is written out: `twenty five` → `twenty-five`. */
  writeOut(spoken: string): string;
  /** Scales that two numbers may share: `two or three hundred`. */
  sharedScales?: readonly string[];
}

/** Openings and closings of letters, and their names. */
export interface LetterWords {
  /** First words of a letter: `dear`, `good morning`. */
  greetings: readonly string[];
  /** Who is greeted without a name: `everyone`. */
  everyone: readonly string[];
  /** With which the text after a greeting or a title begins: `le scrivo`. */
  begins?: readonly string[];
  /** Words of the line above a name: `regards`. */
  closings: readonly string[];
  /** Titles that stay small: `Estimada señora Ruiz`. */
  smallTitles?: readonly string[];
  /** With which a name below a letter begins: `your`. */
  own?: readonly string[];
  /** Words that begin with a capital in a letter whose greeting holds one of others: `dziękuję Panu`. */
  courtesy?: { after: readonly string[]; words: readonly string[] };
}

export type NameWord = "firms" | "partners" | "legalForms" | "lawsuits" | "against" | "signers";

/** Names of streets: `12 rue de la Paix`, `calle Mayor 12`. */
export interface StreetRules {
  /** `rue`, `calle`; or what a word ends in: `-straat`. */
  streets: readonly string[];
  /** Words that stay small in names: `de la`. */
  joints: readonly string[];
  /** Words that no name holds: `en la calle a las 5`. */
  never?: readonly string[];
  /** Words that may stand before the number: `número`. */
  numberWords?: readonly string[];
  /** How the adjectives end that name streets: `ulicy lipowej`; folded. */
  nameEndings?: readonly string[];
  /** Words before an address, `adresse`; words for a part of a house, `piso`; and after a number, `bis`. */
  announcedBy?: readonly string[];
  flats?: readonly string[];
  suffixes?: readonly string[];
  /** Whether the number stands before the street. */
  numberFirst?: boolean;
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
  /** Set between a word and `? ! ; :` after it: the no-break space of French. */
  spaceBeforeMarks?: string;
  /** First words (lower case, one to three) that make a sentence a question: `what is`, `do you`. */
  questionStarts: readonly string[];
  /** The same as a pattern of the first words. */
  questions?: RegExp;
  /** Characters at the end of a sentence that make it a question: `吗`, `습니까`; with a space before them a word: ` mi`. */
  questionEnds?: readonly string[];
  /** Two words after a statement that make it a question: `isn't it`. */
  tags?: readonly string[];
  /** Words that may stand before them: `so`, `hello`. */
  questionLeads?: readonly string[];
  /** How sentences begin, by their first words, that are none although they begin as questions do: `so did I`, `how much it costs`. */
  notQuestions?: RegExp;
  marks: readonly SpokenMark[];
  /** Before one word in quotation marks: `entre comillas`. */
  quotedAfter?: readonly string[];
  /** Weighs the words around a mark's words; without it those before and after decide. */
  markNetwork?(): MarkNetwork;
  /** Words that speak of writing: where they stand beside the only mark of a text, it is talked about. */
  writing?: RegExp;
  /** How the words after a mark begin if they continue its clause; others begin a clause of their own. */
  namedThen?: RegExp;
  /** Said without meaning: `um`, `uh`. */
  fillers: readonly string[];
  /** Phrases that hold a filler's word, or one twice, and are meant: `uh huh`, `in the ER`, `so did I, I …`. */
  keptFillers?: readonly string[];
  /** Phrases after which the speaker replaces what came just before: `no wait`, `I mean`; lower case. */
  corrections: readonly string[];
  /** The same with clauses that stand in ordinary sentences as well: `i mean`; only if two words in a row, or a number, are said anew. */
  ordinaryCorrections?: readonly string[];
  /** The same between commas, and `sorry` if all words but one are said anew: `the left knee sorry the right knee`. */
  apologies?: readonly string[];
  denials?: readonly string[];
  /** How words for opposite sides begin, one list a side: `left`, `right`. */
  sides?: readonly (readonly string[])[];
  /** Forms of one article or preposition, one list each: `ao`, `à`. */
  sameWords?: readonly (readonly string[])[];
  /** Second halves of verbs, which stand apart: `rufe … an`. */
  particles?: readonly string[];
  /** The definite ones. */
  articles?: readonly string[];
  /** Between two of a kind: `and`, `or`. */
  conjunctions?: readonly string[];
  /** Words that deny what follows: `not`, `never`. */
  negations?: readonly string[];
  /** In languages without spaces: how a text opens with a greeting, and the mark after it. */
  openings?: readonly (readonly [greeting: RegExp, mark: string])[];
  /** How a last line looks that is no sentence. */
  nameLine?: RegExp;
  /** After a name, in languages without spaces: `さん`. */
  titlesBehind?: readonly string[];
  /** Phrases with which the speaker takes back the whole sentence so far: `scratch that`. */
  erasures?: readonly string[];
  /** The same with verbs that end ordinary sentences as well: `delete that`; only if pauses, marks or a repetition show it. */
  ordinaryErasures?: readonly string[];
  /** Directly before a correction or an erasure these show that it is part of the sentence: `to scratch that`, `what I mean`. */
  literalCommandAfter?: readonly string[];
  /** For users who want all numbers in digits, or in words. */
  numberStyle?: NumberStyle;
  /** Ordinals that stay words as hours: `o piętnastej`. */
  hours?: readonly string[];
  /** Before a telephone number that is said in pairs: `numer`. */
  telephones?: readonly string[];
  /** Things that numbers count, so that one before it is no minute of a time: `at seven ten units`. */
  counted?: readonly string[];
  /** The same of a code, a year or a time of which a part stands alone: `the p d f two days early`. */
  countedBehind?: readonly string[];
  /** The words before the number of a list's item, and the numbers from one: `number/item`, `one`, `two`. */
  listNumbers?: readonly string[];
  /** Before each item of a list without numbers: `bullet`; the words of one joined by `_`. */
  listBullets?: readonly string[];
  /** The same as whole labels: `一番`; and words for steps that stand between commas: `primo`. */
  listLabels?: readonly (readonly string[])[];
  listSteps?: readonly (readonly string[])[];
  /** Whether those stand without a comma after them: `erstens das Budget`. */
  bareSteps?: boolean;
  /** The comma, if it is not `,`. */
  comma?: string;
  /** Between two numbers of which the unit is said once: `to`, `or`. */
  rangeWords?: readonly string[];
  /** Between two days of one month: `bis zum`. */
  dayRanges?: readonly string[];
  /** The same where another word stands before both: `between … and`. */
  rangeAfter?: { opening: string; joint: string };
  /** Before the last of several numbers, and whether a comma stands before it: `seven, eight, or nine`. */
  alternatives?: { word: string; serialComma: boolean };
  /** Words before which a comma stands wherever a clause begins with them, and the words after which none does: `dass`, `so dass`. */
  clauses?: {
    words?: readonly string[];
    notAfter?: readonly string[];
    /**
     * By the first word of the sentence, any by default, as a pattern: how the word before the comma continues with those after it, as
     * patterns; of `wenn` that is `ist können wir`.
     */
    joints?: Readonly<Record<string, readonly string[]>>;
    /** Of some words their own: `ich weiß nicht, ob`. */
    notAfterWord?: Readonly<Record<string, readonly string[]>>;
  };
  /** Words that nobody means to say twice in a row: `the the`. */
  stutters?: readonly string[];
  /** Words that are always capitalized: `I`, `Monday`. Lower case → written. */
  capitalized: Readonly<Record<string, string>>;
  /** The same of several words, as written: `New York`, `in May`. */
  capitalizedPhrases?: readonly string[];
  /** How a word, given in lower case, is written inside sentences; null if that is not sure. */
  caseOf?(word: string): string | null;
  /** Where nouns begin with a capital: whether a word is one, or a pronoun of politeness, by those around it. */
  isNoun?(context: WordContext): boolean;
  /** An article and an adjective at the end of a clause that lacks their noun, before any mark and before the only one: `einen dunklen`. */
  adjectives?: Readonly<Record<"always" | "alone", RegExp>>;
  /** Directly before a name: `frau`; after an article only if the word is none of everyday. */
  namedAfter?: readonly string[];
  /** Words after those titles that are no names, in languages whose words are not listed; or how names end, where only those count. */
  notNames?: readonly string[];
  nameEndings?: readonly string[];
  /** First names, in lower case: what follows them and is no word of everyday is a last name. */
  givenNames?: ReadonlySet<string>;
  /** Words that are last names after a name or a title, also behind a particle: `García de la Fuente`; folded. */
  surnames?: readonly string[];
  /**
   * Words beside names: `Firma Bauer und Söhne`, `Stahlbau Lehmann GmbH`, `die Sache Weiß gegen Schwarz`; and those that sign a letter
   * on its last line: `Familie Demir`.
   */
  nameWords?: Readonly<Partial<Record<NameWord, readonly string[]>>>;
  /** How last names end that follow a first name, in languages whose words are not listed. */
  lastNames?: RegExp;
  /** The same where the first name is a listed one and no title stands before it. */
  familyNames?: RegExp;
  /** Phrases before a name: `my name is`. */
  namedBy?: readonly string[];
  letters?: LetterWords;
  /** How letters begin, whose text continues in lower case after the comma: `sehr geehrte`. */
  salutations?: readonly string[];
  streetNames?: StreetRules;
  /**
   * Inverse text normalization: the longest spoken number, date, time, amount, measure, telephone number or address that
   * begins at `words[at]`, in its written form; null if none begins there. Called at each word in turn, left to
   * right, past what was read (`normalize.ts`); so it must look ahead a bounded number of words only. It may look back
   * at the words before `at`, which are as spoken. Words are lower case; in languages without spaces a word is one character
   * of the script, or a run of anything else. Digits and signs that are written already are words like others.
   */
  read(words: readonly string[], at: number): Written | null;
}
