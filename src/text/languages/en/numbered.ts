/** Things that have a number, whose digits are said in groups: `room two twelve`, `flight four eighty two`. */
import type { Written } from "../../words/language-rules.ts";
import { list, phrases, type Words } from "../shared/readers.ts";
import { digitOf, readBelowHundred, readCardinal, readDigitOrPair, readUnsaidHundreds } from "./numbers.ts";

const NUMBERED = new Set(
  (
    "room flight gate seat suite apartment highway route interstate bus chapter section extension platform version boeing " +
    "airbus code pin box terminal lane unit table figure page volume invoice ticket article paragraph exhibit grade claim claims clause"
  ).split(" "),
);
/** Things of which one is singled out: `grade one of them`. */
const COUNTED = new Set("grade unit ticket box code flight bus invoice claim".split(" "));
const MOST_GROUPS = 4;
const MOST_PIECES = 16;

/** Whether a number after the word is a label and no time or amount. */
export function takesNumber(word: string | undefined): boolean {
  return word !== undefined && NUMBERED.has(word);
}

/** Things with a number that is no time: `the room is three oh four, not three forty`. */
const CODED = new Set(
  "room code pin suite apartment extension invoice ticket box password combination".split(" "),
);
const WORDS_BETWEEN = 6;
/** Things with a score, a weight or a value, of which pairs are read as hundreds: `glucose one oh five`. */
const VALUED = new Set(
  list(
    "score scored won lost beat model case verse weigh weighs weighed sold sodium potassium glucose sugar cholesterol heart pulse " +
      "platelets pressure error version number seat row house street serial page",
  ),
);

/** Whether something among the words has a number that is no time. */
export function hasNumber(words: Words): boolean {
  return words.some((word) => CODED.has(word) || VALUED.has(word));
}

const TELLING = new Set(["returns", "returned", "status", "error", "http", "port"]);

/** `It throws a five oh three` */
const ANSWERING = /^(?:return|give|throw|show)(?:s|ed|ing)?$|^(?:gave|threw)$/;

function isTold(words: Words, at: number): boolean {
  if (words[at - 1] === "a" && ANSWERING.test(words[at - 2] ?? "")) return true;
  if (TELLING.has(words[at - 1] ?? "")) return true;
  if (!/^(?:is|was|not)$/.test(words[at - 1] ?? "")) return false;
  return words.slice(Math.max(0, at - WORDS_BETWEEN), at).some((word) => CODED.has(word));
}

/** Things with dashes or slashes in their codes: `claim number seven four dash zero one`, `contract seven slash twenty twenty four`. */
const DASHED = new Set(
  "number invoice claim order part case contract file reference ref ticket policy account serial batch".split(
    " ",
  ),
);
const SIGNS: Readonly<Record<string, string>> = { dash: "-", hyphen: "-", slash: "/" };

export function readDashed(words: Words, at: number): Written | null {
  const near = words.slice(Math.max(0, at - WORDS_BETWEEN), at);
  const [before = ""] = near.slice(-1);
  if (!DASHED.has(before) && !(/^(?:is|was)$/.test(before) && near.some((word) => DASHED.has(word))))
    return null;
  let [text, read] = ["", 0];
  for (let pieces = 0; pieces < MOST_PIECES; pieces += 1) {
    const sign = (text !== "" && SIGNS[words[at + read] ?? ""]) || "";
    const dash = sign.length;
    const word = words[at + read + dash] ?? "";
    const isLetter = text !== "" && /^[a-z]$/.test(word);
    const piece = isLetter ? { words: 1, digits: word } : readDigitOrPair(words, at + read + dash);
    if (!piece) break;
    text += sign + piece.digits;
    read += dash + piece.words;
  }
  if (!/[-/]/.test(text)) return null;
  return { words: read, text, prose: text.toUpperCase(), kind: "letters" };
}

export function readNumbered(words: Words, at: number): Written | null {
  const named = takesNumber(words[at - 1]) && !(words[at] === "one" && words[at + 1] === "by");
  if (!named && !isTold(words, at)) return null;
  const groups: string[] = [];
  let read = 0;
  while (groups.length < MOST_GROUPS) {
    const group = readGroup(words, at + read, groups.length);
    if (!group) break;
    groups.push(group.digits);
    read += group.words;
  }
  if (!named && groups.length < 2) return null;
  if (read === 0 || words[at + read] === "point" || words[at + read] === "percent") return null;
  // `grade two over six`
  const most =
    words[at - 1] === "grade" && words[at + read] === "over" ? digitOf(words[at + read + 1]) : null;
  if (most) return { words: read + 2, text: `${groups.join("")}/${most}`, kind: "letters" };
  if (groups.length === 1 && words[at + read] === "of" && COUNTED.has(words[at - 1] ?? "")) return null;
  // `Unit one, two and three`
  const [joining = "", last = ""] = words.slice(at + read, at + read + 2);
  const areSeveral = groups.length > 1 && groups.every((group) => group.length === 1);
  if (areSeveral && /^(?:and|or)$/.test(joining) && (digitOf(last) || /^\d/.test(last))) return null;
  const letter = /^[b-h]$/.exec(words[at + read] ?? "")?.[0] ?? "";
  return {
    words: read + letter.length,
    text: groups.join("") + letter,
    prose: groups.join("") + letter.toUpperCase(),
    kind: "letters",
  };
}

/** `He weighs one sixty five` */
export function readWeighed(words: Words, at: number): Written | null {
  const number = /^weigh(?:s|ed)?$/.test(words[at - 1] ?? "") ? readUnsaidHundreds(words, at) : null;
  return number && { words: number.words, text: String(number.value), kind: "cardinal" };
}

function readGroup(words: Words, at: number, index: number): { words: number; digits: string } | null {
  const number = readCardinal(words, at);
  if (number && !number.article && !number.round && (index === 0 || number.value < 100n))
    return { words: number.words, digits: String(number.value) };
  if (index > 0 || words[at] === "zero") return readDigitOrPair(words, at);
  const pair = readBelowHundred(words, at);
  return pair && { words: pair.words, digits: String(pair.value) };
}

/** Between the title and the section of American law: `five u s c five fifty two`. */
const CODES = phrases([
  ["u s c", "U.S.C."],
  ["c f r", "C.F.R."],
]);

export function readCitation(words: Words, at: number): Written | null {
  const title = readBelowHundred(words, at);
  const code = title && CODES(words, at + title.words);
  if (!code) return null;
  const from = at + title.words + code.words;
  const section = readUnsaidHundreds(words, from) ?? readCardinal(words, from);
  if (!section) return null;
  const text = `${title.value} ${code.value} ${section.value}`;
  return { words: title.words + code.words + section.words, text, kind: "letters" };
}
