/** Terminals act on C1 controls as on escape sequences (ECMA-48), and marks of direction turn what stands around them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Controls, but for ends of lines, tabs, and the sequences of a line's own styles. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const ACTED_ON = /(\u001b\[\d+m)|[^\P{Cc}\n\t]/gu;

/** JSON on one line whose every character is seen as it is: what is hidden is escaped, as JSON allows for any character. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, escaped);
}

/** Text for a terminal, which does nothing but show it: words of other machines may be in it. */
export function terminalText(text: string): string {
  return text.replace(ACTED_ON, (mark, style?: string) => style ?? escaped(mark));
}

function escaped(mark: string): string {
  return mark
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
