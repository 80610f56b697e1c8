/** Spoken marks by what they do to their neighbours. */
import type { SpokenMark } from "../../words/language-rules.ts";

const marks = (spoken: readonly string[], mark: Omit<SpokenMark, "spoken">): SpokenMark[] =>
  spoken.map((phrase) => ({ spoken: phrase, ...mark }));

/**
 * Marks with the words before and after them, apart by spaces, and what clauses begin with, that show that they are meant literally;
 * and what is enough where a text has no other mark.
 */
export const toldFrom = (
  context: {
    after: string;
    before: string;
    first: RegExp;
    alone?: Pick<SpokenMark, "aloneBehind" | "aloneAhead">;
  },
  ...all: readonly SpokenMark[]
): SpokenMark[] =>
  all.map((mark) => ({
    ...mark,
    literalAfter: context.after.split(" "),
    literalBefore: context.before.split(" "),
    literalBehind: context.first,
    ...context.alone,
  }));

/** Sticks to the word before it, within a sentence. */
export const pause = (written: string, ...spoken: string[]) => marks(spoken, { written, joins: "left" });
export const stop = (written: string, ...spoken: string[]) =>
  marks(spoken, { written, joins: "left", endsSentence: true });
export const layout = (written: string, ...spoken: string[]) =>
  marks(spoken, { written, joins: "both", endsSentence: true });
export const opening = (written: string, ...spoken: string[]) => marks(spoken, { written, joins: "right" });
/** Between two words, without spaces. */
export const symbol = (written: string, ...spoken: string[]) => marks(spoken, { written, joins: "both" });
/** A word of its own between spaces. */
export const alone = (written: string, ...spoken: string[]) => marks(spoken, { written, joins: "none" });
