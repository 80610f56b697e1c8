/** Without marks over letters, in lower case: what comparisons are made on. */
export function fold(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
