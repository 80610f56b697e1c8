/** Measures that English says in a way of its own: ages, heights, multiples and densities. */
import type { Written } from "../../words/language-rules.ts";
import { type AmountReader, withUnsaidHundreds } from "../shared/amounts.ts";
import { alternatives, longestOf, phrases, type Reader, type Words } from "../shared/readers.ts";
import { ONES, readBelowHundred, readCardinal } from "./numbers.ts";

/** @param perUnits Units after `per`, in the singular. */
export function measureReader(
  amount: AmountReader,
  { least, perUnits }: { least: number; perUnits: Readonly<Record<string, string>> },
): Reader {
  const read = longestOf([
    ageReader(amount, BigInt(least)),
    readHeight,
    timesReader(amount),
    densityReader(amount, perUnits),
  ]);
  return (words, at) => amount(words, at) && read(words, at);
}

/** `A sixty seven year old woman` has hyphens, `five years old` none. */
function ageReader(amount: AmountReader, least: bigint): Reader {
  return (words, at) => {
    const number = amount(words, at);
    if (number?.whole == null) return null;
    const [unit = "", old = ""] = [words[at + number.words], words[at + number.words + 1]];
    if (!/^(?:year|month|week|day)$/.test(unit) || !/^olds?$/.test(old)) return null;
    const isSmall = number.words === 1 && number.whole < least;
    const [text, prose] = isSmall ? [words[at], words[at]] : [number.text, number.prose];
    return {
      words: number.words + 2,
      text: `${text} ${unit} ${old}`,
      prose: `${prose}-${unit}-${old}`,
      kind: "measure",
    };
  };
}

/** `eight point four four x` → 8.44x, `two twenty x` → 220x, `one million x`. */
function timesReader(amount: AmountReader): Reader {
  const signed = withUnsaidHundreds(amount, readCardinal);
  return (words, at) => {
    const number = signed(words, at);
    if (!number || words[at + number.words] !== "x") return null;
    const gap = number.round ? " " : "";
    const [text, prose] = [`${number.text}${gap}x`, `${number.prose}${gap}x`];
    return { words: number.words + 1, text, prose, kind: "measure" };
  };
}

/** `fifty six per square kilometer`: bare 56 /km², a sentence keeps the words. */
function densityReader(amount: AmountReader, perUnits: Readonly<Record<string, string>>): Reader {
  // Squares and cubes.
  const findUnit = phrases(alternatives(perUnits).filter(([name]) => name.includes(" ")));
  return (words, at) => {
    const number = amount(words, at);
    const end = at + (number?.words ?? 0);
    const unit = number && words[end] === "per" ? findUnit(words, end + 1) : null;
    if (!number || !unit) return null;
    const prose = [number.prose, ...words.slice(end, end + 3)].join(" ");
    return { words: number.words + 3, text: `${number.text} /${unit.value}`, prose, kind: "measure" };
  };
}

const INCHES_PER_FOOT = 12;
const SHORTEST_PERSON_FEET = 3;

/** `six foot two` → 6'2". */
function readHeight(words: Words, at: number): Written | null {
  const feet = ONES[words[at] ?? ""];
  if (feet === undefined || feet < SHORTEST_PERSON_FEET || !/^(?:foot|feet)$/.test(words[at + 1] ?? ""))
    return null;
  const inches = readBelowHundred(words, at + 2);
  if (!inches || inches.value >= INCHES_PER_FOOT) return null;
  const named = /^inch(?:es)?$/.test(words[at + 2 + inches.words] ?? "") ? 1 : 0;
  return { words: 2 + inches.words + named, text: `${feet}'${inches.value}"`, kind: "measure" };
}
