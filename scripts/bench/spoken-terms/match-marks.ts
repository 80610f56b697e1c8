/** Which marks of a text stand where they belong in another, whose words may be misheard. */

/** Words in lower case, marks, and line breaks as `\n` or `\n\n`. */
const PARTS = /\n+|[.,?!:;–—()"“”/]|[\p{L}\p{N}'’]+/gu;
const DIFFERENT_WORDS = 1.2;
const WORD_FOR_MARK = 3;

export interface MatchedMarks {
  right: number;
  all: number;
  /** Those that nobody said. */
  extra: number;
}

/** By the cheapest alignment of both texts. */
export function matchMarks(expected: string, written: string): MatchedMarks {
  const [wanted, got] = [partsOf(expected), partsOf(written)];
  const costs = alignmentCosts(wanted, got);
  const matched = { right: 0, all: wanted.filter(isMark).length, extra: 0 };
  let [i, j] = [wanted.length, got.length];
  while (i > 0 || j > 0) {
    const [one, other] = [wanted[i - 1] ?? "", got[j - 1] ?? ""];
    const here = costs[i]?.[j] as number;
    if (i > 0 && j > 0 && here === (costs[i - 1]?.[j - 1] as number) + unlike(one, other)) {
      if (isMark(one) && one === other) matched.right += 1;
      if (!isMark(one) && isMark(other)) matched.extra += 1;
      [i, j] = [i - 1, j - 1];
    } else if (i > 0 && here === (costs[i - 1]?.[j] as number) + 1) i -= 1;
    else {
      if (isMark(other)) matched.extra += 1;
      j -= 1;
    }
  }
  return matched;
}

function partsOf(text: string): string[] {
  return (text.match(PARTS) ?? []).map((part) => part.toLowerCase().replace("—", "–"));
}

function isMark(part: string): boolean {
  return part !== "" && !/[\p{L}\p{N}]/u.test(part);
}

function unlike(one: string, other: string): number {
  if (one === other) return 0;
  return isMark(one) === isMark(other) ? DIFFERENT_WORDS : WORD_FOR_MARK;
}

function alignmentCosts(wanted: readonly string[], got: readonly string[]): number[][] {
  const costs = [[...got, ""].map((_, j) => j)];
  for (const [i, one] of wanted.entries()) {
    const above = costs[i] as number[];
    const row = [i + 1];
    for (const [j, other] of got.entries())
      row.push(
        Math.min(
          (above[j] as number) + unlike(one, other),
          (above[j + 1] as number) + 1,
          (row[j] as number) + 1,
        ),
      );
    costs.push(row);
  }
  return costs;
}
