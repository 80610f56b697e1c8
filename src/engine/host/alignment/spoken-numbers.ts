/** English numbers in words, as they are read aloud. */
const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES = ["", " thousand", " million", " billion", " trillion"];
const ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** Up to 99. */
function pair(value: number): string {
  if (value < 20) return SMALL[value] as string;
  const ten = TENS[Math.floor(value / 10) - 2] as string;
  return value % 10 === 0 ? ten : `${ten} ${SMALL[value % 10]}`;
}

/** Up to 999. @param and what is said between hundreds and the rest. */
function hundreds(value: number, and: string): string {
  if (value < 100) return pair(value);
  const hundred = `${SMALL[Math.floor(value / 100)]} hundred`;
  return value % 100 === 0 ? hundred : `${hundred}${and} ${pair(value % 100)}`;
}

function cardinal(digits: string, and: string): string {
  const groups = digits
    .replace(/\B(?=(\d{3})+$)/g, ",")
    .split(",")
    .map(Number);
  const said = groups.flatMap((value, i) => {
    if (value === 0) return [];
    const isRest = i > 0 && i === groups.length - 1 && value < 100;
    return [`${isRest ? `${and} `.trimStart() : ""}${hundreds(value, and)}${SCALES[groups.length - 1 - i]}`];
  });
  return said.length === 0 ? "zero" : said.join(" ");
}

function byDigits(digits: string, zero: string): string {
  return [...digits].map((digit) => (digit === "0" ? zero : SMALL[Number(digit)])).join(" ");
}

/** 1961 → nineteen sixty one; 1905 → nineteen oh five; 450 → four fifty. */
function byPairs(digits: string): string[] {
  if (digits.length < 3 || digits.length > 4) return [];
  const [front, back] = [Number(digits.slice(0, -2)), digits.slice(-2)];
  if (front === 0) return [];
  if (back === "00") return [`${pair(front)} hundred`];
  return [`${pair(front)} ${back.startsWith("0") ? `oh ${pair(Number(back))}` : pair(Number(back))}`];
}

const MOST_DIGITS = 3 * SCALES.length;

/** Every way in which people read a whole number out; digit by digit where it is long. */
export function cardinalWays(digits: string): string[] {
  const spelt = [byDigits(digits, "zero"), byDigits(digits, "oh")];
  if (digits.length > MOST_DIGITS) return spelt;
  const whole = digits.startsWith("0")
    ? []
    : [cardinal(digits, ""), cardinal(digits, " and"), ...byPairs(digits)];
  const hundred =
    digits === "100" || digits === "1000" ? [`a ${cardinal(digits, "").replace("one ", "")}`] : [];
  return unique([...whole, ...hundred, ...(digits === "0" || digits.length > 1 ? spelt : [])]);
}

/** 21 → twenty first. */
export function ordinalWays(digits: string): string[] {
  if (digits.length > MOST_DIGITS) return [];
  return unique([cardinal(digits, ""), cardinal(digits, " and")].map(ordinal));
}

function ordinal(words: string): string {
  const at = words.lastIndexOf(" ") + 1;
  const last = words.slice(at);
  const ordered = ORDINALS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, at) + ordered;
}

/** 3.75 → three point seven five. */
export function decimalWays(whole: string, fraction: string): string[] {
  const said = [byDigits(fraction, "zero"), byDigits(fraction, "oh")];
  const wholes =
    whole === ""
      ? [""]
      : cardinalWays(whole)
          .slice(0, 2)
          .map((way) => `${way} `);
  return unique(wholes.flatMap((front) => said.map((back) => `${front}point ${back}`)));
}

export function unique(ways: readonly string[]): string[] {
  return [...new Set(ways)];
}
