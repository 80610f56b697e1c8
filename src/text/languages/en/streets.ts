/** House numbers before their streets: `twelve hundred park avenue` → 1200 Park Avenue. */
import type { Written } from "../../words/language-rules.ts";
import { capitalize } from "../../words/letter-case.ts";
import { list, type Words } from "../shared/readers.ts";
import { isNumberWord, ONES, readBelowHundred, readCardinal, readUnsaidHundreds } from "./numbers.ts";
import { isUnit } from "./units.ts";

const STREETS = new Set(list("street avenue road boulevard lane drive crescent terrace"));
/** Those that are never verbs, and seldom anything else without an article. */
const NAMED = new Set(list("street avenue road boulevard lane"));
const MOST_NAME_WORDS = 2;
const NO_NAMES = new Set(
  list(
    "a an the of in on at to by for and or down up this that busy dirty long way lane lanes mile miles blocks block " +
      "bus bike cycle fast slow left right passing inside outside middle hard flash disk tape thumb external internal test " +
      "wheel dry wet icy steep narrow open public private dirt gravel country side any each every either which what whose same one both another no some my your his " +
      "her our their its these those",
  ),
);
/** Smaller ones count streets as often. */
const LEAST_NUMBER = 13n;

export function readStreet(words: Words, at: number): Written | null {
  const number = readCardinal(words, at) && readHouse(words, at);
  if (!number) return readNamedStreet(words, at);
  if (number.small && !PLACED.test(words[at - 1] ?? "")) return null;
  for (let names = 1; names <= MOST_NAME_WORDS; names += 1) {
    const end = at + number.words + names;
    if (!STREETS.has(words[end] ?? "")) continue;
    const name = words.slice(at + number.words, end);
    if (!name.every(isName)) return null;
    return streetOf([...name, words[end] ?? ""], number);
  }
  return null;
}

function streetOf(street: readonly string[], house?: { words: number; digits: string }): Written {
  const before = house ? [house.digits] : [];
  return {
    words: (house?.words ?? 0) + street.length,
    text: [...before, ...street].join(" "),
    prose: [...before, ...street.map((word) => capitalize(word, "en"))].join(" "),
    kind: "letters",
  };
}

const LEADS_TO_STREET = new Set(list("on in at off near along onto"));

/** `On main street`: after a preposition, and without an article, a street has a name. */
function readNamedStreet(words: Words, at: number): Written | null {
  if (!LEADS_TO_STREET.has(words[at - 1] ?? "")) return null;
  const name = words[at] ?? "";
  if (!isName(name) || !NAMED.has(words[at + 1] ?? "")) return null;
  return streetOf([name, words[at + 1] ?? ""]);
}

/** `p o box three one eight`, of which the number is read for itself. */
export function readPostBox(words: Words, at: number): Written | null {
  const length = words[at] === "po" ? 1 : words[at] === "p" && words[at + 1] === "o" ? 2 : 0;
  if (length === 0 || words[at + length] !== "box") return null;
  return { words: length + 1, text: "po box", prose: "PO Box", kind: "letters" };
}

/** Before a house, if not before a count of streets: `at eleven station road`. */
const PLACED = /^(?:|at|is|to|near|address|outside)$/;

/** Also in pairs: `twelve thirty four elm street`. */
function readHouse(words: Words, at: number): { words: number; digits: string; small: boolean } | null {
  // `one oh eight oak street`
  const [hundreds, ones] = [ONES[words[at] ?? ""], ONES[words[at + 2] ?? ""]];
  if (hundreds !== undefined && ones !== undefined && /^(?:oh|o)$/.test(words[at + 1] ?? ""))
    return { words: 3, digits: `${hundreds}0${ones}`, small: false };
  const unsaid = readUnsaidHundreds(words, at);
  if (unsaid) return { words: unsaid.words, digits: String(unsaid.value), small: false };
  const first = readBelowHundred(words, at);
  const second = first && first.value >= 10 ? readBelowHundred(words, at + first.words) : null;
  if (first && second && second.value >= 10)
    return { words: first.words + second.words, digits: `${first.value}${second.value}`, small: false };
  const cardinal = readCardinal(words, at);
  if (!cardinal || cardinal.article) return null;
  const letter = /^[a-h]$/.exec(words[at + cardinal.words] ?? "")?.[0] ?? "";
  const small = cardinal.value < LEAST_NUMBER && letter === "";
  return { words: cardinal.words + letter.length, digits: cardinal.value + letter.toUpperCase(), small };
}

function isName(word: string): boolean {
  return /^[a-z][a-z'.]+$/.test(word) && !NO_NAMES.has(word) && !isNumberWord(word) && !isUnit(word);
}
