/** Amounts of money: `five dollars and twenty cents` → $5.20. */
import type { Written } from "../../words/language-rules.ts";
import { alternatives, phrases, type Words } from "../shared/readers.ts";
import { type Amount, readAmount, readUnsaidHundreds } from "./amounts.ts";
import { readBelowHundred, readCardinal, SCALES } from "./numbers.ts";
import { arePoundsMoney, mayBeWeight } from "./pounds.ts";

interface Currency {
  sign: string;
  /** Name of the hundredth, plural. */
  hundredths?: readonly string[];
}

const WON = "₩";
const CENTS = ["cent", "cents"];
const PENCE = ["penny", "pence", "p"];
const PAISE = ["paisa", "paise"];

const findCurrency = phrases<Currency>(
  alternatives({
    "dollar/dollars/buck/bucks/united states dollar/united states dollars": { sign: "$", hundredths: CENTS },
    "us dollar/us dollars/u s dollar/u s dollars": { sign: "US$", hundredths: CENTS },
    "canadian dollar/canadian dollars": { sign: "C$", hundredths: CENTS },
    "australian dollar/australian dollars": { sign: "A$", hundredths: CENTS },
    "hong kong dollar/hong kong dollars": { sign: "HK$", hundredths: CENTS },
    "euro/euros": { sign: "€", hundredths: CENTS },
    "pound/pounds/quid/pound sterling/pounds sterling/british pound/british pounds": {
      sign: "£",
      hundredths: PENCE,
    },
    "yen/japanese yen": { sign: "¥" },
    "rupee/rupees/indian rupee/indian rupees": { sign: "₹", hundredths: PAISE },
    "korean won/south korean won": { sign: WON },
    "shekel/shekels": { sign: "₪" },
    "swiss franc/swiss francs": { sign: "CHF " },
  }),
);

export function readMoney(words: Words, at: number): Written | null {
  return readHundredths(words, at) ?? readSum(words, at);
}

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
  if (
    readCurrency(words, end) ||
    readCardinal(words, end) ||
    /^(?:hundred|thousand|point)$/.test(words[end] ?? "")
  )
    return null;
  return { words: end - at, text: `${whole.value}.${part.value}`, kind: "money" };
}

function readSum(words: Words, at: number): Written | null {
  const amount = chooseAmount(words, at);
  if (!amount) return null;
  const currency = readCurrency(words, at + amount.words) ?? readWon(words, at + amount.words);
  if (!currency) return null;
  const past = at + amount.words + currency.words;
  if (mayBeWeight(words[past - 1]) && !arePoundsMoney(words, at, past)) return null;
  const { sign } = currency;
  const end = amount.words + currency.words;
  const small = amount.whole ? readSmallChange(words, at + end, currency.hundredths) : null;
  const change = small ? `.${String(small.value).padStart(2, "0")}` : "";
  return {
    words: end + (small?.words ?? 0),
    text: signed(sign, amount.text) + change,
    prose: signed(sign, amount.prose) + change,
    kind: "money",
  };
}

/** `-$5`, not `$-5`. */
function signed(sign: string, text: string): string {
  return text.startsWith("-") ? `-${sign}${text.slice(1)}` : sign + text;
}

/** Also `one fifty dollars`: hundreds that are not said. */
function chooseAmount(words: Words, at: number): Amount | null {
  const hundreds = readUnsaidHundreds(words, at);
  if (hundreds && readCurrency(words, at + hundreds.words)) return hundreds;
  // `half a million dollars`, `three quarters of a million dollars`: parts of a sum that is not written.
  const part = words[at] === "a" && /^(?:half|of)$/.test(words[at - 1] ?? "");
  if (part && words[at + 1]?.endsWith("illion")) return null;
  return readAmount(words, at);
}

function readCurrency(words: Words, at: number): (Currency & { words: number }) | null {
  const found = findCurrency(words, at);
  return found && { ...found.value, words: found.words };
}

/** Elsewhere it is the verb: `team five won`. */
function readWon(words: Words, at: number): (Currency & { words: number }) | null {
  return words[at] === "won" && SCALES.has(words[at - 1] ?? "") ? { sign: WON, words: 1 } : null;
}

/** `nineteen euros fifty per box` */
const AFTER_PRICE = /^(?:per|each|for|plus|including|excluding|an|instead|in)$/;

/** `… and twenty cents`, `… twenty cents`, `… fifty`. */
function readSmallChange(
  words: Words,
  at: number,
  names: readonly string[] | undefined,
): { words: number; value: number } | null {
  if (!names) return null;
  const and = words[at] === "and" ? 1 : 0;
  const read = readBelowHundred(words, at + and);
  if (!read) return null;
  const length = and + read.words;
  if (names.includes(words[at + length] ?? "")) return { words: length + 1, value: read.value };
  const endsHere = at + length === words.length || AFTER_PRICE.test(words[at + length] ?? "");
  return !and && read.value >= 10 && endsHere ? { words: length, value: read.value } : null;
}

/** `twenty cents`; in a sentence the words are clearer than $0.20. */
function readHundredths(words: Words, at: number): Written | null {
  const number = readCardinal(words, at);
  const name = words[at + (number?.words ?? 0)] ?? "";
  if (!number || number.article || number.value > 99n) return null;
  const sign = name === "cents" || name === "cent" ? "$" : name === "pence" ? "£" : null;
  if (sign === null || (name === "cent" && number.value !== 1n)) return null;
  return {
    words: number.words + 1,
    text: `${sign}0.${String(number.value).padStart(2, "0")}`,
    prose: sign === "£" ? `${number.value}p` : `${number.value} ${name}`,
    kind: "money",
  };
}
