/** Prices without a currency: `it costs nineteen ninety nine`. */
import type { Written } from "../../words/language-rules.ts";
import type { Words } from "../shared/readers.ts";
import { readBelowHundred, readCardinal } from "./numbers.ts";

/** After these two numbers are whole and hundredths: `it costs nineteen ninety nine`. */
const PRICED = new Set(["costs", "cost", "costing", "charge", "charged"]);

/** `The ticket was nine ninety nine` */
const PRICE = /^(?:price|ticket|fare|fee|bill|total|admission|meal|lunch|dinner)s?$/;
const WORDS_TO_PRICE = 5;

function isPriced(words: Words, at: number): boolean {
  const last = words[at - 1] ?? "";
  if (PRICED.has(last)) return true;
  return (
    /^(?:is|was|to|of)$/.test(last) &&
    words.slice(Math.max(0, at - WORDS_TO_PRICE), at).some((word) => PRICE.test(word))
  );
}

export function readPrice(words: Words, at: number): Written | null {
  const whole = isPriced(words, at) ? readBelowHundred(words, at) : null;
  const part = whole && readBelowHundred(words, at + whole.words);
  if (!part || part.value < 10) return null;
  const end = at + whole.words + part.words;
  if (readCardinal(words, end) || /^(?:hundred|thousand|point)$/.test(words[end] ?? "")) return null;
  return { words: end - at, text: `${whole.value}.${part.value}`, kind: "money" };
}
