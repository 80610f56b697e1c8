/**
 * `bun scripts/train-starter/german-nouns/train.ts PROSE.jsonl.gz NOUNS.txt [--measure WORK,…]`: learns from prose which words begin with a
 * capital inside sentences, by their form and their neighbours, and writes `src/text/languages/de/noun-weights.txt`. A third
 * of the words are hidden from the list, so that those that no list has are learned, too. With `--measure` the works named are
 * kept out and measured on, and nothing is written; give a list that was made without them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { NOUN_BUCKETS, nounFeatures } from "../../../src/text/languages/de/noun-evidence.ts";
import { endsAsNoun, type NounKind, nounList } from "../../../src/text/languages/de/noun-list.ts";
import { sumAt } from "../../../src/text/words/hashed-weights.ts";
import type { WordContext } from "../../../src/text/words/language-rules.ts";
import { learnWeights, seededRandom } from "../../hashed-learner.ts";

const ROUNDS = 6;
const RATE = 0.1;
const DECAY = 3e-6;
const SHARE_HIDDEN = 0.35;
const NEIGHBOURS = 2;
/** Mail and talk, of which novels have little: each counts as several of theirs. */
const OWN_SENTENCES = join(import.meta.dir, "sentences.txt");
const OWN_TIMES = 8;
const WEIGHTS = join(import.meta.dir, "../../../src/text/languages/de/noun-weights.txt");
/** Capitals of politeness, and names of none. */
const PRONOUNS = new Set("sie ihnen ihr ihre ihrem ihren ihrer ihres euer eure du dich dir ich".split(" "));

interface Example {
  context: WordContext;
  isNoun: boolean;
}

const random = seededRandom(11);

function examplesOf(text: string): Example[] {
  const examples: Example[] = [];
  for (const sentence of text.normalize("NFC").split(/[.!?:»«"„“‚‘—–]+/u)) {
    const words = sentence.match(/[\p{L}]+(?:-[\p{L}]+)*/gu) ?? [];
    const small = words.map((word) => word.toLowerCase());
    for (const [at, word] of words.entries()) {
      const lower = small[at] as string;
      if (at === 0 || PRONOUNS.has(lower)) continue;
      const context = {
        word: lower,
        before: small.slice(Math.max(0, at - NEIGHBOURS), at).toReversed(),
        after: small.slice(at + 1, at + 1 + NEIGHBOURS),
      };
      examples.push({ context, isNoun: /^\p{Lu}/u.test(word) });
    }
  }
  return examples;
}

function ownExamples(): Example[] {
  const sentences = readFileSync(OWN_SENTENCES, "utf8").split("\n");
  const examples = sentences.filter((line) => line !== "" && !line.startsWith("#")).flatMap(examplesOf);
  return Array.from({ length: OWN_TIMES }, () => examples).flat();
}

function main(): void {
  const [prose, list, flag, works = ""] = process.argv.slice(2);
  if (!prose || !list) throw new Error("name the prose and the list of nouns");
  const kept = new Set(flag === "--measure" ? works.split(",") : []);
  const kindOf = nounList(readFileSync(list, "utf8"));
  const paragraphs = gunzipSync(readFileSync(prose))
    .toString()
    .trim()
    .split("\n")
    .map((line): { work: string; text: string } => JSON.parse(line));
  const examples = (held: boolean) =>
    paragraphs.filter(({ work }) => kept.has(work) === held).flatMap(({ text }) => examplesOf(text));
  const featuresOf = ({ word, ...neighbours }: WordContext, hidden: boolean): number[] => {
    const kind: NounKind = hidden ? (endsAsNoun(word) ? "ending" : "other") : kindOf(word);
    return nounFeatures({ word, ...neighbours }, kind, kindOf(neighbours.after[0] ?? ""), hidden);
  };
  const known = [...examples(false), ...ownExamples()].map(({ context, isNoun }) => ({
    isTrue: isNoun,
    features: featuresOf(context, random() < SHARE_HIDDEN),
  }));
  const options = { buckets: NOUN_BUCKETS, rounds: ROUNDS, rate: RATE, decay: DECAY, random };
  const bytes = learnWeights(known, options);
  if (kept.size === 0) {
    writeFileSync(WEIGHTS, `${Buffer.from(bytes.buffer).toString("base64")}\n`);
    return;
  }
  const held = examples(true).map(({ context, isNoun }) => ({
    isNoun,
    kind: kindOf(context.word),
    context,
    sum: sumAt(bytes, featuresOf(context, false)),
  }));
  const tell = (name: string, isFound: (example: (typeof held)[number]) => boolean) => {
    const found = held.filter(isFound);
    const right = found.filter(({ isNoun }) => isNoun).length;
    const nouns = held.filter(({ isNoun }) => isNoun).length;
    console.log(
      `${name}: precision ${(right / found.length).toFixed(3)}, recall ${(right / nouns).toFixed(3)} of ${nouns} nouns in ${held.length} words`,
    );
  };
  const SURE = new Set<NounKind>(["listed", "ending", "compound"]);
  tell("by the list alone", ({ kind }) => SURE.has(kind));
  for (const least of [0, 0.5, 1, 1.5, 2, 3]) {
    tell(`by evidence above ${least}`, ({ sum }) => sum > least);
    tell(`either, above ${least}`, ({ sum, kind }) => sum > least || SURE.has(kind));
  }
}

main();
