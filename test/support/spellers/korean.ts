/** Says numbers and hours in Korean. */

export const DIGITS = [..."영일이삼사오육칠팔구"];
export const HOURS = ["열두", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한"];

/** Says a number in Sino-Korean, with a space between groups of four digits where `gap` has one. */
export function sayKorean(value: number, gap = ""): string {
  if (value === 0) return "영";
  const groups = ["", "만", "억", "조"].map((scale, power) => {
    const group = Math.floor(value / 10_000 ** power) % 10_000;
    return group === 0 ? "" : (group === 1 && scale === "만" ? "" : sayGroup(group)) + scale;
  });
  return groups.reverse().filter(Boolean).join(gap);
}

function sayGroup(group: number): string {
  return ["천", "백", "십", ""]
    .map((place, i) => {
      const digit = Math.floor(group / 10 ** (3 - i)) % 10;
      return digit === 0 ? "" : (digit === 1 && place ? "" : DIGITS[digit]) + place;
    })
    .join("");
}
