/** Hindi inverse text normalization: of all that can be read at a word, the longest; on a tie the first. */
import type { Written } from "../../formatting/language-rules.ts";
import { longestOf, type Words } from "../shared/readers.ts";
import { devanagari, plain, readAmount, readWhole, smallValue } from "./numbers.ts";
import { findCurrency, findUnit, MONTHS } from "./units.ts";

const LEAST_RUN = 4;
const LONGEST_RUN = 20;
const HOUR = /^(?:बजे|बजकर|बजके)$/;

/** `पाँच जनवरी दो हज़ार बारह` → `५ जनवरी, २०१२`, `जनवरी दो हज़ार बारह`, `जनवरी पाँच`. */
function readDate(words: Words, at: number): Written | null {
  const before = readDay(words, at);
  const monthAt = at + (before?.words ?? 0);
  if (!MONTHS.has(plain(words[monthAt]))) return null;
  const after = before ? null : readDay(words, monthAt + 1);
  const yearAt = monthAt + 1 + (after?.words ?? 0);
  const year = readYear(words, yearAt) ?? (after && readYear(words, monthAt + 1));
  const day = after && year && yearAt + year.words > words.length ? null : after;
  if (!before && !day && !year) return null;
  const parts = [before?.text, words[monthAt], day?.text].filter(Boolean).join(" ");
  const length = monthAt + 1 - at + (day?.words ?? 0) + (year?.words ?? 0);
  if (!year) return { words: length, text: parts, kind: "date" };
  const comma = before || day ? "," : "";
  return {
    words: length,
    text: `${parts}${comma} ${year.text}`,
    prose: `${parts} ${year.text}`,
    kind: "date",
  };
}

function readDay(words: Words, at: number) {
  const value = smallValue(words[at]);
  const more = /^(?:सौ|हजार)$/.test(plain(words[at + 1]));
  return value && value <= 31 && !more ? { words: 1, text: devanagari(String(value)) } : null;
}

function readYear(words: Words, at: number) {
  const year = readWhole(words, at);
  return year && year.value >= 1000n && year.value <= 2999n
    ? { words: year.words, text: devanagari(String(year.value)) }
    : null;
}

/** `तीन बजकर पंद्रह मिनट` → `३:१५`, `साढ़े तीन बजे`, `डेढ़ बजे`; also in seconds. */
function readTime(words: Words, at: number): Written | null {
  const hour = readAmount(words, at);
  const [hours = "", part] = hour?.text.split(".") ?? [];
  if (!hour || !HOUR.test(words[at + hour.words] ?? "") || hours.length > 2) return null;
  let next = at + hour.words + 1;
  const minutes = part ? { "२५": "१५", "५": "३०", "७५": "४५" }[part] : undefined;
  if (part && !minutes) return null;
  const minute = part ? null : readClockPart(words, next, /^(?:मिनट|मिनिट)$/, words[next - 1] !== "बजे");
  next += minute?.words ?? 0;
  const second = part ? null : readClockPart(words, next, /^(?:सेकंड|सेकेंड|सैकंड)$/, false);
  next += second?.words ?? 0;
  const text = [hours, minutes ?? minute?.text ?? "००", ...(second ? [second.text] : [])].join(":");
  const prose = (minutes ?? minute ?? second) ? undefined : `${hours} ${words[next - 1]}`;
  return { words: next - at, text, ...(prose && { prose }), kind: "time" };
}

function readClockPart(words: Words, at: number, unit: RegExp, unitMayMiss: boolean) {
  const value = smallValue(words[at]);
  if (value === undefined || value > 59) return null;
  const marked = unit.test(words[at + 1] ?? "");
  if (!marked && !unitMayMiss) return null;
  return { words: marked ? 2 : 1, text: devanagari(String(value).padStart(2, "0")) };
}

function readMoney(words: Words, at: number): Written | null {
  const amount = readAmount(words, at) ?? readBareScale(words, at);
  const currency = amount && findCurrency(words, at + amount.words);
  if (!amount || !currency) return null;
  const end = amount.words + currency.words;
  const joint = words[at + end] === "और" ? 1 : 0;
  const paise = readWhole(words, at + end + joint);
  const small =
    paise && paise.value < 100n && /^(?:पैसे|पैसा)$/.test(words[at + end + joint + paise.words] ?? "");
  if (!small || amount.whole === null)
    return { words: end, text: currency.symbol + amount.text, kind: "money" };
  const text = `${currency.symbol}${amount.text}.${devanagari(String(paise.value).padStart(2, "0"))}`;
  return { words: end + joint + paise.words + 1, text, kind: "money" };
}

function readBareScale(words: Words, at: number) {
  const scale = { लाख: "१०००००", [plain("करोड़")]: "१०००००००" }[plain(words[at])];
  return scale ? { words: 1, text: scale, whole: 1n } : null;
}

function readPercent(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const unit = plain(words[at + (amount?.words ?? 0)]);
  if (!amount || !/^(?:प्रतिशत|फीसदी|परसेंट|पर्सेंट)$/.test(unit)) return null;
  return { words: amount.words + 1, text: `${amount.text}%`, kind: "percent" };
}

function readMeasure(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const unit = amount && findUnit(words, at + amount.words);
  return unit
    ? { words: amount.words + unit.words, text: `${amount.text} ${unit.symbol}`, kind: "measure" }
    : null;
}

/** `छह सौ साठ बटा पाँच सौ`. */
function readFraction(words: Words, at: number): Written | null {
  const above = readAmount(words, at);
  if (!above || !/^(?:बटा|बटे|बाय)$/.test(words[at + above.words] ?? "")) return null;
  const below = readWhole(words, at + above.words + 1);
  if (!below) return null;
  const text = `${above.text}/${devanagari(String(below.value))}`;
  return { words: above.words + 1 + below.words, text, kind: "fraction" };
}

/** `तेरहवां` → `१३वां`, `एक सौ पाँचवीं`. */
function readOrdinal(words: Words, at: number): Written | null {
  for (let last = at; last < Math.min(words.length, at + 12); last++) {
    const [, stem, ending] = /^(.+?)(वाँ|वां|वीं|वी|वें|वे)$/u.exec(words[last] ?? "") ?? [];
    const number = stem && readWhole([...words.slice(at, last), stem], 0);
    if (number && number.words === last - at + 1 && number.value > 3n) {
      return { words: number.words, text: devanagari(String(number.value)) + ending, kind: "ordinal" };
    }
    if (smallValue(words[last]) === undefined && !readWhole(["एक", words[last] ?? ""], 0)?.words) return null;
  }
  return null;
}

/** Telephone numbers and codes, digit by digit; the country's number may be one word: `प्लस इक्यानवे`. */
function readDigits(words: Words, at: number): Written | null {
  const plus = words[at] === "प्लस" ? 1 : 0;
  const code = plus ? (smallValue(words[at + 1]) ?? 0) : 0;
  const country = code > 9 ? String(code) : "";
  let digits = "";
  let next = at + plus + (country ? 1 : 0);
  for (; digits.length < LONGEST_RUN; next++) {
    const digit = smallValue(words[next]);
    if (digit === undefined || digit > 9) break;
    digits += digit;
  }
  if (digits.length < LEAST_RUN || /^(?:सौ|हजार|लाख|करोड)$/.test(plain(words[next]))) return null;
  const split = plus && !country ? 2 : 0;
  const lead = country || digits.slice(0, split);
  const text = devanagari(`${plus ? `+${lead} ` : ""}${digits.slice(split)}`);
  return { words: next - at, text, kind: "telephone" };
}

/** Numbers above three: एक is an article, and दो and तीन are mostly words, as in NeMo's `taggers/cardinal.py`. */
function readCount(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  if (!amount || (amount.whole !== null && amount.whole <= 3n)) return null;
  const kind = amount.text.includes(".") ? "decimal" : "cardinal";
  const small = amount.whole !== null && amount.whole < 10n;
  return { words: amount.words, text: amount.text, ...(small && { prose: words[at] ?? "" }), kind };
}

export const readHindi = longestOf([
  readDate,
  readTime,
  readMoney,
  readPercent,
  readMeasure,
  readFraction,
  readOrdinal,
  readDigits,
  readCount,
]);
