/** Names as they are seen: of people, organizations, keys, recordings, folders, speakers and templates. */

/**
 * Invisible characters, and those that change how others look: controls, ends of lines, marks of direction, joiners and spaces without
 * width, tags (Cc, Cf, Zl, Zp), halves of characters, and letters of no width that fonts leave blank. Two names that
 * look alike are then alike.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0\u2800]/u;
/**
 * Joiners that shape the letter before them, as Persian and the scripts of India write them (RFC 5892, A.1 and A.2), and
 * those that make one picture of two.
 */
const SHAPING =
  /(?<=[[\p{M}--\p{Script=Inherited}]\p{Script=Arabic}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gv;

export function isPrintable(text: string): boolean {
  return !HIDDEN.test(text.replace(SHAPING, ""));
}

/** As much of a name as a chosen one may have, of another program that is not asked to choose a better one. */
export function shownName(text: string, maxChars: number): string {
  const name = text.normalize("NFC");
  const shown = isPrintable(name) ? name : name.split(new RegExp(HIDDEN, "gu")).filter(Boolean).join(" ");
  return [...shown.trim()].slice(0, maxChars).join("").trim();
}
