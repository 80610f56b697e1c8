/** Spoken marks by what they do to their neighbours. */
import type { SpokenMark } from "../../words/language-rules.ts";

const marks = (spoken: readonly string[], mark: Omit<SpokenMark, "spoken">): SpokenMark[] =>
  spoken.map((phrase) => ({ spoken: phrase, ...mark }));

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
