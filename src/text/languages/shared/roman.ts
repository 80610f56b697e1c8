const SIGNS: readonly [string, number][] = [
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];

/** Of centuries, rulers and departments: 1 to 39. */
export function roman(value: number): string {
  let text = "";
  for (const [sign, worth] of SIGNS) {
    while (value >= worth) {
      text += sign;
      value -= worth;
    }
  }
  return text;
}
