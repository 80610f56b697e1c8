/** E-mail addresses, web addresses and file names: `john dot smith at example dot com`. */
import { isCommonWord } from "../../words/common-words.ts";
import type { Written } from "../../words/language-rules.ts";
import { AddressParser, JOINED, type Text } from "../shared/addresses.ts";
import { list, type Words } from "../shared/readers.ts";
import { ONES, readBelowHundred, readDigitOrPair } from "./numbers.ts";

/** Common words that are mailboxes all the same. */
const MAILBOXES = new Set(
  list(
    "info contact support sales help office mail service team jobs news press admin hello billing hr accounts",
  ),
);
/** `The docs are at …`, `go to look at …` */
const VERBS_OF_PLACE =
  /^(?:am|is|are|was|were|be|been|look|stay|meet|go|find|see|call|work|stop|shop|log|sign|point|read|me|us|him|her|them|it|you|that|this)$/;
/** Words that are no part of a host name: `the dot com bubble`. */
const NOT_HOST = new Set(list("the a an this that every of at on in to and or is was"));
/** Every address has a dot; none stands farther after the first word. */
const DOT_WITHIN_WORDS = 24;
const MOST_PORT_DIGITS = 5;

const parser = new AddressParser({
  cardinal: (words, at) => {
    const number = readBelowHundred(words, at);
    return number && { words: number.words, value: BigInt(number.value), round: null };
  },
  digits: { ...ONES, zero: 0 },
  signs: {
    "at/at sign": "@",
    dot: ".",
    "dash/hyphen/minus": "-",
    "underscore/underline": "_",
    plus: "+",
    slash: "/",
    colon: ":",
  },
  letters: { "double u": "w" },
  // Those that are spoken as words or letters.
  domains: list(
    "mil int info biz net io ai co app dev me tv uk us de fr es it nl be ch at eu ca au nz in jp cn kr br mx pl se no fi dk " +
      "ie ru online site store tech blog cloud xyz",
  ),
  port: readPort,
  dotIsStop: false,
  letterFirst: true,
  word: /^(?!at$)[a-z0-9]+$/,
  hostSigns: ["_"],
  fileEndings: list("doc xls ppt htm jsx tsx md gif tar exe sh log"),
});

export function readAddress(words: Words, at: number): Written | null {
  if (!words.slice(at + 1, at + DOT_WITHIN_WORDS).includes("dot")) return null;
  const mail = isMailbox(words, at) ? parser.mail(words, at) : null;
  const found = mail ?? (NOT_HOST.has(words[at] ?? "") ? null : parser.url(words, at));
  if (found) return { ...found, kind: "address" };
  const isFile = !NOT_HOST.has(words[at] ?? "") && words[at - 1] !== "dot";
  const file = isFile ? parser.file(words, at) : null;
  return file && { ...file, kind: "address" };
}

/** `look at example dot com` is no address. */
function isMailbox(words: Words, at: number): boolean {
  const user = readChain(words, at);
  if (!user || user.words > 1) return user !== null;
  const word = words[at] ?? "";
  // In the middle of a sentence a single letter is an article or a pronoun.
  if (word.length === 1) return at === 0;
  if (MAILBOXES.has(word)) return true;
  if (VERBS_OF_PLACE.test(word)) return false;
  // `Send the form to claims at …`
  return /^(?:to|email|mail|contact|address)$/.test(words[at - 1] ?? "") || !isCommonWord(word, "en");
}

/** Parts and what joins them: `c d f one` → cdf1, `g mail` → gmail. */
export function readChain(words: Words, at: number): Text | null {
  return parser.chain(words, at, JOINED, true);
}

/** After the colon; `eighty eighty` are four digits. */
export function readPort(words: Words, at: number): Text | null {
  const port = { words: 0, text: "" };
  while (port.text.length < MOST_PORT_DIGITS) {
    const next = readDigitOrPair(words, at + port.words);
    if (!next) break;
    port.words += next.words;
    port.text += next.digits;
  }
  return port.words === 0 ? null : port;
}
