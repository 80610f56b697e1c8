/** Spacing, punctuation and capitals put in order; words left as they are. */
import type { Command } from "../command.ts";
import { sentenceStarts } from "./case.ts";

export const tidy: Command = (text, { what = "formatting", also = "" }) => {
  const wanted = `${what} ${also}`;
  const all = /format|layout/.test(wanted);
  let result = text;
  if (all || /punct/.test(wanted)) result = mendPunctuation(result);
  if (all || /spac|punct/.test(wanted)) result = mendSpacing(result);
  if (all || /capital|cas/.test(wanted)) result = sentenceStarts(result);
  return result;
};

export const removeSpaces: Command = mendSpacing;

export const removeBlankLines: Command = (text) => text.replace(/\n(?:[^\S\n]*\n)+/g, "\n");

/** `Never mind`: the speaker takes the instruction back. That is clear, and changes nothing. */
export const leave: Command = (text) => text;

function mendSpacing(text: string): string {
  return text
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/^ +(?=\S)/gm, "")
    .replace(/ +(?=[.,;:!?…](?:\s|\p{L}|$))/gu, "")
    .replace(/(?<=\p{L}[,;!?])(?=\p{L})/gu, " ")
    .replace(/(?<=\p{Ll}\.)(?=\p{Lu}\p{Ll})/gu, " ")
    .replace(/\( +/g, "(")
    .replace(/ +\)/g, ")");
}

function mendPunctuation(text: string): string {
  const single = text
    .replace(/([,;:])\1+/g, "$1")
    .replace(/,(?=[.!?])/g, "")
    .replace(/(?<!\.)\.\.(?!\.)/g, ".");
  return single.replace(/[\p{L}\p{N}”’")](?=\s*$)/u, "$&.");
}
