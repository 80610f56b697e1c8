/** Numbers as digits or words, and dates in another order. English. */

import { rulesFor } from "../../languages/index.ts";
import { normalize } from "../../languages/normalize.ts";
import type { Command } from "../command.ts";
import { namesOf } from "../values.ts";

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: readonly [number, string][] = [
  [1e9, "billion"],
  [1e6, "million"],
  [1e3, "thousand"],
  [100, "hundred"],
];
const MONTHS = namesOf("month", ["en"]);

export const numbersAsDigits: Command = (text, _, { language }) => {
  const rules = rulesFor(language);
  return text.replace(/[\p{L}]+(?:[ -][\p{L}]+)*/gu, (run) => {
    const spoken = run.toLowerCase().replace(/-/g, " ");
    const written = normalize(spoken, rules);
    return written === spoken ? run : keepUnchanged(run, written);
  });
};

/** Words of the run that stand in the written form too keep their case. */
function keepUnchanged(run: string, written: string): string {
  const original = new Map(run.split(/[ -]/).map((word) => [word.toLowerCase(), word]));
  return written
    .split(" ")
    .map((word) => original.get(word) ?? word)
    .join(" ");
}

export const numbersAsWords: Command = (text) =>
  text.replace(/(?<![\p{L}\d.,:/$€£-])\d{1,3}(?:,?\d{3}){0,3}(?![\d%:/-]|[.,]\d)/gu, (digits) =>
    isYear(digits) ? digits : inWords(Number(digits.replace(/,/g, ""))),
  );

export const formatDates: Command = (text, { style = "" }) => {
  const pattern = new RegExp(
    `(\\d{4})-(\\d{2})-(\\d{2})|(${MONTHS.join("|")}) (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})|(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTHS.join("|")}),? (\\d{4})`,
    "gi",
  );
  let found = false;
  const result = text.replace(pattern, (_, y1, m1, d1, month2, d2, y2, d3, month3, y3) => {
    found = true;
    const year = Number(y1 ?? y2 ?? y3);
    const month = m1 ? Number(m1) : MONTHS.indexOf(String(month2 ?? month3).toLowerCase()) + 1;
    return dateIn(style, year, month, Number(d1 ?? d2 ?? d3));
  });
  return found ? result : null;
};

function dateIn(style: string, year: number, month: number, day: number): string {
  const name = (MONTHS[month - 1] ?? "").replace(/^./, (letter) => letter.toUpperCase());
  const two = (value: number) => String(value).padStart(2, "0");
  if (style === "iso" || style === "international") return `${year}-${two(month)}-${two(day)}`;
  if (style === "german") return `${two(day)}.${two(month)}.${year}`;
  if (style === "numeric") return `${two(month)}/${two(day)}/${year}`;
  return style === "european" || style === "british" ? `${day} ${name} ${year}` : `${name} ${day}, ${year}`;
}

/** Years stay digits in prose. */
function isYear(digits: string): boolean {
  return /^(?:1[5-9]|20)\d\d$/.test(digits);
}

function inWords(value: number): string {
  const scale = SCALES.find(([size]) => value >= size);
  if (scale) {
    const [size, name] = scale;
    const rest = value % size;
    return `${inWords(Math.floor(value / size))} ${name}${rest ? ` ${inWords(rest)}` : ""}`;
  }
  if (value < 20) return ONES[value] ?? "";
  return `${TENS[Math.floor(value / 10)]}${value % 10 ? `-${ONES[value % 10]}` : ""}`;
}
