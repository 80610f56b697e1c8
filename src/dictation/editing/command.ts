/** One kind of spoken instruction. */
export interface EditContext {
  language: string;
  dictionary: readonly string[];
}

export interface Command {
  /** Over the whole instruction, lower case, without politeness and final punctuation; named groups are its arguments. */
  patterns: readonly RegExp[];
  /** The edited text, or null where the arguments do not fit the text: then the next command has its try. */
  apply(text: string, groups: Readonly<Record<string, string>>, context: EditContext): string | null;
}
