/** Lists that are said with their numbers: `number one water the plants number two feed the cat number three lock up`. */
import { oncePer } from "../../lib/once-per.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { fold } from "../words/letter-case.ts";
import { foldedForm, spokenForm, spokenForms, type Token } from "../words/tokens.ts";
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
  const { kinds, bullets } = kindsOf(rules);
  const isBullets = (labels: unknown) => bullets.some((each) => each === labels);
  const found = kinds
    .map((labels) => ({ labels, ...labelsOf(tokens, labels, rules) }))
    .find((each) => isList(tokens, each, isBullets(each.labels), rules));
  if (!found) return separateSteps(tokens, rules);
  const { starts, words, labels } = found;
  const ends = new Set(starts.map((at) => at + words));
  return tokens.flatMap((token, at) => {
    if (ends.has(at)) {
      const label = isBullets(labels) ? "- " : `${starts.indexOf(at - words) + 1}. `;
      reasons.add("mark", tokens.slice(at - words, at), label);
      const gap = at === words ? "" : "\n";
      const item = { ...token, gap, before: label + token.before, startsSentence: true };
      return withoutComma(item, starts.includes(at + 1));
    }
    const isLabel = starts.some((start) => start <= at && at < start + words);
    return isLabel ? [] : withoutComma(token, starts.includes(at + 1) && at + 1 !== starts[0]);
  });
}

/** The labels of one kind of list, in order. */
type Kind = readonly (readonly string[])[];

const kindsOf = oncePer(({ listNumbers = [], listLabels = [], listBullets = [] }: LanguageRules) => {
  const [names = "", ...numbers] = listNumbers;
  const numbered = names.split("/").map((name) => numbers.map((number) => [name, number]));
  const bullets = listBullets.map((bullet) => numbers.map(() => bullet.split("_")));
  const kinds: Kind[] = [...numbered, listLabels, ...bullets];
  return { kinds, bullets };
});

/** Two bullets are enough if both have phrases, `guion limpiar ventanas guion sacar la basura`, or stand behind a colon. */
function isList(
  tokens: readonly Token[],
  { starts, words }: Labels,
  areBullets: boolean,
  rules: LanguageRules,
): boolean {
  const isMarked = starts.every((at) => /^[:,.、：，]$/.test(tokens[at + words - 1]?.after ?? ""));
  const areMany = starts.length >= LEAST_UNMARKED;
  const arePhrases = areBullets && !starts.some((at) => OF.test(spokenForm(tokens[at + words])));
  const areShort = areMany || (areBullets && starts[0] !== 0);
  return (
    (areMany || (starts.length >= LEAST_MARKED && (arePhrases || isMarked))) &&
    areLong(tokens, { starts, words }, areShort, rules)
  );
}

/** `Guion de cine y guion de teatro`, `bullet point milk` */
const OF = /^(?:d[eioau]|del|della|do|da|von|z|od|na|przy|i|e|y|und|o|ou|lub|es|é|è|ist|to|point)$/;

function withoutComma(token: Token, endsItem: boolean): Token {
  return endsItem ? { ...token, after: token.after.replace(/^[,;、，]$/, "") } : token;
}

/** None unless they count from one, from the text's start or a colon on. */
function labelsOf(tokens: readonly Token[], labels: Kind, rules: LanguageRules): Labels {
  const words = labels[0]?.length ?? 0;
  const places = labelledPlaces(tokens, labels);
  const starts: number[] = [];
  for (const at of places) {
    const label = labels[starts.length];
    if (label && at + words < tokens.length && saysAt(tokens, at, label)) starts.push(at);
  }
  const [first = -1] = starts;
  const opens = first >= 0 && (first === 0 || followsColon(tokens, first, rules));
  return { starts: opens && places.length === starts.length ? starts : [], words };
}

/** Where any of the labels is said; the most tokens are none of their first words. */
function labelledPlaces(tokens: readonly Token[], labels: Kind): number[] {
  const places = placesOf(tokens);
  return [...firstsOf(labels)]
    .flatMap((first) => places.get(first) ?? [])
    .filter((at) => labels.some((label) => saysAt(tokens, at, label)))
    .sort((one, other) => one - other);
}

const placesOf = oncePer((tokens: readonly Token[]) =>
  Map.groupBy(tokens.keys(), (at) => foldedForm(tokens[at])),
);
const firstsOf = oncePer((labels: Kind) => new Set(labels.map(([word = ""]) => fold(word))));

/** The article and the number one differ by an accent that recognizers leave out: `nummer een`. */
function saysAt(tokens: readonly Token[], at: number, label: readonly string[]): boolean {
  return foldedOf(label).every((word, index) => foldedForm(tokens[at + index]) === word);
}

const foldedOf = oncePer((label: readonly string[]) => label.map(fold));

/** Written or said. */
function followsColon(tokens: readonly Token[], at: number, { marks }: LanguageRules): boolean {
  const said = (words: number) => spokenForms(tokens, at - words, at);
  const isColon = /^[:：]$/.test(tokens[at - 1]?.after ?? "");
  return (
    isColon ||
    marks.some(
      ({ spoken, written }) =>
        /^\s*[:：]\s*$/u.test(written) && said(spoken.split(" ").length).join(" ") === spoken,
    )
  );
}

/** One word may be an item of three and more; but `number one and number two and number three`. */
function areLong(
  tokens: readonly Token[],
  { starts, words }: Labels,
  areShort: boolean,
  { conjunctions }: LanguageRules,
): boolean {
  return starts.every((at, index) => {
    const item = tokens.slice(at + words, starts[index + 1] ?? tokens.length);
    const isLong =
      item.length >= LEAST_WORDS ||
      (areShort && item.length === 1 && !conjunctions?.includes(spokenForm(item[0])));
    return isLong && item.slice(0, -1).every(({ after }) => !/[.!?\n。]/.test(after));
  });
}

/** `Primo controllare i freni secondo cambiare l'olio terzo …`: each step stands between commas. */
function separateSteps(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { listSteps = [], comma = "," } = rules;
  const { starts, words } = labelsOf(tokens, listSteps, rules);
  const [first = 0] = starts;
  const isBare = tokens.every(({ after, gap }) => after === "" && !gap.includes("\n"));
  if (!isBare || starts.length < LEAST_UNMARKED) return [...tokens];
  const areApart = followsColon(tokens, first, rules);
  if (!areLong(tokens, { starts, words }, areApart, rules)) return [...tokens];
  const labels = areApart || rules.bareSteps ? [] : starts.map((at) => at + words - 1);
  const ends = new Set([...starts.slice(1).map((at) => at - 1), ...labels]);
  return tokens.map((token, at) => (ends.has(at) ? { ...token, after: comma, spoken: true } : token));
}
