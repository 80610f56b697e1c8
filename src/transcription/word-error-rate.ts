/**
 * Words that must be put in, left out or changed to make `text` of `expected`, divided by the words of
 * `expected` (Levenshtein distance over words). Case, accents' encoding and punctuation do not count. 1 if
 * something was expected and nothing came; may exceed 1.
 */
export function wordErrorRate(expected: string, text: string): number {
  const reference = wordsOf(expected);
  const found = wordsOf(text);
  if (reference.length === 0) return found.length === 0 ? 0 : 1;
  let row = Array.from({ length: found.length + 1 }, (_, column) => column);
  for (const [line, word] of reference.entries()) {
    const next = [line + 1];
    for (const [column, other] of found.entries()) {
      const changed = (row[column] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) / reference.length;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []
  );
}
