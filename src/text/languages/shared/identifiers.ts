/** Numbers with a fixed form, `CPF 123.456.789-01`, `IBAN DE89 3704`, and letters with a word for each: `M wie Martha, A wie Anton`. */
import { fold } from "../../words/letter-case.ts";
import { letterNamesOf } from "./labels.ts";
import type { CardinalReader } from "./number-readers.ts";
import { list, type Phrases, type Reader, type Words } from "./readers.ts";

export interface IdentifierWords {
  /** Of each name its form, where `#` is a digit and `@` a letter: `postleitzahl` → `#####`. */
  layouts?: Readonly<Record<string, string>>;
  /** Between a letter and its word: `wie`. */
  spelledAs?: string;
  /** Between a name and its number, and letters by their names. */
  copulas?: string;
  letters?: string;
}

/** `die IBAN beginnt mit` */
const NAME_WITHIN_WORDS = 5;
const LEAST_OF_GROUPS = 6;
const LEAST_SPELLED = 2;
const MOST_SPELLED = 30;

/** @param signAt Finds what is said for signs, which the form has of its own. */
export function identifierReader(
  { cardinal, digits }: { cardinal: CardinalReader; digits: Readonly<Record<string, number>> },
  { layouts = {}, copulas = "" }: IdentifierWords,
  signAt: Phrases<string>,
): Reader {
  const joints = new Set(list(copulas));
  const pieceAt = (words: Words, at: number): { words: number; text: string } | null => {
    const word = words[at] ?? "";
    const text = /^[a-z]$/.test(word) ? word.toUpperCase() : digits[word]?.toString();
    if (text !== undefined) return { words: 1, text };
    const number = cardinal(words, at);
    return number && { words: number.words, text: String(number.value) };
  };
  return (words, at) => {
    const before = words.slice(Math.max(0, at - NAME_WITHIN_WORDS), at);
    const names = joints.has(before.at(-1) ?? "") ? before : before.slice(-1);
    const layout = layouts[names.find((name) => Object.hasOwn(layouts, name)) ?? ""];
    if (layout === undefined) return null;
    const slots = layout.replace(/[^#@]/g, "").length;
    let [text, length] = ["", 0];
    while (text.length < slots) {
      const sign = text === "" ? 0 : (signAt(words, at + length)?.words ?? 0);
      const piece = pieceAt(words, at + length + sign);
      if (!piece) break;
      text += piece.text;
      length += sign + piece.words;
    }
    const written = filled(layout, text);
    return written === null ? null : { words: length, text: written, kind: "letters" };
  };
}

/** A number in groups may be said in part. */
function filled(layout: string, text: string): string | null {
  let [written, used] = ["", 0];
  for (const sign of layout) {
    if (used === text.length) break;
    if (sign !== "#" && sign !== "@") written += sign;
    else if (!(sign === "#" ? /\d/ : /\p{L}/u).test(text[used] ?? "")) return null;
    else written += text[used++];
  }
  const isWhole = written.length === layout.length || (layout.includes(" ") && used >= LEAST_OF_GROUPS);
  return isWhole && used === text.length ? written : null;
}

export function spelledReader({ spelledAs = "", letters }: IdentifierWords): Reader {
  const joints = new Set(list(spelledAs));
  const names = letterNamesOf(letters);
  return (words, at) => {
    const spelled: string[] = [];
    while (spelled.length < MOST_SPELLED) {
      const [said = "", joint = "", word = ""] = words.slice(
        at + spelled.length * 3,
        at + spelled.length * 3 + 3,
      );
      const letter = names[said] ?? said;
      if (
        !joints.has(joint) ||
        !/^\p{L}$/u.test(letter) ||
        word.length < 3 ||
        !fold(word).startsWith(fold(letter))
      )
        break;
      spelled.push(`${letter.toUpperCase()} ${joint} ${word.charAt(0).toUpperCase()}${word.slice(1)}`);
    }
    if (spelled.length < LEAST_SPELLED) return null;
    return { words: spelled.length * 3, text: spelled.join(", "), kind: "letters" };
  };
}
