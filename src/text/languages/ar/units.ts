/** Arabic units, currencies, months and the ordinals of days and hours. */
import type { Words } from "../shared/readers.ts";
import { symbolTables } from "../shared/tables.ts";
import { plain } from "./numbers.ts";

const symbols = symbolTables(plain);

/** Signs as NeMo's (`ar/data/money/currency_major.tsv`); riyals as its `taggers/money.py` names them. */
export const findCurrency = symbols(`
$ = دولار أمريكي|دولار|دولارا|دولارات|دولارًا
د.ك = دينار كويتي|دينارا كويتيا|دنانير كويتية
د.إ = درهم إماراتي|درهما إماراتيا|دراهم إماراتية
€ = يورو
£ = جنيه استرليني|جنيه إسترليني
¥ = ين ياباني|ين
ر.س = ريال سعودي|ريالا سعوديا|ريالات سعودية
₺ = ليرة تركية
`);
export const findCents = symbols(`
$ = سنت|سنتا|سنتات
ر.س = هللة|هللات`);
/** Currencies without a sign keep their name. */
export const findUnit = symbols(`
كم/س = كيلومتر في الساعة|كيلو متر في الساعة|كيلومترا في الساعة|كيلومترات في الساعة
كم² = كيلومتر مربع|كيلومترا مربعا|كيلومترات مربعة
طن = طن|طنا|أطنان
ميل = ميل|ميلا|أميال
كيلو = كيلو
GB = غيغابايت|جيجابايت
MB = ميغابايت|ميجابايت
كم = كيلومتر|كيلو متر|كيلومترا|كيلومترات
سم = سنتيمتر|سنتيمترا|سنتيمترات
مم = مليمتر|مليمترا
م² = متر مربع|مترا مربعا|أمتار مربعة
م = متر|مترا|أمتار
°م = درجة مئوية|درجات مئوية|درجة سيلسيوس
°ف = درجة فهرنهايت|درجات فهرنهايت|فهرنهايت
كجم = كيلوغرام|كيلوجرام|كيلو غرام|كيلو جرام|كيلوغراما|كيلوغرامات
جم = غرام|جرام|غراما|جراما|غرامات
ل = لتر|لترا|لترات
مل = مليلتر|ملليلتر
ريال = ريال|ريالا|ريالات
درهم = درهم|درهما|دراهم
دينار = دينار|دينارا|دنانير
جنيه = جنيه|جنيها|جنيهات
ليرة = ليرة|ليرات
`);
export const MONTHS = new Set(
  "يناير فبراير مارس أبريل إبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر رمضان شعبان رجب محرم شوال شباط آذار نيسان أيار حزيران تموز آب أيلول"
    .split(" ")
    .map(plain),
);

const RANKS = new Map(
  "الأول|الأولى|الواحدة الثاني|الثانية الثالث|الثالثة الرابع|الرابعة الخامس|الخامسة السادس|السادسة السابع|السابعة الثامن|الثامنة التاسع|التاسعة العاشر|العاشرة"
    .split(" ")
    .flatMap((names, i) => names.split("|").map((name): [string, number] => [plain(name), i + 1])),
);

/** `الثالثة` 3, `الحادية عشرة` 11, `الخامس والعشرون` 25: hours and days. */
export function readRank(words: Words, at: number): { words: number; value: number } | null {
  const first = plain(words[at]);
  const [second, third] = [plain(words[at + 1]), plain(words[at + 2])];
  const unit = /^الحادي/.test(first) ? 1 : RANKS.get(first);
  const tens = second === "و" ? rankOfTens(third) : second.startsWith("و") ? rankOfTens(second.slice(1)) : 0;
  if (unit !== undefined && unit < 10 && tens) return { words: second === "و" ? 3 : 2, value: tens + unit };
  if (unit !== undefined && unit < 10 && /^عشرة?$/.test(second)) return { words: 2, value: 10 + unit };
  if (rankOfTens(first)) return { words: 1, value: rankOfTens(first) };
  return unit === undefined || /^الحادي/.test(first) ? null : { words: 1, value: unit };
}

function rankOfTens(word: string): number {
  return /^العشر(?:ون|ين)$/.test(word) ? 20 : /^الثلاث(?:ون|ين)$/.test(word) ? 30 : 0;
}
