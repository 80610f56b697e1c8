/** Pounds are money or weight; if nothing nearby shows which, they stay a word: `20 pounds` is right for both. */
import { list, type Words } from "../shared/readers.ts";
import { isNumberWord, SCALES } from "./numbers.ts";

const WEIGHT = new Set(
  list(
    "weigh weighs weighed weighing weight lose loses lost losing gain gains gained gaining lift lifts lifted lifting bench " +
      "heavy muscle fat diet scale scales bag bags box sack parcel package suitcase luggage baby newborn dog cat",
  ),
);
const WEIGHT_AFTER = new Set(list("of heavier lighter overweight per over under at"));
const MONEY = new Set(
  list(
    "cost costs costing price prices priced pay pays paid paying charge charges charged spend spends spent fee fees rent " +
      "salary wage worth owe owes owed earn earns earned bill invoice budget fine ticket tickets save saved sell sold buy " +
      "bought cheap expensive cash deposit donate donated raise raised loan tax account transfer transferred fare refund " +
      "discount bonus profit money sterling send sent",
  ),
);
/** How far from the amount a word still counts. */
const WORDS_AROUND = 7;
const MONEY_WORDS_AFTER = new Set(list("each per a an cash sterling"));
const PERIODS = new Set(list("hour day week month year night person head seat"));

/** @param end after the name of the currency. */
export function isMoney(words: Words, at: number, end: number): boolean {
  if (words[end - 1] !== "pounds" && words[end - 1] !== "pound") return true;
  const [before, after] = [
    words.slice(Math.max(0, at - WORDS_AROUND), at),
    words.slice(end, end + WORDS_AROUND),
  ];
  // Alone, with pence, or in millions.
  if (before.length === 0 && after.length === 0) return true;
  if (SCALES.has(words[end - 2] ?? "") && words[end - 2] !== "thousand") return true;
  if (/^ounces?$/.test(after[1] ?? "") || /^ounces?$/.test(after[2] ?? "")) return false;
  if (isNumberWord(after[0]) || (after[0] === "and" && isNumberWord(after[1]))) return true;
  if (before.some((word) => WEIGHT.has(word)) || WEIGHT_AFTER.has(after[0] ?? "")) return false;
  if (MONEY_WORDS_AFTER.has(after[0] ?? "") && (after[0] === "cash" || PERIODS.has(after[1] ?? "")))
    return true;
  return [...before, ...after].some((word) => MONEY.has(word));
}
