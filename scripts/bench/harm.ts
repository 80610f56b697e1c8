/** Whether a text says something else than those that are right; other ways of writing the same are no harm. */

const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** A stop within the text, or a line's end. */
const CUT = /[.?!。？！](?=\s*\p{L})|\n/gu;

export const HARMS = ["word", "number", "name", "negation", "cut"] as const;
export type Harm = (typeof HARMS)[number];

/** Words that a row requires in every right text. */
export interface Kept {
  names: readonly string[];
  negations: readonly string[];
}

const NOTHING_NAMED: Kept = { names: [], negations: [] };

function words(text: string): string[] {
  return text.toLowerCase().replace(UNSPACED, " $& ").match(LETTERS) ?? [];
}

function digits(text: string): string {
  return text.replace(/\P{Nd}/gu, "");
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Spaces, hyphens and case of a name are style. */
function hasName(text: string, name: string): boolean {
  const plain = (some: string) => some.toLowerCase().replace(/[^\p{L}\p{M}\p{Nd}]/gu, "");
  return plain(text).includes(plain(name));
}

/** "not" is not in "nothing". */
function hasWords(text: string, phrase: string): boolean {
  return ` ${words(text).join(" ")} `.includes(` ${words(phrase).join(" ")} `);
}

function areOtherDigits(text: string, right: string): boolean {
  const [own, others] = [digits(text), digits(right)];
  return own !== "" && others !== "" && own !== others && !others.includes(own);
}

/** "4, no wait, 6" has the 6 that is right: a correction that was not carried out misleads nobody. */
function hasNumbers(text: string, right: string): boolean {
  const own: string[] = text.match(/\p{Nd}+/gu) ?? [];
  return (right.match(/\p{Nd}+/gu) ?? []).every((number) => own.includes(number));
}

/**
 * A word that was said and is to be written is gone, digits are others, a name or negation is missing, or a sentence or line ends
 * where none does.
 */
function harmsBeside(said: string, text: string, right: string, kept: Kept): Harm[] {
  const harms = new Set<Harm>();
  if (!kept.names.every((name) => hasName(text, name))) harms.add("name");
  if (!kept.negations.every((negation) => hasWords(text, negation))) harms.add("negation");
  const [spoken, written] = [new Set(words(said)), new Set(words(text))];
  const named = new Set(words([...kept.names, ...kept.negations].join(" ")));
  if (words(right).some((word) => spoken.has(word) && !written.has(word) && !named.has(word)))
    harms.add("word");
  const takenBack = [...spoken].filter((word) => !words(right).includes(word));
  const standsAsSaid = takenBack.some((word) => written.has(word));
  if (areOtherDigits(text, right) && !(standsAsSaid && hasNumbers(text, right))) harms.add("number");
  if (count(text, CUT) > count(right, CUT)) harms.add("cut");
  return [...harms];
}

/** The harms beside the right text to which it comes closest; none if it says the same as one of them. */
export function harmsOf(
  said: string,
  text: string,
  right: readonly string[],
  kept: Kept = NOTHING_NAMED,
): Harm[] {
  let fewest: Harm[] | undefined;
  for (const answer of right) {
    const harms = harmsBeside(said, text, answer, kept);
    if (fewest === undefined || harms.length < fewest.length) fewest = harms;
    if (fewest.length === 0) break;
  }
  return fewest ?? [];
}

export function isHarmed(said: string, text: string, right: readonly string[]): boolean {
  return harmsOf(said, text, right).length > 0;
}
