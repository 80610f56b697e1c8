/** Blood pressure: `one thirty over eighty five` → 130/85. */
import type { Written } from "../../words/language-rules.ts";
import type { Words } from "../shared/readers.ts";
import { readUnsaidHundreds } from "./amounts.ts";
import { readCardinal } from "./numbers.ts";

const WORDS_BEFORE = 8;
const BOUNDS = { least: 30, most: 260 };

export function readPressure(words: Words, at: number): Written | null {
  if (words[at] === "b" && words[at + 1] === "p") {
    const values = readValues(words, at + 2);
    return (
      values && { ...values, words: values.words + 2, text: `bp ${values.text}`, prose: `BP ${values.text}` }
    );
  }
  const isNamed = /\b(?:pressure|bp|b p)\b/.test(words.slice(Math.max(0, at - WORDS_BEFORE), at).join(" "));
  return isNamed ? readValues(words, at) : null;
}

function readValues(words: Words, at: number): Written | null {
  const upper = readPart(words, at);
  if (!upper || words[at + upper.words] !== "over") return null;
  const lower = readPart(words, at + upper.words + 1);
  if (!lower) return null;
  return { words: upper.words + 1 + lower.words, text: `${upper.value}/${lower.value}`, kind: "measure" };
}

function readPart(words: Words, at: number): { words: number; value: number } | null {
  const hundreds = readUnsaidHundreds(words, at);
  const cardinal = readCardinal(words, at);
  const read = hundreds
    ? { words: hundreds.words, value: Number(hundreds.text) }
    : cardinal && { words: cardinal.words, value: Number(cardinal.value) };
  return read && read.value >= BOUNDS.least && read.value <= BOUNDS.most ? read : null;
}
