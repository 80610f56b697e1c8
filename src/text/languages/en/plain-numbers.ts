/** Fractions and shares. */
import type { Written } from "../../words/language-rules.ts";
import type { Words } from "../shared/readers.ts";
import { counting } from "../shared/tables.ts";
import { isNumberWord, readCardinal, TENS } from "./numbers.ts";

const DENOMINATORS: Readonly<Record<string, number>> = {
  ...counting(2, 1, "half third quarter/fourth fifth sixth seventh eighth ninth tenth"),
  twelfth: 12,
  sixteenth: 16,
  twentieth: 20,
  hundredth: 100,
};

/** `three quarters` → 3/4, `one and a half` → 1 1/2. */
export function readFraction(words: Words, at: number): Written | null {
  const whole = readCardinal(words, at);
  if (!whole || whole.article) return null;
  const and = at + whole.words;
  if (words[and] === "and") {
    const part = readPart(words, and + 1, true);
    if (part) return fraction(whole.words + 1 + part.words, `${whole.value} ${part.text}`);
  }
  const part = readPart(words, at, false);
  // `Six of one, half a dozen of the other`
  if (part && /^an?$/.test(words[at + part.words] ?? "")) return null;
  return part ? fraction(part.words, part.text) : null;
}

const HUNDRED = 100n;

/** `fifty fifty` → 50-50, `an eighty twenty split` → 80-20. */
export function readSplit(words: Words, at: number): Written | null {
  const [one, other] = [TENS[words[at] ?? ""], TENS[words[at + 1] ?? ""]];
  if (one === undefined || other === undefined || BigInt(one + other) !== HUNDRED) return null;
  if (one !== other && !/^(?:split|rule|ratio)$/.test(words[at + 2] ?? "")) return null;
  if (isNumberWord(words[at - 1]) || isNumberWord(words[at + 2])) return null;
  return { words: 2, text: `${one}-${other}`, kind: "letters" };
}

function fraction(words: number, text: string): Written {
  return { words, text, kind: "fraction" };
}

/** `Two and three quarter inches` */
const PARTED = /^(?:inch|mile|cup|pound|hour|acre|yard|ounce|teaspoon|tablespoon)(?:e?s)?$|^f(?:oo|ee)t$/;

function readPart(words: Words, at: number, mixed: boolean): { words: number; text: string } | null {
  const article = mixed && words[at] === "a";
  const count = article ? { words: 1, value: 1n } : readCardinal(words, at);
  if (!count || count.value === 0n || count.value > 99n) return null;
  const word = words[at + count.words] ?? "";
  const isSingular = count.value === 1n || (mixed && PARTED.test(words[at + count.words + 1] ?? ""));
  const denominator = DENOMINATORS[(isSingular ? word : singularOf(word)) ?? ""];
  return denominator === undefined ? null : { words: count.words + 1, text: `${count.value}/${denominator}` };
}

function singularOf(plural: string): string | undefined {
  if (plural === "halves") return "half";
  return plural.endsWith("s") ? plural.slice(0, -1) : undefined;
}
