/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each costing 1.
 * @param most beyond it, some larger number is returned, after less work.
 */
export function editDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = [];
  let leastBefore = 0;
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    // A swap reaches back two rows.
    if (least > most && leastBefore > most) return least;
    [beforeLast, last, leastBefore] = [last, row, least];
  }
  return last[other.length] ?? 0;
}
