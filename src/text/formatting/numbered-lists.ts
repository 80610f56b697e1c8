/** Lists that are said with their numbers: `number one water the plants number two feed the cat number three lock up`. */
import type { LanguageRules } from "../words/language-rules.ts";
import { spokenForm, type Token } from "../words/tokens.ts";
import type { Reasons } from "./reasons.ts";

/** Two things may be numbered in a sentence: `number one seed meets number two seed`. */
const LEAST_UNMARKED = 3;
const LEAST_MARKED = 2;
const LEAST_WORDS = 2;

/** Each item on a line of its own, if they begin with the first number and no mark stands within them. */
export function writeNumberedLists(
  tokens: readonly Token[],
  { listNumbers }: LanguageRules,
  reasons: Reasons,
): Token[] {
  const starts = listNumbers ? itemStarts(tokens, listNumbers) : [];
  const isMarked = starts.every((at) => /^[:,.]$/.test(tokens[at + 1]?.after ?? ""));
  if (starts.length < (isMarked ? LEAST_MARKED : LEAST_UNMARKED)) return [...tokens];
  return tokens.flatMap((token, at) => {
    const item = starts.indexOf(at - 2) + 1;
    if (item > 0) {
      const number = `${item}. `;
      reasons.add("mark", tokens.slice(at - 2, at), number);
      return { ...token, gap: at === 2 ? "" : "\n", before: number + token.before, startsSentence: true };
    }
    return starts.includes(at) || starts.includes(at - 1) ? [] : withoutComma(token, starts.includes(at + 1));
  });
}

function withoutComma(token: Token, endsItem: boolean): Token {
  return endsItem ? { ...token, after: token.after.replace(/^[,;]$/, "") } : token;
}

/** Where the label of each number stands; none unless they count from one, from the text's start or a colon on. */
function itemStarts(tokens: readonly Token[], [label, ...numbers]: readonly string[]): number[] {
  const labels = [...tokens.keys()].filter((at) => spokenForm(tokens[at]) === label);
  const [first = -1] = labels;
  const counts = labels.every((at, index) => spokenForm(tokens[at + 1]) === numbers[index]);
  const isLong = labels.every((at, index) => {
    const item = tokens.slice(at + 2, labels[index + 1] ?? tokens.length);
    return item.length >= LEAST_WORDS && item.slice(0, -1).every(({ after }) => !/[.!?\n]/.test(after));
  });
  const opens = first === 0 || tokens[first - 1]?.after === ":";
  return counts && isLong && opens ? labels : [];
}
