/** Arabic inverse text normalization: of all that can be read at a word, the longest; on a tie the first. */
import type { Written } from "../../formatting/language-rules.ts";
import { longestOf, type Words } from "../shared/readers.ts";
import { digitOf, plain, readAmount, readWhole } from "./numbers.ts";
import { findCents, findCurrency, findUnit, MONTHS, readRank } from "./units.ts";

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
  if (!amount || !currency) return null;
  const end = at + amount.words + currency.words;
  const name = words.slice(at + amount.words, end).join(" ");
  const cents = amount.whole === null ? null : readCents(words, end);
  const number = amount.text + (cents ? `.${String(cents.value).padStart(2, "0")}` : "");
  const length = end - at + (cents?.words ?? 0);
  return { words: length, text: currency.symbol + number, prose: `${number} ${name}`, kind: "money" };
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

/** `ثلاثة أرباع` 3/4, `واحد ونصف` 1 1/2, `اثنا عشر على خمسة` 12/5. */
function readFraction(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  if (!amount || amount.whole === null) return null;
  const end = at + amount.words;
  const next = plain(words[end]);
  const share = SHARES[next];
  if (share && amount.whole > 2)
    return { words: amount.words + 1, text: `${amount.whole}/${share}`, kind: "fraction" };
  const part = next === "و" ? plain(words[end + 1]) : next.startsWith("و") ? next.slice(1) : "";
  if (/^(?:نصف|ثلث|ربع)$/.test(part)) {
    const length = amount.words + (next === "و" ? 2 : 1);
    return { words: length, text: `${amount.whole} 1/${SHARES[part]}`, kind: "fraction" };
  }
  const below = next === "علي" ? readWhole(words, end + 1) : null;
  if (!below || below.value === 0) return null;
  return { words: amount.words + 1 + below.words, text: `${amount.whole}/${below.value}`, kind: "fraction" };
}

/** `الخامس والعشرون من يوليو ألفين واثني عشر` → `25 يوليو 2012`, `خمسة مايو`. */
function readDate(words: Words, at: number): Written | null {
  const day = readRank(words, at) ?? readWhole(words, at);
  if (!day || day.value < 1 || day.value > 31) return null;
  const from = words[at + day.words] === "من" ? 1 : 0;
  const named = words[at + day.words + from] === "شهر" ? 1 : 0;
  const monthAt = at + day.words + from + named;
  if (!MONTHS.has(plain(words[monthAt]))) return null;
  const year = readYearOfDate(words, monthAt + 1);
  const text = `${day.value} ${words[monthAt]}${year ? ` ${year.value}` : ""}`;
  return { words: monthAt + 1 - at + (year?.words ?? 0), text, kind: "date" };
}

/** `نوفمبر لعام ألفين وعشرة` → `نوفمبر 2010`. */
function readMonth(words: Words, at: number): Written | null {
  if (!MONTHS.has(plain(words[at]))) return null;
  const year = readYearOfDate(words, at + 1);
  return year && { words: 1 + year.words, text: `${words[at]} ${year.value}`, kind: "date" };
}

function readYearOfDate(words: Words, at: number): { words: number; value: number } | null {
  const lead = /^(?:عام|سنة|لعام)$/.test(words[at] ?? "") ? 1 : 0;
  const year = readWhole(words, at + lead);
  if (!year || year.value < 1000 || year.value >= 3000) return null;
  return { words: lead + year.words, value: year.value };
}

/** `الساعة الثالثة والنصف` → `الساعة 3:30`; with ربع, ثلث, minutes, and إلا before the hour. */
function readTime(words: Words, at: number): Written | null {
  if (!/الساعة$/.test(plain(words[at]))) return null;
  const hour = readRank(words, at + 1);
  if (!hour || hour.value > 12) return null;
  const start = at + 1 + hour.words;
  const minutes = readMinutes(words, start);
  const less = minutes && minutes.value < 0;
  const shown = less ? (hour.value === 1 ? 12 : hour.value - 1) : hour.value;
  const minute = ((minutes?.value ?? 0) + 60) % 60;
  const text = `${words[at]} ${shown}:${String(minute).padStart(2, "0")}`;
  return { words: 1 + hour.words + (minutes?.words ?? 0), text, kind: "time" };
}

const CLOCK_PARTS: Readonly<Record<string, number>> = {
  النصف: 30,
  الربع: 15,
  الثلث: 20,
  ربعا: 15,
  ثلثا: 20,
  نصف: 30,
  ربع: 15,
};

function readMinutes(words: Words, at: number): { words: number; value: number } | null {
  const first = plain(words[at]);
  const minus = first === "الا";
  const apart = minus || first === "و";
  if (!apart && !first.startsWith("و")) return null;
  const rest = words.slice(at + 1, at + LOOK_AHEAD_WORDS);
  const line = apart ? rest : [first.slice(1), ...rest];
  const part = CLOCK_PARTS[plain(line[0])];
  const sign = minus ? -1 : 1;
  if (part !== undefined) return { words: apart ? 2 : 1, value: sign * part };
  const number = readWhole(line, 0);
  if (!number || number.value > 59 || !/^(?:دقيقة|دقائق|دقايق)$/.test(plain(line[number.words]))) return null;
  return { words: (apart ? 1 : 0) + number.words + 1, value: sign * number.value };
}

/** Telephone numbers and codes, digit by digit. */
function readDigits(words: Words, at: number): Written | null {
  let digits = "";
  for (let next = at; digits.length < LONGEST_RUN; next++) {
    const digit = digitOf(words[next]);
    if (digit === undefined) break;
    digits += digit;
  }
  return digits.length < LEAST_RUN ? null : { words: digits.length, text: digits, kind: "telephone" };
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

const READERS = [
  readPercent,
  readMoney,
  readMeasure,
  readFraction,
  readDate,
  readMonth,
  readTime,
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
