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

export function letterCost(heard: string, letter: string): number {
  if (heard === letter) return 0;
  if (VOWELS.includes(heard) && VOWELS.includes(letter)) return VOWEL_FOR_VOWEL;
  return ALIKE.some((alike) => alike.includes(heard) && alike.includes(letter)) ? CONSONANT_ALIKE : UNLIKE;
}

/** Of a letter that has no counterpart. */
export function strayCost(letter: string, before?: string): number {
  if (letter === before || letter === "h") return STRAY_SILENT;
  return VOWELS.includes(letter) ? STRAY_VOWEL : STRAY_CONSONANT;
}
