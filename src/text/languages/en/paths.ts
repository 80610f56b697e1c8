/**
 * Text typed at a prompt or in code: options (`dash dash dry dash run` → --dry-run) and paths from their root
 * (`slash etc slash hosts`).
 */
import { type AddressParser, JOINED, type Text } from "../shared/addresses.ts";
import { list, type Reader, type Words } from "../shared/readers.ts";

const DASHES = new Set(list("dash hyphen minus"));
const MOST_PARTS = 8;
/** A dash before these continues the sentence. */
const NO_PARTS = new Set(
  list("and then so but it we i you they he she the this that which who because comma period"),
);
/** Around a single letter with a dash. */
const BEFORE_OPTION = new Set(list("with flag option switch parameter pass use add"));
const BEHIND_OPTION = new Set(list("flag option switch parameter"));
/** How far after a command's name. */
const WORDS_TO_OPTION = 3;
const COMMANDS = new Set(list("git npm docker ls grep curl ssh chmod mkdir kubectl sudo rsync"));
const ROOTS = new Set(list("var etc usr opt tmp src"));
/** After these a slash begins a path. */
const BEFORE_PATH = new Set(
  list(
    "in to at from under of is on into the open call get post put delete patch folder directory path endpoint route url file and",
  ),
);
/** Names of paths of one part. */
const PATHS = new Set(list("endpoint route page path folder directory partition"));

export function promptReader(addresses: AddressParser): Reader {
  return (words, at) => {
    const found =
      readOption(words, at) ??
      readShortOption(words, at) ??
      readRooted(words, at, addresses) ??
      readSnake(words, at);
    return found && { ...found, kind: "address" };
  };
}

function readOption(words: Words, at: number): Text | null {
  if (!isDash(words[at]) || !isDash(words[at + 1])) return null;
  let [text, read] = ["--", 2];
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const word = words[at + read] ?? "";
    if (!/^[a-z][a-z0-9]*$/.test(word) || isDash(word) || NO_PARTS.has(word)) break;
    text += word;
    read += 1;
    const next = words[at + read + 1] ?? "";
    if (!isDash(words[at + read]) || isDash(next) || NO_PARTS.has(next) || !/^[a-z]/.test(next)) break;
    text += "-";
    read += 1;
  }
  return read === 2 ? null : { words: read, text };
}

/** `with dash v`, `the dash r flag`. */
function readShortOption(words: Words, at: number): Text | null {
  const letter = words[at + 1] ?? "";
  if (!isDash(words[at]) || isDash(words[at - 1]) || !/^[b-hj-z]$/.test(letter)) return null;
  const isTold =
    BEFORE_OPTION.has(words[at - 1] ?? "") ||
    BEHIND_OPTION.has(words[at + 2] ?? "") ||
    words.slice(Math.max(0, at - WORDS_TO_OPTION), at).some((word) => COMMANDS.has(word));
  return isTold ? { words: 2, text: `-${letter}` } : null;
}

function readRooted(words: Words, at: number, addresses: AddressParser): Text | null {
  const root = words[at] ?? "";
  const isNamed = ROOTS.has(root) && words[at - 1] !== "slash";
  if (at > 0 && !isNamed && !BEFORE_PATH.has(words[at - 1] ?? "")) return null;
  let [text, read, parts] = isNamed ? [root, 1, 1] : ["", 0, 0];
  for (; parts < MOST_PARTS && words[at + read] === "slash"; parts += 1) {
    const part = addresses.chain(words, at + read + 1, JOINED, true);
    if (!part) break;
    text += `/${part.text}`;
    read += 1 + part.words;
  }
  return parts > 1 || (parts === 1 && PATHS.has(words[at + read] ?? "")) ? { words: read, text } : null;
}

/** `user underscore id` */
function readSnake(words: Words, at: number): Text | null {
  let [text, read] = [words[at] ?? "", 1];
  if (!/^[a-z][a-z0-9]*$/.test(text)) return null;
  while (words[at + read] === "underscore" && /^[a-z0-9]+$/.test(words[at + read + 1] ?? "")) {
    text += `_${words[at + read + 1]}`;
    read += 2;
  }
  return FIELDS.has(words[at + read - 1] ?? "") && read > 1 ? { words: read, text } : null;
}

/** How names in code end. */
const FIELDS = new Set(
  list(
    "id ids name names key keys token tokens count at type url uri path index size date time status code value values list map user " +
      "file dir port host password email hash flag limit offset total number data config error message text title from to by",
  ),
);

function isDash(word: string | undefined): boolean {
  return word !== undefined && DASHES.has(word);
}
