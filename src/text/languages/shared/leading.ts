/** Amounts after the name of what they count: Turkish `yüzde on`, Swahili `shilingi ishirini`. */
import type { Written } from "../../words/language-rules.ts";
import type { AmountReader } from "./amounts.ts";
import { type Currency, currencyFinder, withSymbol } from "./quantities.ts";
import { phrases, type Reader } from "./readers.ts";

/** @param forms Phrase → how it is written, with `N` for the number. */
export function percentFirstReader(amount: AmountReader, forms: Readonly<Record<string, string>>): Reader {
  const find = phrases(Object.entries(forms));
  return leading(amount, find, (form, digits) => form.replace("N", digits), "percent");
}

export function moneyFirstReader(amount: AmountReader, currencies: readonly Currency[]): Reader {
  const find = currencyFinder(currencies, ({ names }) => names);
  return leading(amount, find, (currency, digits) => withSymbol(digits, currency), "money");
}

function leading<T>(
  amount: AmountReader,
  find: ReturnType<typeof phrases<T>>,
  write: (value: T, digits: string) => string,
  kind: Written["kind"],
): Reader {
  return (words, at) => {
    const name = find(words, at);
    const number = name && amount(words, at + name.words);
    if (!name || !number) return null;
    const [text, prose] = [write(name.value, number.text), write(name.value, number.prose)];
    return { words: name.words + number.words, text, prose, kind };
  };
}
