/** Peculiar to addresses in English: the words that may begin one, and ports that are said in pairs. */
import { isCommonWord } from "../../words/common-words.ts";
import {
  type AddressKind,
  type AddressParser,
  type AddressWords,
  JOINED,
  type Text,
} from "../shared/addresses.ts";
import { list, type Words } from "../shared/readers.ts";
import { ONES, readDigitOrPair } from "./numbers.ts";

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

export const addresses: Partial<AddressWords> = {
  mayBegin: (words, at, parser) => {
    if (!words.slice(at + 1, at + DOT_WITHIN_WORDS).includes("dot")) return [];
    const mail: AddressKind[] = isMailbox(words, at, parser) ? ["mail"] : [];
    if (NOT_HOST.has(words[at] ?? "")) return mail;
    return words[at - 1] === "dot" ? [...mail, "host"] : [...mail, "host", "file"];
  },
  digits: { ...ONES, zero: 0 },
  port: readPort,
  dotIsStop: false,
  letterFirst: true,
  word: /^(?!at$)[a-z0-9]+$/,
  hostSigns: ["_"],
  fileEndings: list("doc xls ppt htm jsx tsx md gif tar exe sh log"),
};

/** `look at example dot com` is no address. */
function isMailbox(words: Words, at: number, parser: AddressParser): boolean {
  const user = parser.chain(words, at, JOINED, true);
  if (!user || user.words > 1) return user !== null;
  const word = words[at] ?? "";
  // In the middle of a sentence a single letter is an article or a pronoun.
  if (word.length === 1) return at === 0;
  if (MAILBOXES.has(word)) return true;
  if (VERBS_OF_PLACE.test(word)) return false;
  // `Send the form to claims at …`
  return /^(?:to|email|mail|contact|address)$/.test(words[at - 1] ?? "") || !isCommonWord(word, "en");
}

/** After the colon; `eighty eighty` are four digits. */
function readPort(words: Words, at: number): Text | null {
  const port = { words: 0, text: "" };
  while (port.text.length < MOST_PORT_DIGITS) {
    const next = readDigitOrPair(words, at + port.words);
    if (!next) break;
    port.words += next.words;
    port.text += next.digits;
  }
  return port.words === 0 ? null : port;
}
