/** Chinese amounts of money. */
import type { Written } from "../../words/language-rules.ts";
import { lengthOf, oneOf } from "../shared/han-numbers.ts";
import type { Words } from "../shared/readers.ts";
import { readAmount, readBetween } from "./numbers.ts";
import { CURRENCIES, HUNDREDTHS, PIECES, TENTHS, UNITS } from "./units.ts";

export function readMoney(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  if (!amount) return null;
  const end = at + amount.words;
  const currency = CURRENCIES.find(([name]) => oneOf(words, end, [name]));
  if (currency) return withSign(words, at, end, amount.text, currency);
  return readPieces(words, at, end, amount.text);
}

/** `五千元` ￥5000, `三元五角` ￥3.5, `三元二角五分` ￥3.25. */
function withSign(
  words: Words,
  at: number,
  end: number,
  amount: string,
  [name, sign]: readonly [string, string],
): Written {
  let next = end + lengthOf(name);
  let decimals = "";
  if (name === "元" && /^\d+$/.test(amount)) {
    const tenths = readSmall(words, next, TENTHS);
    if (tenths) next += tenths.words;
    const hundredths = readSmall(words, next, HUNDREDTHS);
    if (hundredths) next += hundredths.words;
    if (tenths || hundredths) decimals = `.${tenths?.value ?? 0}${hundredths?.value ?? ""}`;
  }
  const number = amount + decimals;
  return { words: next - at, text: sign + number, prose: number + name, kind: "money" };
}

function readSmall(words: Words, at: number, units: readonly string[]) {
  const digit = readBetween(words, at, 0, 9);
  const unit = digit ? oneOf(words, at + digit.words, units) : null;
  return digit && unit ? { words: digit.words + lengthOf(unit), value: digit.value, unit } : null;
}

/** `三角债`, `六角螺丝`, `三角形` */
const SHAPES = /^[形债債螺扳铁鐵钢鋼架梁恋戀巾洲函凳楼樓亭枕帽]$/u;

/** As it is said: `15块`, `3块5`, `3毛5分`. */
function readPieces(words: Words, at: number, end: number, amount: string): Written | null {
  const unit = oneOf(words, end, [...PIECES, ...TENTHS]);
  if (!unit || (amount === "1" && (unit === "块" || unit === "塊" || unit === "角"))) return null;
  if (unit === "角" && SHAPES.test(words[end + 1] ?? "")) return null;
  let next = end + lengthOf(unit);
  let text = amount + unit;
  for (const units of [TENTHS, HUNDREDTHS]) {
    const small = readSmall(words, next, units);
    if (!small) continue;
    text += `${small.value}${small.unit}`;
    next += small.words;
  }
  const goesOn = next === end + 1 || /^[毛角]$/.test(words[next - 1] ?? "");
  const last = goesOn ? readBetween(words, next, 1, 9) : null;
  if (
    last?.words === 1 &&
    !oneOf(words, next + 1, ["个", "個", "块", "塊", "点", "點", "月", "天", ...UNITS])
  ) {
    text += last.value;
    next++;
  }
  return { words: next - at, text, kind: "money" };
}
