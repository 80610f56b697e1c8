/** Arabic inverse text normalization: of all that can be read at a word, the longest; on a tie the first. */
import type { Written } from "../../words/language-rules.ts";
import { addressReader } from "../shared/addresses.ts";
import { dateReader, timeReader } from "../shared/patterns.ts";
import { list, longestOf, type Words } from "../shared/readers.ts";
import { cardinal, digitOf, ordinal, plain, readAmount, readWhole } from "./numbers.ts";
import table from "./table.json";
import { findCents, findCurrency, findUnit } from "./units.ts";

const LEAST_RUN = 4;
const LONGEST_RUN = 20;
/** More words than anything that is read takes. */
const LOOK_AHEAD_WORDS = 48;

function readPercent(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const end = at + (amount?.words ?? 0);
  const [first, second] = [plain(words[end]), plain(words[end + 1])];
  const together = /^(?:بالمئة|بالمائة|بالمية)$/.test(first) ? 1 : 0;
  const length = together || (first === "في" && /^(?:المئة|المائة)$/.test(second) ? 2 : 0);
  if (!amount || length === 0) return null;
  return { words: amount.words + length, text: `${amount.text}%`, kind: "percent" };
}

/** `سبعة دولار وتسعة وتسعون سنت` → `$7.99`; a sentence has `7.99 دولار`. */
function readMoney(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const currency = amount && findCurrency(words, at + amount.words);
  if (!amount || !currency) return centsAlone(words, at);
  const end = at + amount.words + currency.words;
  const name = words.slice(at + amount.words, end).join(" ");
  const cents = amount.whole === null ? null : readCents(words, end);
  const number = amount.text + (cents ? `.${String(cents.value).padStart(2, "0")}` : "");
  const length = end - at + (cents?.words ?? 0);
  return { words: length, text: currency.symbol + number, prose: `${number} ${name}`, kind: "money" };
}

/** `عشرون سنتا` → `$0.20`; a sentence keeps the name. */
function centsAlone(words: Words, at: number): Written | null {
  const number = readWhole(words, at);
  const unit = number && number.value > 0 && number.value < 100 ? findCents(words, at + number.words) : null;
  if (!number || !unit) return null;
  const end = at + number.words + unit.words;
  const prose = [number.value, ...words.slice(at + number.words, end)].join(" ");
  const text = `${unit.symbol}0.${String(number.value).padStart(2, "0")}`;
  return { words: end - at, text, prose, kind: "money" };
}

function readCents(words: Words, at: number) {
  const word = plain(words[at]);
  if (!word.startsWith("و")) return null;
  const apart = word === "و" ? 1 : 0;
  const rest = words.slice(at + 1, at + LOOK_AHEAD_WORDS);
  const line = apart ? rest : [word.slice(1), ...rest];
  const number = readWhole(line, 0);
  const unit = number && number.value < 100 ? findCents(line, number.words) : undefined;
  return number && unit ? { words: apart + number.words + unit.words, value: number.value } : null;
}

function readMeasure(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const unit = amount && findUnit(words, at + amount.words);
  if (!amount || !unit) return null;
  const length = amount.words + unit.words;
  // A currency's name stands apart, an abbreviation in the bare form does not.
  const apart = unit.symbol.length > 3 || unit.symbol === plain(words[at + amount.words]);
  const prose = `${amount.text} ${unit.symbol}`;
  return { words: length, text: apart ? prose : amount.text + unit.symbol, prose, kind: "measure" };
}

const SHARES: Readonly<Record<string, number>> = {
  نصف: 2,
  ثلث: 3,
  ربع: 4,
  خمس: 5,
  سدس: 6,
  ثمن: 8,
  اثلاث: 3,
  ارباع: 4,
  اخماس: 5,
  اسداس: 6,
  اسباع: 7,
  اثمان: 8,
  اتساع: 9,
  اعشار: 10,
};

/** `ثلثا`, `ثلثين`. */
const TWO_THIRDS = /^ثلث(?:ان|ين|ا|ي)$/;

/** `ثلاثة أرباع` 3/4, `واحد ونصف` 1 1/2, `خمسة و ثلثين` 5 2/3, `اثنا عشر على خمسة` 12/5. */
function readFraction(words: Words, at: number): Written | null {
  const simple = readShares(words, at);
  if (simple) return { ...simple, kind: "fraction" };
  const amount = readAmount(words, at);
  if (!amount || amount.whole === null) return null;
  const end = at + amount.words;
  const next = plain(words[end]);
  const apart = next === "و" ? 1 : 0;
  if (next.startsWith("و")) {
    const rest = words.slice(end + 1, end + LOOK_AHEAD_WORDS);
    const line = apart ? rest : [next.slice(1), ...rest];
    const part = /^(?:نصف|ثلث|ربع)$/.test(plain(line[0]))
      ? { words: 1, text: `1/${SHARES[plain(line[0])]}` }
      : readShares(line, 0);
    if (!part) return null;
    const text = `${amount.whole} ${part.text}`;
    return { words: amount.words + apart + part.words, text, kind: "fraction" };
  }
  const below = next === "علي" ? readWhole(words, end + 1) : null;
  if (!below || below.value === 0) return null;
  return { words: amount.words + 1 + below.words, text: `${amount.whole}/${below.value}`, kind: "fraction" };
}

function readShares(words: Words, at: number): { words: number; text: string } | null {
  if (TWO_THIRDS.test(plain(words[at]))) return { words: 1, text: "2/3" };
  const count = readWhole(words, at);
  const share = count && SHARES[plain(words[at + count.words])];
  return share && count.value > 2 ? { words: count.words + 1, text: `${count.value}/${share}` } : null;
}

/** `الخامسة عشرة` الـ15; smaller ranks stay words. */
function readOrdinal(words: Words, at: number): Written | null {
  const rank = ordinal(words, at);
  if (!rank || rank.value <= 10n || rank.words < 2) return null;
  return { words: rank.words, text: `الـ${rank.value}`, kind: "ordinal" };
}

/** `الشقة رقم خمسة`. */
function readNumbered(words: Words, at: number): Written | null {
  const number = plain(words[at]) === "رقم" ? readWhole(words, at + 1) : null;
  return number && { words: 1 + number.words, text: `${words[at]} ${number.value}`, kind: "cardinal" };
}

const readAddress = addressReader({
  signs: { "آت/ات/أت/إت": "@", "نقطة/نقطه/دوت": ".", شرطة: "-", "شرطة سفلية": "_", "شرطة مائلة/سلاش": "/" },
  domains: ["sa", "eg", "jo"],
});

/** Telephone numbers and codes, digit by digit. */
function readDigits(words: Words, at: number): Written | null {
  const plus = /^(?:زائد|بلس)$/.test(plain(words[at])) ? 1 : 0;
  let digits = "";
  for (let next = at + plus; digits.length < LONGEST_RUN; next++) {
    const digit = digitOf(words[next]);
    if (digit === undefined) break;
    digits += digit;
  }
  if (digits.length < LEAST_RUN) return null;
  return { words: plus + digits.length, text: `${plus ? "+" : ""}${digits}`, kind: "telephone" };
}

/** From ten up, or where nothing else is said: واحد is also somebody, and small numbers are written as words. */
function readCount(words: Words, at: number, mayBeAlone: boolean): Written | null {
  const amount = readAmount(words, at);
  if (!amount) return null;
  const alone = mayBeAlone && at === 0 && amount.words === words.length;
  if (amount.whole !== null && amount.whole < 10 && !alone) return null;
  // مئة, ألف and the like alone are rather words in a sentence: ألف شكر.
  if (amount.words === 1 && !alone && /^(?:الف|الاف|مليون|ملايين|مليار|مليارات)$/.test(plain(words[at])))
    return null;
  return { words: amount.words, text: amount.text, kind: amount.text.includes(".") ? "decimal" : "cardinal" };
}

const calendar = {
  cardinal,
  ordinal,
  months: Object.fromEntries(list(table.months).map((month) => [month, { text: month }])),
  readsWritten: false,
  minuteAnd: "و",
  colon: ":",
};
const READERS = [
  readAddress,
  readPercent,
  readMoney,
  readMeasure,
  readFraction,
  dateReader(table.dates, calendar),
  timeReader(table.times, calendar),
  readOrdinal,
  readNumbered,
  readDigits,
];
const readLongest = longestOf([...READERS, (words, at) => readCount(words, at, true)]);
const readJoined = longestOf([...READERS, (words, at) => readCount(words, at, false)]);

export function readArabic(words: Words, at: number): Written | null {
  const found = readLongest(words, at);
  if (found) return found;
  // `وخمسة عشر`: and fifteen.
  const word = plain(words[at]);
  if (!word.startsWith("و") || word.length < 3) return null;
  const behind = readJoined([word.slice(1), ...words.slice(at + 1, at + LOOK_AHEAD_WORDS)], 0);
  return behind && { ...behind, text: `و${behind.text}`, ...(behind.prose && { prose: `و${behind.prose}` }) };
}
