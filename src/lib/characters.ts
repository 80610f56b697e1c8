/** The length of a text as people and JSON Schema count it: in Unicode's code points. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
