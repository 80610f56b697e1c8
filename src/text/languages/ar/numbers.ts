/**
 * Arabic numbers: units before tens, joined by و that is glued to the word after it; both genders and cases; hundreds
 * and duals as words of their own. Vowel signs and the seats of hamza do not count.
 */
import type { Words } from "../shared/readers.ts";

export function plain(word: string | undefined): string {
  return (word ?? "")
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replaceAll("ى", "ي");
}

function table(text: string): ReadonlyMap<string, number> {
  return new Map(
    text
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [value, ...names] = line.trim().split(/\s+/u);
        return names.map((name): [string, number] => [plain(name), Number(value)]);
      }),
  );
}

const UNITS = table(`
0 صفر
1 واحد واحدة أحد إحدى
2 اثنان اثنين اثنتان اثنتين اثنا اثني اثنتا اثنتي اتنين
3 ثلاثة ثلاث تلاتة
4 أربعة أربع
5 خمسة خمس
6 ستة ست
7 سبعة سبع
8 ثمانية ثماني ثمان تمانية
9 تسعة تسع
10 عشرة عشر`);
const TENS = table(`
20 عشرون عشرين
30 ثلاثون ثلاثين
40 أربعون أربعين
50 خمسون خمسين
60 ستون ستين
70 سبعون سبعين
80 ثمانون ثمانين
90 تسعون تسعين`);
const HUNDREDS = table(`
100 مئة مائة مية
200 مئتان مئتين مائتان مائتين مئتا مئتي مائتا مائتي
300 ثلاثمئة ثلاثمائة
400 أربعمئة أربعمائة
500 خمسمئة خمسمائة
600 ستمئة ستمائة
700 سبعمئة سبعمائة
800 ثمانمئة ثمانمائة ثمانيمئة ثمانيمائة
900 تسعمئة تسعمائة`);
const SCALES = table(`
1000 ألف آلاف ألفا
1000000 مليون ملايين مليونا
1000000000 مليار مليارات مليارا بليون
1000000000000 تريليون تريليونات ترليون`);
const DUALS = table(`
1000 ألفان ألفين ألفا ألفي
1000000 مليونان مليونين
1000000000 ملياران مليارين
1000000000000 تريليونان تريليونين`);

export interface Whole {
  words: number;
  value: number;
}

export function digitOf(word: string | undefined): number | undefined {
  const value = UNITS.get(plain(word));
  return value !== undefined && value < 10 ? value : undefined;
}

/** The word without a و that joins it, and how many words that takes: `وعشرون` is one, `و عشرون` two. */
function joined(words: Words, at: number): { word: string; words: number } | null {
  const word = plain(words[at]);
  if (word === "و") return { word: plain(words[at + 1]), words: 2 };
  // وأحد عشر is and eleven, although واحد is one.
  const eleven = word === "واحد" && UNITS.get(plain(words[at + 1])) === 10;
  return word.startsWith("و") && (eleven || !UNITS.has(word)) ? { word: word.slice(1), words: 1 } : null;
}

/** Below a thousand, from its first word on. */
function readGroup(words: Words, at: number, first: string, taken: number): Whole | null {
  const next = at + taken;
  let hundred = HUNDREDS.get(first);
  let length = taken;
  const unit = UNITS.get(first);
  if (unit !== undefined && unit > 2 && unit < 10 && HUNDREDS.get(plain(words[next])) === 100) {
    hundred = unit * 100;
    length++;
  }
  if (hundred === undefined) return readBelowHundred(words, at, first, taken);
  const more = joined(words, at + length);
  const rest = more && readBelowHundred(words, at + length, more.word, more.words);
  return rest && rest.value > 0
    ? { words: length + rest.words, value: hundred + rest.value }
    : { words: length, value: hundred };
}

function readBelowHundred(words: Words, at: number, first: string, taken: number): Whole | null {
  const tens = TENS.get(first);
  if (tens !== undefined) return { words: taken, value: tens };
  const unit = UNITS.get(first);
  if (unit === undefined) return null;
  if (unit > 0 && unit < 10 && UNITS.get(plain(words[at + taken])) === 10)
    return { words: taken + 1, value: 10 + unit };
  const more = unit > 0 && unit < 10 ? joined(words, at + taken) : null;
  const behind = more && TENS.get(more.word);
  return behind ? { words: taken + more.words, value: unit + behind } : { words: taken, value: unit };
}

/** `ألفان وثلاثمئة وخمسة وعشرون`, `مليون`, `اثنا عشر ألفا`. A و glued to the first word is not part of it. */
export function readWhole(words: Words, at: number): Whole | null {
  let [total, next] = [0, at];
  let lowest = Number.POSITIVE_INFINITY;
  for (;;) {
    const part = next === at ? { word: plain(words[at]), words: 1 } : joined(words, next);
    if (!part) break;
    const dual = DUALS.get(part.word);
    const alone = SCALES.get(part.word);
    if (dual !== undefined && dual < lowest && part.word !== "الفا") {
      total += 2 * dual;
      lowest = dual;
      next += part.words;
      continue;
    }
    if (alone !== undefined && alone < lowest) {
      total += alone;
      lowest = alone;
      next += part.words;
      continue;
    }
    const group = readGroup(words, next, part.word, part.words);
    if (!group) break;
    const scale = SCALES.get(plain(words[next + group.words]));
    if (scale === undefined) {
      if (lowest < 1000) break;
      return { words: next + group.words - at, value: total + group.value };
    }
    if (scale >= lowest || group.value === 0) break;
    total += group.value * scale;
    lowest = scale;
    next += group.words + 1;
  }
  return next === at ? null : { words: next - at, value: total };
}

export interface Amount {
  words: number;
  text: string;
  whole: number | null;
}

/** As many words as a number below a thousand takes, and a few. */
const MOST_WORDS = 12;
/** How many decimals `من مئة` and the like give. */
const PARTS: Readonly<Record<string, number>> = { عشرة: 1, مئة: 2, مائة: 2, الف: 3 };

/** `سالب خمسة`, `ثلاثة فاصلة خمسة`, `سبعة وتسعة وتسعون من مئة`. */
export function readAmount(words: Words, at: number): Amount | null {
  const sign = /^(?:سالب|ناقص)$/.test(plain(words[at])) ? 1 : 0;
  const whole = readWhole(words, at + sign);
  if (!whole) return null;
  const end = at + sign + whole.words;
  const decimals = readDecimals(words, end) ?? readParts(words, end);
  return {
    words: sign + whole.words + (decimals?.words ?? 0),
    text: `${sign ? "-" : ""}${whole.value}${decimals ? `.${decimals.text}` : ""}`,
    whole: sign || decimals ? null : whole.value,
  };
}

function readDecimals(words: Words, at: number) {
  if (!/^(?:فاصلة|فاصله|نقطة)$/.test(plain(words[at]))) return null;
  let text = "";
  let next = at + 1;
  for (; text.length < 15; next++) {
    const digit = digitOf(words[next]);
    if (digit === undefined || readWhole(words, next)?.words !== 1) break;
    text += digit;
  }
  const rest = /^0*$/.test(text) ? readWhole(words, next) : null;
  if (rest) text += rest.value;
  return text === "" ? null : { words: next + (rest?.words ?? 0) - at, text };
}

function readParts(words: Words, at: number) {
  const first = joined(words, at);
  if (!first) return null;
  // Only what follows is copied, so that reading stays linear.
  const part = readWhole([first.word, ...words.slice(at + first.words, at + first.words + MOST_WORDS)], 0);
  const end = at + first.words - 1 + (part?.words ?? 0);
  const ofTenThousand = plain(words[end + 1]) === "عشرة" && plain(words[end + 2]) === "الاف";
  const size = ofTenThousand ? 4 : PARTS[plain(words[end + 1])];
  const places = plain(words[end]) === "من" ? size : undefined;
  if (!part || !places || part.value >= 10 ** places) return null;
  return { words: end + (ofTenThousand ? 3 : 2) - at, text: String(part.value).padStart(places, "0") };
}
