/** Digits read one by one: telephone, card and social security numbers, codes, IP addresses. */
import type { Written } from "../../words/language-rules.ts";
import { splitCountryCode, telephoneLayout } from "../shared/digit-runs.ts";
import type { Words } from "../shared/readers.ts";
import { digitOf, isNumberWord, ONES, readBelowHundred } from "./numbers.ts";
import table from "./table.json";

interface Piece {
  words: number;
  digits: string;
  /** One word, one digit. */
  single: boolean;
  /** Digits said as digits: one, or one several times. */
  plain: boolean;
}

const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3 };
/** A card's digits with some room. */
const MOST_PIECES = 24;
const SHORTEST_RUN = 3;
const SHORTEST_INTERNATIONAL = 8;
/** `oh` begins a number only if many digits follow. */
const SHORTEST_RUN_FROM_OH = 4;

export function readDigits(words: Words, at: number): Written | null {
  return readInternet(words, at) ?? readTelephone(words, at) ?? readRun(words, at);
}

/** Telephone, card and social security numbers are recognized by their length; pieces may be `eight hundred` or `forty two`. */
function readTelephone(words: Words, at: number): Written | null {
  const plus = words[at] === "plus" ? 1 : 0;
  if (isNumberWord(words[at - 1]) && !plus) return null;
  const pieces = readPieces(words, at + plus);
  const plain = pieces.filter((piece) => piece.plain).length;
  const digits = pieces.map((piece) => piece.digits).join("");
  const text = layOut(digits, plus === 1);
  if (text === null || plain * 2 < pieces.length) return null;
  return { ...text, words: plus + lengthOf(pieces), kind: "telephone" };
}

const layoutOf = telephoneLayout(table.telephone);

/** Numbers of Britain, as Ofcom groups them, of America with one to three digits before them, social security numbers, cards. */
function layOut(digits: string, plus: boolean): { text: string; prose?: string } | null {
  if (plus) return layOutInternational(digits);
  const text = layoutOf(digits);
  if (text === digits) return null;
  return text.startsWith("1 ") ? { text, prose: text.replace(" ", "-") } : { text };
}

/** Numbers of ten digits are grouped as in America; how others are grouped is each country's own. */
function layOutInternational(digits: string): { text: string } | null {
  if (digits.length < SHORTEST_INTERNATIONAL) return null;
  const [code, rest] = splitCountryCode(digits);
  const [zero, ...british] = code === "44" ? layoutOf(`0${rest}`) : "";
  if (zero !== undefined && british.includes(" ")) return { text: `+44 ${british.join("")}` };
  return { text: `+${code} ${rest.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3")}` };
}

/** Three digits or more, whatever they stand for. */
function readRun(words: Words, at: number): Written | null {
  const all = readPieces(words, at);
  const mixed = all.findIndex(({ single, words: length }) => !single && length === 1);
  const other = all.findIndex(({ single, digits }) => !single && new Set(digits).size > 1);
  const ends = [mixed, other].filter((index) => index >= 0);
  // `Bearing sixty two oh four`, more than an hour and its minutes.
  const isCode =
    all.length === 3 && /^(?:2[5-9]|[3-9]\d)0\d$/.test(all.map((piece) => piece.digits).join(""));
  const pieces = ends.length > 0 && !isCode ? all.slice(0, Math.min(...ends)) : all;
  const digits = pieces.map((piece) => piece.digits).join("");
  const shortest = words[at] === "oh" || words[at] === "o" ? SHORTEST_RUN_FROM_OH : SHORTEST_RUN;
  if (digits.length < shortest) return null;
  const prose = digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
  return { words: lengthOf(pieces), text: digits, prose, kind: "telephone" };
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.words, 0);
}

function readPieces(words: Words, at: number): Piece[] {
  const pieces: Piece[] = [];
  for (let end = at; pieces.length < MOST_PIECES; ) {
    const piece = readPiece(words, end);
    if (!piece) break;
    pieces.push(piece);
    end += piece.words;
  }
  return pieces;
}

function readPiece(words: Words, at: number): Piece | null {
  const times = REPEATS[words[at] ?? ""];
  if (times !== undefined) {
    const repeated = digitOf(words[at + 1]);
    return repeated === undefined
      ? null
      : { words: 2, digits: repeated.repeat(times), single: false, plain: true };
  }
  const digit = digitOf(words[at]);
  if (digit !== undefined && words[at + 1] === "hundred" && ONES[words[at] ?? ""] !== undefined)
    return { words: 2, digits: `${digit}00`, single: false, plain: false };
  if (digit !== undefined) return { words: 1, digits: digit, single: true, plain: true };
  const pair = readBelowHundred(words, at);
  return pair ? { words: pair.words, digits: String(pair.value), single: false, plain: false } : null;
}

const MOST_OCTET_DIGITS = 3;

/** `one nine two dot one six eight dot one dot one` → 192.168.1.1, and versions with `point`: `two point three point one`. */
function readInternet(words: Words, at: number): Written | null {
  if (/^(?:dot|point)$/.test(words[at - 1] ?? "")) return null;
  const groups: string[] = [];
  let end = at;
  let separator: string | undefined;
  for (;;) {
    const pieces = readOctet(words, end);
    if (pieces.length === 0) break;
    groups.push(pieces.map((piece) => piece.digits).join(""));
    end += lengthOf(pieces);
    const next = words[end];
    if (next !== (separator ?? next) || (next !== "dot" && next !== "point")) break;
    if (readPiece(words, end + 1) === null) break;
    separator = next;
    end += 1;
  }
  if (groups.length < 3 && !(separator === "dot" && groups.length === 2)) return null;
  return { words: end - at, text: groups.join("."), kind: "letters" };
}

function readOctet(words: Words, at: number): Piece[] {
  const pieces: Piece[] = [];
  for (let end = at; ; ) {
    const piece = readPiece(words, end);
    const length = pieces.reduce((sum, { digits }) => sum + digits.length, 0);
    if (!piece || length + piece.digits.length > MOST_OCTET_DIGITS) return pieces;
    pieces.push(piece);
    end += piece.words;
  }
}
