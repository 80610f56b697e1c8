/**
 * Korean numbers as patterns and their values. Words are glued to what follows them and to each other in many ways
 * (`이십삼개`, `이십 삼 개`), so a language with spaces is read here by characters, with a space allowed between parts.
 */

const DIGIT = "[일이삼사오육륙칠팔구]";
const GROUP = `(?:${DIGIT}? ?천)? ?(?:${DIGIT}? ?백)? ?(?:${DIGIT}? ?십)? ?${DIGIT}?`;

/** Sino-Korean: `이천십이`, `오만 삼천`, `십`. Its parts may all be missing, so both its ends are looked at. */
export const SINO = `(?=[일이삼사오육륙칠팔구십백천만])(?:${GROUP} ?경 ?)?(?:${GROUP} ?조 ?)?(?:${GROUP} ?억 ?)?(?:${GROUP} ?만 ?)?${GROUP}(?<=[일이삼사오육륙칠팔구십백천만억조경])`;
export const ZERO = "[영공]";
const WRITTEN = "\\d+(?:\\.\\d+)?";
const ANY_DIGIT = "[영공일이삼사오육륙칠팔구]";
/** `삼 점 일사`. */
export const NUMBER = `(?:마이너스 ?)?(?:${WRITTEN}|(?:${ZERO}|${SINO}) ?점(?: ?${ANY_DIGIT})+|${ZERO}|${SINO})`;
export const DIGITS = `${ANY_DIGIT}(?: ?${ANY_DIGIT})*`;

const TENS: Readonly<Record<string, number>> = {
  열: 10,
  스물: 20,
  스무: 20,
  서른: 30,
  마흔: 40,
  쉰: 50,
  예순: 60,
  일흔: 70,
  여든: 80,
  아흔: 90,
};
const ONES: Readonly<Record<string, number>> = {
  하나: 1,
  한: 1,
  둘: 2,
  두: 2,
  셋: 3,
  세: 3,
  석: 3,
  넷: 4,
  네: 4,
  넉: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
};
const [TEN, ONE] = [Object.keys(TENS).join("|"), Object.keys(ONES).join("|")];

/** Native, as before counters and hours: `스물세`, `열두`, `백 스무`. */
export const NATIVE = `(?:${DIGIT}?백 ?)?(?:(?:${TEN})(?: ?(?:${ONE}))?|(?:${ONE}))`;

const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([..."영일이삼사오육칠팔구"].map((digit, value) => [digit, value])),
  공: 0,
  륙: 6,
};
const PLACES: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1000 };
const SCALES: Readonly<Record<string, bigint>> = {
  만: 10n ** 4n,
  억: 10n ** 8n,
  조: 10n ** 12n,
  경: 10n ** 16n,
};

/** The digits of a match of `NUMBER`: `3.14`, `-20`. */
export function numberText(spoken: string): string {
  const plain = spoken.replaceAll(" ", "");
  if (plain.startsWith("마이너스")) return `-${numberText(plain.slice(4))}`;
  if (/^\d/.test(plain)) return plain;
  const [whole = "", decimals] = plain.split("점");
  const text = /^[영공]/.test(whole) ? "0" : String(sinoValue(whole));
  return decimals === undefined ? text : `${text}.${digitsText(decimals)}`;
}

export function digitsText(spoken: string): string {
  return [...spoken.replaceAll(" ", "")].map((digit) => VALUES[digit] ?? "").join("");
}

function sinoValue(spoken: string): bigint {
  let [total, group, digit] = [0n, 0, 0];
  for (const syllable of spoken) {
    const scale = SCALES[syllable];
    const place = PLACES[syllable];
    if (scale !== undefined) {
      const count = group + digit;
      total += BigInt(count === 0 ? 1 : count) * scale;
      [group, digit] = [0, 0];
    } else if (place !== undefined) {
      group += (digit === 0 ? 1 : digit) * place;
      digit = 0;
    } else digit = VALUES[syllable] ?? 0;
  }
  return total + BigInt(group + digit);
}

/** The value of a match of `NATIVE`. */
export function nativeValue(spoken: string): number {
  let rest = spoken.replaceAll(" ", "");
  let value = 0;
  const hundred = rest.indexOf("백");
  if (hundred >= 0) {
    value = Number(sinoValue(rest.slice(0, hundred + 1)));
    rest = rest.slice(hundred + 1);
  }
  for (const [word, tens] of Object.entries(TENS)) {
    if (!rest.startsWith(word)) continue;
    value += tens;
    rest = rest.slice(word.length);
    break;
  }
  return value + (ONES[rest] ?? 0);
}
