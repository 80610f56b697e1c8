/** The candidate that was most likely meant, or null if none is close. Letter case does not count. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  // A third of the letters may be wrong: more, and the guess misleads.
  let bestDistance = Math.floor(word.length / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Levenshtein's distance, two rows at a time; `limit` if it is that or more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] as number) + 1, (current[j - 1] as number) + 1));
    }
    previous = current;
  }
  return Math.min(previous[b.length] as number, limit);
}
