/** Letters said one by one: abbreviations and serials. */
import { isPlainWord } from "../../words/frequent-words.ts";
import type { Written } from "../../words/language-rules.ts";
import { hasInnerCapital } from "../../words/letter-case.ts";
import { caseCodeReader } from "../shared/case-codes.ts";
import { codeOf } from "../shared/letters.ts";
import { phrases, type Words } from "../shared/readers.ts";
import { digitOf, isNumberWord, ONES, readBelowHundred, readCardinal } from "./numbers.ts";
import { caseOf } from "./word-case.ts";

/** Letters that are words too; they begin a serial only if the rest is clear. */
const WORD_LETTERS = new Set(["a", "i", "o"]);
/** Abbreviations of two letters that begin with such a letter. */
const TWO_LETTERS = new Set(["a i", "a c", "i d", "i v", "i m", "i p", "i t", "i o", "o k"]);
/** Letters joined by `and`, and what is not written in capitals. */
const findJoined = phrases([
  ["a t and t", "AT&T"],
  ...["r and d", "q and a", "s and p", "r and b", "b and b", "h and m", "p and l", "p and g"].map(
    (spoken): [string, string] => [spoken, spoken.replace(" and ", "&").toUpperCase()],
  ),
  ["i o s", "iOS"],
  ["p h", "pH"],
  ["p h d", "PhD"],
  ["o two sat", "O2 sat"],
  ["o two saturation", "O2 saturation"],
  ["e g", "e.g."],
  ["i e", "i.e."],
]);
/** Words after which `i` is the pronoun: `p s i love you`. */
const AFTER_I = new Set(
  "am have had will would was can could think love like want need know do did don't should may might just hope saw see feel guess really".split(
    " ",
  ),
);
const MOST_CHARACTERS = 24;
const SHORTEST_SERIAL = 3;

interface Characters {
  words: number;
  text: string;
  letters: number;
  digits: number;
}

export function readLetters(words: Words, at: number): Written | null {
  return (
    readCapitals(words, at) ??
    readColor(words, at) ??
    readJoined(words, at) ??
    readSerial(words, at) ??
    readSize(words, at) ??
    readLabel(words, at)
  );
}

/** Things that letters number: `exhibit b`. */
const LETTERED = new Set(
  (
    "exhibit appendix option plan section annex schedule figure table unit apartment suite room gate terminal vitamin hepatitis " +
    "type building zone column drive control"
  ).split(" "),
);

function readLabel(words: Words, at: number): Written | null {
  if (at === 0) return null;
  const [before = "", letter = "", behind = ""] = words.slice(at - 1, at + 2);
  // `An a in chemistry`, `a t shirt`
  const isCounted = /^an?$/.test(before) && behind !== "mail" && words[at - 2]?.length !== 1;
  const isLabel =
    (LETTERED.has(before) || isCounted) &&
    (/^[b-hj-z]$/.test(letter) || (letter === "a" && (before === "an" || at + 1 === words.length)));
  return isLabel ? { words: 1, text: letter, prose: letter.toUpperCase(), kind: "letters" } : null;
}

/** `capital m c capital d o n a l d` → McDonald, `all caps readme` → README. */
function readCapitals(words: Words, at: number): Written | null {
  if (words[at] === "all" && words[at + 1] === "caps") return readAllCaps(words, at);
  const code = readCased(words, at);
  return code && { ...code, text: code.text.toLowerCase(), prose: code.text };
}

const readCased = caseCodeReader(
  { upper: "capital uppercase upper_case", lower: "lowercase lower_case" },
  (word) => (word === "o" ? undefined : digitOf(word)),
);

const COLOR_FIGURES = 6;

/** `hash f f a five zero zero` */
function readColor(words: Words, at: number): Written | null {
  if (words[at] !== "hash") return null;
  const figures = readCharacters(words, at + 1, false);
  if (figures.words !== COLOR_FIGURES || !/^[0-9a-f]{6}$/.test(figures.text)) return null;
  const text = `#${figures.text}`;
  return { words: 1 + COLOR_FIGURES, text, prose: text.toUpperCase(), kind: "letters" };
}

const MOST_CAPS_WORDS = 6;

/** One word that is no everyday one, or all up to `end caps`; not `in all caps`. */
function readAllCaps(words: Words, at: number): Written | null {
  if (/^(?:in|with|use|using|an?|the|of|not|no)$/.test(words[at - 1] ?? "")) return null;
  const inner = words.slice(at + 2, at + 3 + MOST_CAPS_WORDS);
  const end = inner.findIndex((word, index) => word === "end" && inner[index + 1] === "caps");
  const [first = ""] = inner;
  if (end === 0 || first === "" || (end < 0 && isPlainWord(first, "en"))) return null;
  const text = (end < 0 ? [first] : inner.slice(0, end)).join(" ");
  return { words: end < 0 ? 3 : end + 4, text, prose: text.toUpperCase(), kind: "letters" };
}

function readJoined(words: Words, at: number): Written | null {
  const found = findJoined(words, at);
  return found && { words: found.words, text: found.value, kind: "letters" };
}

function readSerial(words: Words, at: number): Written | null {
  const dashed = readCharacters(words, at, true);
  const run = dashed.digits > 0 ? dashed : readCharacters(words, at, false);
  if (run.letters === 0) return null;
  const first = words[at] ?? "";
  if (run.digits === 0) return abbreviation(words, at, run);
  if (run.text.length < SHORTEST_SERIAL) return readLetterAndNumber(words, at);
  // `it returns a four oh four`; `a g seven summit`, but `the plate is a g seven`
  const isArticle = TELLS_OF_ONE.test(words[at - 1] ?? "");
  if (first === "a" && run.letters === 1 && isArticle) return null;
  if (first === "a" && run.letters === 2 && run.digits === 1 && (isArticle || !hasCode(words, at)))
    return null;
  // `a one two punch`: an article, not a serial.
  if (WORD_LETTERS.has(first) && (words[at + 1]?.length ?? 0) > 1 && run.digits < SHORTEST_SERIAL)
    return null;
  return { words: run.words, text: run.text, prose: codeOf(run.text), kind: "letters" };
}

function abbreviation(words: Words, at: number, run: Characters): Written | null {
  const first = words[at] ?? "";
  if (run.words < 2) return readLetterAndNumber(words, at);
  if (first === "a" && takesArticle(run.text.slice(1)) && !hasCode(words, at)) return null;
  const letters = words.slice(at, at + 2).join(" ");
  if (
    run.words === 2 &&
    WORD_LETTERS.has(first) &&
    (!TWO_LETTERS.has(letters) || words[at + 2] === "section")
  )
    return null;
  // `a b c d` after a verb may well be the letters; together they are no worse.
  return { words: run.words, text: run.text.toUpperCase(), kind: "letters" };
}

/** Beside those of the list of words: `a u k firm`, but `a b s brakes`. */
const ABBREVIATIONS = new Set(
  "bp cd ct cv diy dj gp kpi pc po pr qa qr tb tv uk us uti uv vat vp vpn wc".split(" "),
);

function isKnown(letters: string): boolean {
  return ABBREVIATIONS.has(letters) || hasInnerCapital(caseOf(letters) ?? "");
}

/** Whether they are an abbreviation whose first letter `a`, and not `an`, stands before. */
function takesArticle(letters: string): boolean {
  return isKnown(letters) && /^[bcdgjkpqtuvwyz]/.test(letters);
}

/** `Plan b a week later`, `forty k a year`, `on t v a day ago`, but `in l a`, `the d n a test`. */
function endsInArticle(words: Words, at: number, letters: string): boolean {
  if (isKnown(letters)) return false;
  const before = words[at - 1];
  return isKnown(letters.slice(0, -1)) || LETTERED.has(before ?? "") || isNumberWord(before);
}

/** Verbs after which `a` is the article. */
const TELLS_OF_ONE =
  /^(?:return|get|throw|give|show|see|send|got|gave|saw|sent|threw|with)(?:s|ed|ting|ing)?$/;

const CODE_WORDS = 4;
const CODED =
  /^(?:codes?|plates?|number|part|serial|model|reference|registration|version|room|gate|type|order|error|seat)$/;

function hasCode(words: Words, at: number): boolean {
  return words.slice(Math.max(0, at - CODE_WORDS), at).some((word) => CODED.test(word));
}

const MOST_CODE_DIGITS = 4;

/** `b twelve` → B12, `e eleven point nine` → E11.9; not after `a` and `i`, except for roads: `the a forty`. */
function readLetterAndNumber(words: Words, at: number): Written | null {
  const letter = words[at] ?? "";
  const before = words[at - 1];
  const isRoad = letter === "a" && before === "the";
  if (!isRoad && !/^[b-hj-np-z]$/.test(letter)) return null;
  if (before?.length === 1 && (before !== "a" || hasCode(words, at))) return null;
  const number = readCardinal(words, at + 1);
  if (!number || number.article || number.value > 999n) return null;
  let [text, end] = [`${letter}${number.value}`, at + 1 + number.words];
  if (words[end] === "point") {
    const digits = words.slice(end + 1, end + 1 + MOST_CODE_DIGITS).map(digitOf);
    const length = digits.includes(undefined) ? digits.indexOf(undefined) : digits.length;
    // Two digits before the point, as of diagnoses.
    if (length === 0 || number.value < 10n || number.value > 99n) return null;
    [text, end] = [`${text}.${digits.slice(0, length).join("")}`, end + 1 + length];
  }
  return { words: end - at, text, prose: text.toUpperCase(), kind: "letters" };
}

function readCharacters(words: Words, at: number, dashes: boolean): Characters {
  const run: Characters = { words: 0, text: "", letters: 0, digits: 0 };
  while (run.words < MOST_CHARACTERS) {
    if (dashes && run.letters > 0 && /^(?:dash|hyphen)$/.test(words[at + run.words] ?? "")) {
      const group = readGroup(words, at + run.words + 1);
      if (!group) break;
      run.text += `-${group.text}`;
      run.words += 1 + group.words;
      run.digits += group.digits;
      continue;
    }
    const word = words[at + run.words] ?? "";
    const isNumber = /^(?:hundred|thousand|point)$/.test(words[at + run.words + 1] ?? "");
    const isLetter = word === "o" || (word === "oh" && run.digits === 0);
    const digit = isNumber || isLetter ? undefined : digitOf(word);
    const letter = /^[a-z]$/.test(word);
    if (!letter && digit === undefined) break;
    run.text += digit ?? word;
    run.words += 1;
    if (letter) run.letters += 1;
    else run.digits += 1;
  }
  const next = words[at + run.words] ?? "";
  const last = words[at + run.words - 1];
  const pronoun = last === "i" && AFTER_I.has(next);
  // A trailing article belongs to what follows.
  const isOpen = last === "a" && run.words > 1 && next !== "";
  const article = isOpen && (run.digits > 0 ? run.words > 2 : endsInArticle(words, at, run.text));
  if (article || (run.words > 2 && pronoun))
    return { ...run, words: run.words - 1, text: run.text.slice(0, -1), letters: run.letters - 1 };
  return run;
}

/** After a dash: a letter, or digits of which two may be said as one number. */
function readGroup(words: Words, at: number): { words: number; text: string; digits: number } | null {
  const word = words[at] ?? "";
  if (/^[a-z]$/.test(word)) return { words: 1, text: word, digits: 0 };
  const number = readCardinal(words, at);
  if (number && number.words > 1 && !number.article) {
    const text = String(number.value);
    return { words: number.words, text, digits: text.length };
  }
  const pair = digitOf(word) === undefined ? readBelowHundred(words, at) : null;
  const text = digitOf(word) ?? (pair ? String(pair.value) : "");
  return text === "" ? null : { words: pair?.words ?? 1, text, digits: text.length };
}

/** `three d`, `ten k`, `four g`. */
function readSize(words: Words, at: number): Written | null {
  const number = readBelowHundred(words, at);
  const letter = words[at + (number?.words ?? 0)] ?? "";
  if (!number || !/^[kgd]$/.test(letter) || /^[b-z]$/.test(words[at + number.words + 1] ?? "")) return null;
  if (ONES[words[at - 1] ?? ""] !== undefined) return null;
  return { words: number.words + 1, text: `${number.value}${letter.toUpperCase()}`, kind: "letters" };
}
