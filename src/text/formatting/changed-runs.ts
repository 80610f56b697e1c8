/** Where two texts differ, word by word. */

/** The most words that one change may take or give; a longer one counts as the rest of the text. */
const LONGEST_CHANGE_WORDS = 40;

/** From the first up to the last word that differ, exclusive, in either text. */
export interface ChangedRun {
  said: [from: number, until: number];
  written: [from: number, until: number];
}

/** Where two texts differ, word by word: the nearest place at which they agree again ends a change. */
export function changedRuns(before: readonly string[], after: readonly string[]): ChangedRun[] {
  const runs: ChangedRun[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    if (before[one] === after[other]) {
      one += 1;
      other += 1;
      continue;
    }
    const [said, written] = nearestAgreement(before, after, one, other);
    runs.push({ said: [one, one + said], written: [other, other + written] });
    one += said;
    other += written;
  }
  return runs;
}

function nearestAgreement(
  before: readonly string[],
  after: readonly string[],
  one: number,
  other: number,
): [said: number, written: number] {
  for (let sum = 1; sum <= LONGEST_CHANGE_WORDS; sum += 1)
    for (let said = 0; said <= sum; said += 1) {
      const [left, right] = [before[one + said], after[other + sum - said]];
      if (left !== undefined && left === right) return [said, sum - said];
    }
  return [before.length - one, after.length - other];
}
