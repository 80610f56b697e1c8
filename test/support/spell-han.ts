/** Says numbers in Chinese characters, for tests that turn them back into digits. */

const DIGITS = [..."零一二三四五六七八九"];
const PLACES = ["", "十", "百", "千"] as const;

export interface HanSpelling {
  /** Between groups of four digits, from 10^4 up. */
  scales: readonly string[];
  /** Chinese says 一百零五 and 一千; Japanese 百五 and 千. */
  zero: boolean;
}

export const CHINESE_SPELLING: HanSpelling = { scales: ["", "万", "亿", "兆"], zero: true };
export const JAPANESE_SPELLING: HanSpelling = { scales: ["", "万", "億", "兆"], zero: false };

export function spellHan(value: number, { scales, zero }: HanSpelling): string {
  if (value === 0) return "零";
  let text = "";
  for (let power = scales.length - 1; power >= 0; power--) {
    const group = Math.floor(value / 10_000 ** power) % 10_000;
    if (group === 0) continue;
    const filler =
      zero && text !== "" && (group < 1000 || Math.floor(value / 10_000 ** (power + 1)) % 10_000 === 0);
    text += (filler ? "零" : "") + spellGroup(group, zero, text === "" && power === 0) + scales[power];
  }
  return text;
}

function spellGroup(group: number, zero: boolean, first: boolean): string {
  let text = "";
  let skipped = false;
  for (const place of [3, 2, 1, 0] as const) {
    const digit = Math.floor(group / 10 ** place) % 10;
    if (digit === 0) {
      skipped = text !== "";
      continue;
    }
    if (zero && skipped) text += "零";
    skipped = false;
    const bare = digit === 1 && place > 0 && (zero ? place === 1 && text === "" && first : true);
    text += (bare ? "" : DIGITS[digit]) + PLACES[place];
  }
  return text;
}

/** Digits one by one. */
export function spellHanDigits(digits: string): string {
  return [...digits].map((digit) => DIGITS[Number(digit)]).join("");
}
