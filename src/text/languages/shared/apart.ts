/** Phrases of languages without spaces, in which every character is a word: apart by spaces, as the rules compare them. */

export function apart(phrases: string): string[] {
  return phrases
    .trim()
    .split(/\s+/u)
    .map((phrase) => phrase.match(/.\p{M}*/gu)?.join(" ") ?? phrase);
}
