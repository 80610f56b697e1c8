/**
 * Text as search compares it: without case, diacritics and forms of presentation. Letter by letter, so that a place in
 * the folded text is a place in the text.
 */

/**
 * Marks that are diacritics: those of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs and tatweel. Marks
 * of other scripts (Devanagari vowels, Thai tones, Japanese voicing) make other words and stay.
 */
const DIACRITICS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/gu;

/** Letters that Unicode does not decompose, but that people type as these. */
const LIKE: Readonly<Record<string, string>> = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", ĸ: "k", ŋ: "n", ŧ: "t",
  ς: "σ", "’": "'", "ʼ": "'", ی: "ي", ک: "ك", ى: "ي", ة: "ه",
}; // biome-ignore format: a table

export interface Folded {
  text: string;
  /** For each UTF-16 unit of `text`, where the character that it came from begins in the original. */
  offsets: number[];
}

export function fold(text: string): string {
  let folded = "";
  for (const character of text.normalize("NFC")) folded += foldCharacter(character);
  return folded;
}

/** @param text in Unicode's NFC. */
export function foldWithOffsets(text: string): Folded {
  const offsets: number[] = [];
  let folded = "";
  let offset = 0;
  for (const character of text) {
    const units = foldCharacter(character);
    for (let unit = 0; unit < units.length; unit++) offsets.push(offset);
    folded += units;
    offset += character.length;
  }
  return { text: folded, offsets };
}

function foldCharacter(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? character.toLowerCase() : character;
  const plain = character.normalize("NFKD").toLowerCase().replace(DIACRITICS, "").normalize("NFC");
  // One character may stand for several letters, as Arabic's forms of presentation do.
  return plain.length === 1
    ? (LIKE[plain] ?? plain)
    : [...plain].map((letter) => LIKE[letter] ?? letter).join("");
}
