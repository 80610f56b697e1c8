/** Which of the words that a recognizer wrote were said. */

export interface JudgedWord {
  confidence: number;
  isRight: boolean;
}

/**
 * @param said the truth. @param heard the recognizer's words, each with its confidence.
 * @returns those that can be judged: no figures, and no marks that stand alone.
 */
export function judgedWords(
  said: string,
  heard: readonly string[],
  confidences: readonly number[],
): JudgedWord[] {
  const words = heard
    .map((word, index) => ({ word: compared(word), confidence: confidences[index] as number }))
    .filter(({ word }) => word !== "");
  const right = matched(
    said.split(/\s+/).map(compared),
    words.map(({ word }) => word),
  );
  return words.flatMap(({ word, confidence }, index) =>
    /\p{N}/u.test(word) ? [] : [{ confidence, isRight: right.has(index) }],
  );
}

function compared(word: string): string {
  return word
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}

/** Places in the second list of the words that both have, by the fewest changes between them. */
function matched(said: readonly string[], heard: readonly string[]): Set<number> {
  const width = heard.length + 1;
  const costs = new Uint32Array((said.length + 1) * width);
  const at = (row: number, column: number) => costs[row * width + column] as number;
  for (let row = said.length; row >= 0; row--)
    for (let column = heard.length; column >= 0; column--) {
      const rest = [said.length - row, heard.length - column];
      if (rest.includes(0)) costs[row * width + column] = Math.max(...rest);
      else
        costs[row * width + column] = Math.min(
          at(row + 1, column + 1) + (said[row] === heard[column] ? 0 : 1),
          at(row + 1, column) + 1,
          at(row, column + 1) + 1,
        );
    }
  const found = new Set<number>();
  let [row, column] = [0, 0];
  while (row < said.length && column < heard.length) {
    const isSame = said[row] === heard[column];
    if (at(row, column) === at(row + 1, column + 1) + (isSame ? 0 : 1)) {
      if (isSame) found.add(column);
      row++;
      column++;
    } else if (at(row, column) === at(row + 1, column) + 1) row++;
    else column++;
  }
  return found;
}
