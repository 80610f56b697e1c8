/** Products whose names are words as well, before their number: `python three point twelve`, `galaxy s twenty four`. */
import type { Written } from "../../words/language-rules.ts";
import { list, type Words } from "../shared/readers.ts";
import { readCardinal } from "./numbers.ts";

const PRODUCTS: ReadonlyMap<string, string> = new Map(
  list("Python Galaxy Windows Pixel Java Rust Swift Ruby iPhone iPad Android").map((name) => [
    name.toLowerCase(),
    name,
  ]),
);
/** After these, windows are things: `clean the windows five times`. */
const COUNTED_AFTER =
  /^(?:the|my|your|his|her|our|their|these|those|all|of|more|new|clean|open|close|\w+ed|\w+ing)$/;
/** Things that are counted: `windows two meters wide`. */
const COUNTED_BEHIND = /^(?:(?!(?:i|wa|ha|doe|cost|run|need|come|let|support)s$)\w+s|feet|of|or|to|by|more)$/;

export function readProduct(words: Words, at: number): Written | null {
  const word = words[at] ?? "";
  const product = PRODUCTS.get(word);
  if (product === undefined || (word === "windows" && COUNTED_AFTER.test(words[at - 1] ?? ""))) return null;
  const letter = /^[a-z]$/.test(words[at + 1] ?? "") ? 1 : 0;
  const number = readCardinal(words, at + 1 + letter);
  if (!number || number.article || COUNTED_BEHIND.test(words[at + 1 + letter + number.words] ?? ""))
    return null;
  const name = { words: 1, text: word, prose: product };
  const past = 1 + letter + number.words;
  if (letter === 1 || words[at + past] === "point" || readCardinal(words, at + past))
    return { ...name, kind: "letters" };
  const count = ` ${number.value}`;
  return { words: past, text: name.text + count, prose: name.prose + count, kind: "letters" };
}
