/** The excerpt of a text in lists. Characters are Unicode's code points. */
import { limits } from "../../config/limits.ts";
import { whenNeeded } from "../../lib/when-needed.ts";

const wordBreaks = whenNeeded(() => new Intl.Segmenter("en", { granularity: "word" }));

/** The first words, cut at a word; a first word that is too long is cut within. */
export function titleOf(text: string): string {
  const line = startOf(text, limits.titleChars + 1);
  const characters = [...line];
  if (characters.length <= limits.titleChars) return line;
  const most = characters.slice(0, limits.titleChars).join("");
  let end = 0;
  for (const { index } of wordBreaks().segment(line)) if (index <= most.length) end = index;
  return end === 0 ? most : line.slice(0, end).trimEnd();
}

/** The first characters, with white space folded. */
export function previewOf(text: string): string {
  return startOf(text, limits.previewChars).trimEnd();
}

/** Folds white space, reading no more of a long text than it takes. */
function startOf(text: string, characters: number): string {
  let line = "";
  let left = characters;
  for (const [run] of text.trimStart().matchAll(/\s+|\S/gu)) {
    if (left-- === 0) break;
    line += /^\s/u.test(run) ? " " : run;
  }
  return line.trimEnd();
}
