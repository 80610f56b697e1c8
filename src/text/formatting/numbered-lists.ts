/** Lists that are said with their numbers: `number one water the plants number two feed the cat number three lock up`. */
import type { LanguageRules } from "../words/language-rules.ts";
import { fold } from "../words/letter-case.ts";
import { spokenForm, type Token } from "../words/tokens.ts";
import type { Reasons } from "./reasons.ts";

/** Two things may be numbered in a sentence: `number one seed meets number two seed`. */
const LEAST_UNMARKED = 3;
const LEAST_MARKED = 2;
const LEAST_WORDS = 2;

/** Where the labels of a list stand, and how many words each has. */
interface Labels {
  starts: readonly number[];
  words: number;
}

/** Each item on a line of its own, if they begin with the first number and no mark stands within them. */
export function writeNumberedLists(
  tokens: readonly Token[],
  rules: LanguageRules,
  reasons: Reasons,
): Token[] {
  const [label, ...numbers] = rules.listNumbers ?? [];
  const labels = rules.listLabels ?? numbers.map((number) => [label ?? "", number]);
  const { starts, words } = labelsOf(tokens, labels, rules);
  const ends = new Set(starts.map((at) => at + words));
  const isMarked = starts.every((at) => /^[:,.、：，]$/.test(tokens[at + words - 1]?.after ?? ""));
  const least = isMarked ? LEAST_MARKED : LEAST_UNMARKED;
  if (
    starts.length < least ||
    !areLong(tokens, { starts, words }, isMarked && starts.length >= LEAST_UNMARKED)
  )
    return separateSteps(tokens, rules);
  return tokens.flatMap((token, at) => {
    if (ends.has(at)) {
      const number = `${starts.indexOf(at - words) + 1}. `;
      reasons.add("mark", tokens.slice(at - words, at), number);
      const gap = at === words ? "" : "\n";
      return { ...token, gap, before: number + token.before, startsSentence: true };
    }
    const isLabel = starts.some((start) => start <= at && at < start + words);
    return isLabel ? [] : withoutComma(token, starts.includes(at + 1));
  });
}

function withoutComma(token: Token, endsItem: boolean): Token {
  return endsItem ? { ...token, after: token.after.replace(/^[,;、，]$/, "") } : token;
}

/** None unless they count from one, from the text's start or a colon on. */
function labelsOf(
  tokens: readonly Token[],
  labels: readonly (readonly string[])[],
  rules: LanguageRules,
): Labels {
  const words = labels[0]?.length ?? 0;
  const starts: number[] = [];
  for (let at = 0; at + words < tokens.length && starts.length < labels.length; at += 1)
    if (saysAt(tokens, at, labels[starts.length] ?? [])) starts.push(at);
  const [first = -1] = starts;
  const again = [...tokens.keys()].filter((at) => labels.some((label) => saysAt(tokens, at, label)));
  const opens = first === 0 || followsColon(tokens[first - 1], rules);
  return { starts: opens && again.length === starts.length ? starts : [], words };
}

/** The article and the number one differ by an accent that recognizers leave out: `nummer een`. */
function saysAt(tokens: readonly Token[], at: number, label: readonly string[]): boolean {
  return label.every((word, index) => fold(spokenForm(tokens[at + index])) === fold(word));
}

/** Written or said. */
function followsColon(token: Token | undefined, { marks }: LanguageRules): boolean {
  const isColon = /^[:：]$/.test(token?.after ?? "");
  return (
    isColon || marks.some(({ spoken, written }) => written.trim() === ":" && spoken === spokenForm(token))
  );
}

/** One word may be an item where marks set all of them apart. */
function areLong(tokens: readonly Token[], { starts, words }: Labels, areShort: boolean): boolean {
  return starts.every((at, index) => {
    const item = tokens.slice(at + words, starts[index + 1] ?? tokens.length);
    const isLong = item.length >= (areShort ? 1 : LEAST_WORDS);
    return isLong && item.slice(0, -1).every(({ after }) => !/[.!?\n。]/.test(after));
  });
}

/** `Primo controllare i freni secondo cambiare l'olio terzo …`: each step stands between commas. */
function separateSteps(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { listSteps = [], comma = "," } = rules;
  const { starts, words } = labelsOf(tokens, listSteps, rules);
  const isBare = tokens.every(({ after, gap }) => after === "" && !gap.includes("\n"));
  if (!isBare || starts.length < LEAST_UNMARKED || !areLong(tokens, { starts, words }, false))
    return [...tokens];
  const ends = new Set([...starts.slice(1).map((at) => at - 1), ...starts.map((at) => at + words - 1)]);
  return tokens.map((token, at) => (ends.has(at) ? { ...token, after: comma } : token));
}
