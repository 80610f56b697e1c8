/** How many words a recognizer heard wrong. Figures and signs count as the words that they stand for: `$450` is no error. */
import { spokenWays } from "../../../src/engine/host/alignment/spoken-ways.ts";
import { wordErrorRate } from "../../../src/transcription/word-error-rate.ts";

export interface Errors {
  wrong: number;
  words: number;
}

export function sumOf(each: readonly Errors[]): Errors {
  return {
    wrong: each.reduce((sum, { wrong }) => sum + wrong, 0),
    words: each.reduce((sum, { words }) => sum + words, 0),
  };
}

export function countErrors(expected: string, heard: string): Errors {
  const words = expected.split(/[ -]/).length;
  return { wrong: Math.round(wordErrorRate(expected, asSpoken(heard, expected)) * words), words };
}

/** Of the ways in which figures may be said, for each word of them the one that is nearest to what was said. */
function asSpoken(heard: string, expected: string): string {
  const words = heard.split(" ");
  for (const [at, word] of words.entries()) {
    if (!/[\d$£€%&]/.test(word)) continue;
    const ways = [word, ...spokenWays(word)];
    const rated = ways.map((way) => wordErrorRate(expected, words.with(at, way).join(" ")));
    words[at] = ways[rated.indexOf(Math.min(...rated))] as string;
  }
  return words.join(" ");
}
