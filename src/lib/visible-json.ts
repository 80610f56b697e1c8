/** Terminals act on C1 controls as on escape sequences (ECMA-48), and marks of direction turn what stands around them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON on one line whose every character is seen as it is: what is hidden is escaped, as JSON allows for any character. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, (mark) =>
    mark
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
