/**
 * Whether a word such as `period` is a mark here or the noun, by the words around it: a sum of weights over what they are and how
 * they go together, learned from where prose has marks and where it has nouns (`scripts/train-marks.ts`).
 */
import { bucketOf, sumAt } from "./hashed-weights.ts";

/** The words on either side, nearest first, as far as the clause goes. */
export interface MarkContext {
  before: readonly string[];
  after: readonly string[];
}

/** What a mark does: it ends a sentence, or goes on with it. */
export type MarkClass = "stop" | "pause";

export const BUCKETS = 1 << 14;

const WORDS_BEFORE = 12;
const DETERMINER_WORDS = 4;
const DETERMINERS = new Set(
  "a an the this that these those my your his her its our their no any every each some another one what which".split(
    " ",
  ),
);
const VERBS = new Set(
  "is are was were be been am has have had do does did can could will would shall should may might must".split(
    " ",
  ),
);
const KNOWN_WHOLE_CHARS = 4;

const ARTICLES = new Set("a an the this my your our their its every another".split(" "));

/** What leads to a noun and seldom ends a clause. */
export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

export function isDeterminer(word: string): boolean {
  return DETERMINERS.has(word);
}

export function isAuxiliary(word: string): boolean {
  return VERBS.has(word);
}

const PAST = new Set(
  (
    "began came went saw took made gave got ran fell rose became left held kept met said told brought grew knew " +
    "thought found felt lost paid sent spent stood sat spoke wrote broke drew flew led meant put set let cost cut hit " +
    "hurt won shut split spread beat bit blew bought built burst caught chose dealt drank drove ate fought forgot froze hid hung " +
    "laid lay lent lit rode rang sang sank sold shook shot slept slid stole struck swam swung taught tore threw woke wore withdrew " +
    "said heard read did understood overcame undertook swept wept crept dug fled flung clung bent bound bred fed shrank sprang " +
    "swore wound stuck leapt dreamt slew sought strove stung sped spun forbade forgave upheld withheld withstood"
  ).split(" "),
);

/** They end as verbs do. */
const OTHERS = new Set(
  "as his its this thus us yes perhaps besides towards afterwards whereas always sometimes unless indeed".split(
    " ",
  ),
);

/** By its form alone: `was`, `ended`, `began`, `starts`; not `it's` or `nervous`. */
export function isVerbForm(word: string): boolean {
  return (
    VERBS.has(word) ||
    PAST.has(word) ||
    (/(?:ed|[^su]s)$/.test(word) && !/'s$/.test(word) && !OTHERS.has(word))
  );
}

/** Short words are the frequent ones; of the others the ending tells most. */
function kindOf(word: string): string {
  return word.length <= KNOWN_WHOLE_CHARS ? word : `-${word.slice(-2)}`;
}

/** The places of the weights that count here. */
export function featuresOf({ before, after }: MarkContext): number[] {
  const near = before.slice(0, WORDS_BEFORE);
  const [b1 = "<", b2 = "<", b3 = "<"] = near;
  const [a1 = ">", a2 = ">"] = after;
  const [k1, k2, k3, n1, n2] = [b1, b2, b3, a1, a2].map(kindOf);
  const determiner = near.slice(0, DETERMINER_WORDS).findIndex((word) => DETERMINERS.has(word));
  const hasVerb = near.slice(1).some((word) => VERBS.has(word) || word.endsWith("ed"));
  const length = Math.min(near.length, 5);
  return [
    "bias",
    `b ${b1}`,
    `bs ${b1.slice(-3)}`,
    `bb ${k2} ${b1}`,
    `bbb ${k3} ${k2} ${k1}`,
    `a ${a1}`,
    `as ${a1.slice(-3)}`,
    `aa ${a1} ${n2}`,
    `kk ${n1} ${n2}`,
    `ba ${k1} ${n1}`,
    `bba ${k2} ${k1} ${n1}`,
    `d ${determiner} ${n1}`,
    `dk ${determiner} ${k1}`,
    `dv ${determiner} ${hasVerb} ${length} ${a1 === ">"}`,
    `v ${hasVerb} ${n1}`,
    `l ${length} ${n1}`,
  ].map((feature) => bucketOf(feature, BUCKETS));
}

/** Above 0 for a mark, below for a noun: the logarithm of the odds. */
export function evidenceOf(weights: Int8Array, context: MarkContext): number {
  return sumAt(weights, featuresOf(context));
}
