/** Dates that need more than a pattern of the table: a month beside another, and numbers with slashes. */
import type { Written } from "../../words/language-rules.ts";
import type { Words } from "../shared/readers.ts";
import { numbers, readBelowHundred, readCardinal } from "./numbers.ts";

/** Months that are words of other kinds too. */
const AMBIGUOUS = /^(?:march|may)$/;
const MONTH = /^(?:january|february|april|june|july|august|september|october|november|december)$/;
/** Between two months. */
const JOINT = /^(?:and|to|or|through|until|till)$/;

/** `between march and november`: another month shows that it is one. */
export function readMonthBeside(words: Words, at: number): Written | null {
  const month = words[at] ?? "";
  const isBeside = [-2, 2].some(
    (step) => MONTH.test(words[at + step] ?? "") && JOINT.test(words[at + step / 2] ?? ""),
  );
  if (!AMBIGUOUS.test(month) || !isBeside) return null;
  return {
    words: 1,
    text: month,
    prose: month.replace(/^./, (letter) => letter.toUpperCase()),
    kind: "date",
  };
}

const [FIRST_YEAR, LAST_YEAR] = [1000n, 2999n];

/** `three slash four slash twenty twelve` → 3/4/2012. */
export function readSlashed(words: Words, at: number): Written | null {
  const first = readBelowHundred(words, at);
  if (!first || words[at + first.words] !== "slash") return null;
  const secondAt = at + first.words + 1;
  const second = readBelowHundred(words, secondAt);
  if (!second) return null;
  const yearAt = secondAt + second.words;
  const head = `${first.value}/${second.value}`;
  const year = words[yearAt] === "slash" ? readYear(words, yearAt + 1) : null;
  if (!year) return { words: yearAt - at, text: head, kind: "fraction" };
  return { words: yearAt + 1 + year.words - at, text: `${head}/${year.value}`, kind: "date" };
}

function readYear(words: Words, at: number) {
  const number = numbers.year(words, at) ?? readCardinal(words, at);
  const isYear = number && number.value >= FIRST_YEAR && number.value <= LAST_YEAR;
  return isYear ? number : readBelowHundred(words, at);
}
