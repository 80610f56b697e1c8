/** Says numbers in English: the inverse of what is tested, made on its own. */

const SMALL = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
).split(" ");
const TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES = ["", " thousand", " million", " billion", " trillion", " quadrillion"];
const ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** @param and Whether `and` stands after hundreds. */
export function sayNumber(value: number, and = false): string {
  if (value < 20) return SMALL[value] ?? "";
  const groups: string[] = [];
  for (let rest = value, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale += 1) {
    const group = rest % 1000;
    if (group > 0) groups.unshift(`${sayGroup(group, and)}${SCALES[scale]}`);
  }
  return groups.join(" ");
}

function sayGroup(group: number, and: boolean): string {
  const hundreds = Math.floor(group / 100);
  const rest = group % 100;
  const parts = hundreds > 0 ? [`${SMALL[hundreds]} hundred`] : [];
  if (rest > 0) parts.push(sayBelowHundred(rest));
  return parts.join(and ? " and " : " ");
}

export function sayBelowHundred(value: number): string {
  if (value < 20) return SMALL[value] ?? "";
  const ones = value % 10;
  return ones === 0 ? (TENS[value / 10] ?? "") : `${TENS[Math.floor(value / 10)]} ${SMALL[ones]}`;
}

export function sayOrdinal(value: number): string {
  return sayNumber(value).replace(/\w+$/, (last) => ORDINALS[last] ?? `${last.replace(/y$/, "ie")}th`);
}

export function sayDigits(digits: string): string {
  return [...digits].map((digit) => SMALL[Number(digit)]).join(" ");
}

/** Years as they are spoken: in pairs, but the first ten of a millennium. */
export function sayYear(year: number): string {
  if (year >= 2000 && year < 2010) return sayNumber(year);
  const rest = year % 100;
  const century = sayBelowHundred(Math.floor(year / 100));
  if (rest === 0) return `${century} hundred`;
  return rest < 10 ? `${century} oh ${SMALL[rest]}` : `${century} ${sayBelowHundred(rest)}`;
}
