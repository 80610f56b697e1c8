/** Spacing, punctuation and capitals put in order; words left as they are. */
import type { Command } from "../command.ts";
import { capitalizeFirst, replaceRanges, unitsOf } from "../text-range.ts";

const MEND = "(?:fix|correct|clean up|tidy up|tidy|repair|normali[sz]e|check)(?: up)?";

export const tidy: Command = {
  patterns: [
    new RegExp(
      `^${MEND}(?: the| all the| my)? (?<what>spacing|spaces|whitespace|white space|punctuation|capitali[sz]ation|casing|case|capitals|formatting|layout|format)(?: and (?:the )?(?<also>spacing|punctuation|capitali[sz]ation|casing|capitals|formatting))?$`,
    ),
    new RegExp(`^${MEND} (?:it|this|that|the text)$`),
  ],
  apply: (text, { what = "formatting", also = "" }) => {
    const wanted = `${what} ${also}`;
    const all = /format|layout/.test(wanted);
    let result = text;
    if (all || /punct/.test(wanted)) result = mendPunctuation(result);
    if (all || /spac|punct/.test(wanted)) result = mendSpacing(result);
    if (all || /capital|cas/.test(wanted)) result = mendCapitals(result);
    return result;
  },
};

export const removeSpaces: Command = {
  patterns: [
    /^(?:remove|delete|get rid of|strip|take out)(?: all)?(?: the)? (?:extra|double|unnecessary|additional|superfluous|trailing) (?:spaces?|spacing|whitespace|white space)$/,
  ],
  apply: mendSpacing,
};

export const removeBlankLines: Command = {
  patterns: [/^(?:remove|delete|get rid of|take out)(?: all)?(?: the)?(?: extra)? (?:blank|empty) lines$/],
  apply: (text) => text.replace(/\n(?:[^\S\n]*\n)+/g, "\n"),
};

/** `Never mind`: the speaker takes the instruction back. That is clear, and changes nothing. */
export const leave: Command = {
  patterns: [
    /^(?:never ?mind|cancel(?: that| it)?|forget (?:it|that|about it)|leave (?:it|this|that)(?: alone| as (?:it is|is)| unchanged)?|do nothing|keep (?:it|this|that)(?: as (?:it is|is))?|don't change (?:it|anything)|no change)$/,
  ],
  apply: (text) => text,
};

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

function mendCapitals(text: string): string {
  return replaceRanges(text, unitsOf(text, "sentence"), capitalizeFirst).replace(
    /\bi\b(?=$|['’\s,.!?])/g,
    "I",
  );
}
