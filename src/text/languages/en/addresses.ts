/** E-mail addresses, web addresses and file names: `john dot smith at example dot com`. */
import { isCommonWord } from "../../words/common-words.ts";
import type { Written } from "../../words/language-rules.ts";
import { list, phrases, type Words } from "../shared/readers.ts";
import { digitOf, readDigitOrPair } from "./numbers.ts";

/** Generic top-level domains, and the country codes that are spoken as words or letters. */
const TOP_LEVEL = new Set(
  list(
    "com org net edu gov mil int info biz io ai co app dev me tv uk us de fr es it nl be ch at eu ca au nz in jp cn kr br " +
      "mx pl se no fi dk ie ru online site store tech blog cloud xyz",
  ),
);
const FILE_ENDINGS = new Set(
  list(
    "txt pdf doc docx xls xlsx ppt pptx csv json xml html htm css js ts jsx tsx py md png jpg jpeg gif svg mp3 mp4 wav zip gz tar exe sh yaml yml toml sql log",
  ),
);
/** Common words that are mailboxes all the same. */
const MAILBOXES = new Set(
  list(
    "info contact support sales help office mail service team jobs news press admin hello billing hr accounts",
  ),
);
/** Words that are no part of a host name: `the dot com bubble`. */
/** `The docs are at …`, `go to look at …` */
const VERBS_OF_PLACE =
  /^(?:am|is|are|was|were|be|been|look|stay|meet|go|find|see|call|work|stop|shop|log|sign|point|read|me|us|him|her|them|it|you|that|this)$/;
const NOT_HOST = new Set(list("the a an this that every of at on in to and or is was"));
const JOINERS: Readonly<Record<string, string>> = {
  dot: ".",
  underscore: "_",
  underline: "_",
  dash: "-",
  hyphen: "-",
  minus: "-",
  plus: "+",
};
const MOST_PARTS = 16;
/** Longer endings are said as words. */
const LONGEST_SPELLED = 4;

export interface Chain {
  words: number;
  text: string;
}

/** Every address has a dot; none stands farther behind the first word. */
const DOT_WITHIN_WORDS = 24;

export function readAddress(words: Words, at: number): Written | null {
  if (!words.slice(at + 1, at + DOT_WITHIN_WORDS).includes("dot")) return null;
  return readEmail(words, at) ?? readUrl(words, at) ?? readFile(words, at);
}

function readEmail(words: Words, at: number): Written | null {
  const user = readChain(words, at, anyJoiner);
  if (!user || !isMailbox(words, at, user)) return null;
  const sign = at + user.words;
  if (words[sign] !== "at") return null;
  const hostAt = sign + (words[sign + 1] === "sign" ? 2 : 1);
  const host = readHost(words, hostAt);
  if (!host?.text.includes(".")) return null;
  return { words: hostAt + host.words - at, text: `${user.text}@${host.text}`, kind: "address" };
}

/** `look at example dot com` is no address. */
function isMailbox(words: Words, at: number, user: Chain): boolean {
  if (user.words > 1) return true;
  const word = words[at] ?? "";
  // In the middle of a sentence a single letter is an article or a pronoun.
  if (word.length === 1) return at === 0;
  if (MAILBOXES.has(word)) return true;
  if (VERBS_OF_PLACE.test(word)) return false;
  // `Send the form to claims at …`
  return /^(?:to|email|mail|contact|address)$/.test(words[at - 1] ?? "") || !isCommonWord(word, "en");
}

/** `http colon slash slash`, `www dot`, or a host with a known ending. */
function readUrl(words: Words, at: number): Written | null {
  if (NOT_HOST.has(words[at] ?? "")) return null;
  const protocol = findProtocol(words, at) ?? { words: 0, value: "" };
  const worldWideWeb = findWww(words, at + protocol.words) ?? { words: 0, value: "" };
  const hostAt = at + protocol.words + worldWideWeb.words;
  const host = readHost(words, hostAt);
  if (!host?.text.includes(".")) return null;
  const sure = protocol.words > 0 || worldWideWeb.words > 0;
  const ending = host.text.slice(host.text.lastIndexOf(".") + 1);
  if (!sure && !TOP_LEVEL.has(ending)) return null;
  const port = readPort(words, hostAt + host.words);
  const path = readPath(words, hostAt + host.words + port.words);
  return {
    words: hostAt + host.words + port.words + path.words - at,
    text: protocol.value + worldWideWeb.value + host.text + port.text + path.text,
    kind: "address",
  };
}

const NOTHING: Chain = { words: 0, text: "" };

const findProtocol = phrases(
  ["https", "http", "ftp"].flatMap((name) =>
    [name, spelled(name)].map((said): [string, string] => [`${said} colon slash slash`, `${name}://`]),
  ),
);
const findWww = phrases(
  ["www dot", "w w w dot", "double u double u double u dot"].map((said) => [said, "www."]),
);
/** Known endings as words or, the short ones, spelled: `com`, `e d u`. */
const findEnding = phrases(
  [...TOP_LEVEL].flatMap((ending) => [
    [ending, ending] as const,
    ...(ending.length <= LONGEST_SPELLED ? [[spelled(ending), ending] as const] : []),
  ]),
);

function spelled(name: string): string {
  return [...name].join(" ");
}

/** Labels between dots, the last of them an ending: `g mail dot com`, `bbc dot co dot uk`. */
function readHost(words: Words, at: number): Chain | null {
  let text = "";
  let read = 0;
  for (let labels = 0; labels < MOST_PARTS; labels += 1) {
    // A known ending leaves the words behind it alone.
    const ending = labels > 0 ? findEnding(words, at + read) : null;
    const label = ending
      ? { words: ending.words, text: ending.value }
      : readChain(words, at + read, hostJoiner);
    if (!label) break;
    text += label.text;
    read += label.words;
    if (words[at + read] !== "dot" || !isPart(words[at + read + 1] ?? "")) return { words: read, text };
    text += ".";
    read += 1;
  }
  return null;
}

export const anyJoiner = (word: string) => JOINERS[word];

function hostJoiner(word: string): string | undefined {
  return word === "dot" || word === "plus" ? undefined : JOINERS[word];
}

export function readPort(words: Words, at: number): Chain {
  if (words[at] !== "colon") return NOTHING;
  const digits: string[] = [];
  let read = 1;
  for (; digits.length < 5; ) {
    const next = readDigitOrPair(words, at + read);
    if (!next) break;
    digits.push(next.digits);
    read += next.words;
  }
  return digits.length === 0 ? NOTHING : { words: read, text: `:${digits.join("")}` };
}

function readPath(words: Words, at: number): Chain {
  let text = "";
  let read = 0;
  for (let parts = 0; parts < MOST_PARTS && words[at + read] === "slash"; parts += 1) {
    text += "/";
    read += 1;
    const part = readChain(words, at + read, anyJoiner);
    if (!part) break;
    text += part.text;
    read += part.words;
  }
  return { words: read, text };
}

function readFile(words: Words, at: number): Written | null {
  if (NOT_HOST.has(words[at] ?? "") || words[at - 1] === "dot") return null;
  const name = readChain(words, at, anyJoiner);
  const ending = name?.text.slice(name.text.lastIndexOf(".") + 1) ?? "";
  if (!name?.text.includes(".") || !FILE_ENDINGS.has(ending)) return null;
  return { words: name.words, text: name.text, kind: "address" };
}

/**
 * Parts and what joins them. Letters and digits that are said one by one join without anything between:
 * `c d f one` → cdf1, `g mail` → gmail.
 */
export function readChain(
  words: Words,
  at: number,
  joinerOf: (word: string) => string | undefined,
): Chain | null {
  let text = "";
  let read = 0;
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const part = readUnit(words, at + read);
    if (!part) break;
    text += part.text;
    read += part.words;
    const joiner = joinerOf(words[at + read] ?? "");
    if (joiner !== undefined && readUnit(words, at + read + 1)) {
      text += joiner;
      read += 1;
    } else if (!joinsDirectly(words, at + read - part.words, at + read)) break;
  }
  return read === 0 ? null : { words: read, text };
}

/** Single characters join their neighbours, a number joins the word before it. */
function joinsDirectly(words: Words, part: number, next: number): boolean {
  const [here, there] = [words[part] ?? "", words[next] ?? ""];
  if (there === "" || there === "at") return false;
  const numberNext = readDigitOrPair(words, next) !== null;
  return (
    numberNext || (isSingle(here) && (isSingle(there) || /^[a-z]{2,}$/.test(there)) && !(there in JOINERS))
  );
}

function isSingle(word: string): boolean {
  return word.length === 1 || digitOf(word) !== undefined;
}

function readUnit(words: Words, at: number): Chain | null {
  const word = words[at] ?? "";
  const number = word === "o" || word === "oh" ? null : readDigitOrPair(words, at);
  if (number) return { words: number.words, text: number.digits };
  return isPart(word) ? { words: 1, text: word } : null;
}

function isPart(word: string): boolean {
  return /^[a-z0-9]+$/.test(word) && word !== "at" && !(word in JOINERS) && word !== "slash";
}
