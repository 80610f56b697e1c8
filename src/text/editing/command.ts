export interface EditContext {
  language: string;
  dictionary: readonly string[];
  /** The text right before and after the selection: whether it begins and ends a sentence. */
  textBefore?: string;
  textAfter?: string;
  /** A target in the words of the English ones. */
  target?(words: string): string;
  /** Whether the text is a sentence that the instruction names: `at the end of the first sentence`. */
  inSentence?: boolean;
  /** Whether the instruction says that every place is meant: `everywhere`. */
  everywhere?: boolean;
  /** A verb of commands stands behind `and`: it may be of words to insert, and of no new ones in the place of others. */
  isJoined?: boolean;
  /** The instruction with the capitals that the recognizer gave it; commands see it in lower case. */
  spoken?: string;
}

/** The named groups of the pattern by which a grammar has the command. */
export type Groups = Readonly<Record<string, string>>;

/** The edited text, or null if the arguments do not fit the text: then the next command has its try. */
export type Command = (text: string, groups: Groups, context: EditContext) => string | null;
