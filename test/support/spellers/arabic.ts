/** Says whole numbers in Arabic. */

const UNITS = "صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة".split(" ");
const TENS = "عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون".split(" ");
const HUNDREDS = "مئة مئتان ثلاثمئة أربعمئة خمسمئة ستمئة سبعمئة ثمانمئة تسعمئة".split(" ");

function sayGroup(value: number): string {
  const parts: string[] = [];
  if (value >= 100) parts.push(HUNDREDS[Math.floor(value / 100) - 1] ?? "");
  const rest = value % 100;
  if (rest > 10 && rest < 20)
    parts.push(`${rest === 11 ? "أحد" : rest === 12 ? "اثنا" : UNITS[rest - 10]} عشر`);
  else if (rest > 0 && rest <= 10) parts.push(UNITS[rest] ?? "");
  else if (rest >= 20) {
    if (rest % 10) parts.push(UNITS[rest % 10] ?? "");
    parts.push(TENS[Math.floor(rest / 10) - 2] ?? "");
  }
  return parts.join(" و");
}

export function sayArabic(value: number): string {
  if (value === 0) return "صفر";
  const scales = [
    [1_000_000, "مليون", "مليونان", "ملايين"],
    [1000, "ألف", "ألفان", "آلاف"],
  ] as const;
  const parts: string[] = [];
  let rest = value;
  for (const [size, one, two, few] of scales) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count === 1) parts.push(one);
    else if (count === 2) parts.push(two);
    else if (count > 0) parts.push(`${sayGroup(count)} ${count <= 10 ? few : one}`);
  }
  if (rest > 0) parts.push(sayGroup(rest));
  return parts.join(" و");
}
