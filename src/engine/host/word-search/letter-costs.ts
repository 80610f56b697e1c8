/** How unlike the letters of a name and those that a model writes for it are, in natural logarithms. */

/** Consonants that one sound, or sounds that are easily taken for each other, are written with. */
const ALIKE = ["ckqgx", "szcx", "td", "pb", "fvw", "mn", "lr", "jgy", "iy", "uw"];
const VOWELS = "aeiouy";
/** Chosen, as the cost of a term was, by the names of `bench:accuracy --dictionary` and by 400 sentences without them. */
const VOWEL_FOR_VOWEL = 2.1;
const CONSONANT_ALIKE = 3;
const UNLIKE = 12;
const STRAY_VOWEL = 3;
const STRAY_CONSONANT = 7.5;
/** The second of a double letter, and an h. */
const STRAY_SILENT = 1.5;

/** Of the letters that most models write: looked up several times as fast as worked out, millions of times a minute. */
const CODES = 128;
const KNOWN_COSTS = Float64Array.from({ length: CODES * CODES }, (_, at) =>
  costOf(String.fromCharCode(Math.floor(at / CODES)), String.fromCharCode(at % CODES)),
);

export function letterCost(heard: string, letter: string): number {
  const [a, b] = [heard.charCodeAt(0), letter.charCodeAt(0)];
  return a < CODES && b < CODES ? (KNOWN_COSTS[a * CODES + b] as number) : costOf(heard, letter);
}

function costOf(heard: string, letter: string): number {
  if (heard === letter) return 0;
  if (VOWELS.includes(heard) && VOWELS.includes(letter)) return VOWEL_FOR_VOWEL;
  return ALIKE.some((alike) => alike.includes(heard) && alike.includes(letter)) ? CONSONANT_ALIKE : UNLIKE;
}

/** Of a letter that has no counterpart. */
export function strayCost(letter: string, before?: string): number {
  if (letter === before || letter === "h") return STRAY_SILENT;
  return VOWELS.includes(letter) ? STRAY_VOWEL : STRAY_CONSONANT;
}

/** The least that it costs to take one row of letters for another. */
export function misheardCost(heard: string, meant: string): number {
  let costs = [0];
  for (const [at, letter] of [...heard].entries())
    costs.push((costs.at(-1) as number) + strayCost(letter, heard[at - 1]));
  for (const [at, letter] of [...meant].entries()) costs = nextCosts(costs, heard, letter, meant[at - 1]);
  return costs.at(-1) as number;
}

/**
 * One more letter of what was meant against all that was heard.
 * @param costs of what was meant so far: against nothing of what was heard, against its first letter, and so on.
 */
export function nextCosts(
  costs: readonly number[],
  heard: string,
  letter: string,
  before: string | undefined,
): number[] {
  const skipped = strayCost(letter, before);
  const next = [(costs[0] as number) + skipped];
  for (let at = 0; at < heard.length; at++) {
    const told = heard[at] as string;
    const same = (costs[at] as number) + letterCost(told, letter);
    const without = (costs[at + 1] as number) + skipped;
    next.push(Math.min(same, without, (next[at] as number) + strayCost(told, heard[at - 1])));
  }
  return next;
}
