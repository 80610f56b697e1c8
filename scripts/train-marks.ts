/**
 * `bun scripts/train-marks.ts PROSE.jsonl.gz SENTENCES.jsonl.gz`: learns from prose (`{"work","text"}`, a paragraph a line)
 * and from single sentences (`{"say"}`) whether a mark or a noun stands between words, and writes the weights to
 * `src/text/languages/en/mark-weights.txt`; 20 seconds. Where prose has a mark, a speaker says one; where it has a noun, `period` or
 * `comma` could be that noun. Every tenth work is kept out, to measure on. The weights here come from 72 English works of 1850 to
 * 1925 in the public domain (3.9 million words, Project Gutenberg's texts as LitBank has them) and 30,000 sentences of our own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sumAt } from "../src/text/formatting/hashed-weights.ts";
import {
  BUCKETS,
  featuresOf,
  type MarkClass,
  type MarkContext,
} from "../src/text/formatting/mark-evidence.ts";
import { learnWeights, seededRandom } from "./hashed-learner.ts";

const CLASSES: readonly MarkClass[] = ["stop", "pause"];
const ROUNDS = 4;
const RATE = 0.15;
const DECAY = 1e-6;
/** A noun that is rarer is not told from other words. */
const LEAST_COUNT = 40;
const SHARE_OF_NOUNS = 0.6;
const SENTENCES_TOGETHER = 4;
/** How often a clause's marks are dictated, so that words beyond one are another clause's. */
const SHARE_DICTATED = 0.7;
const SHARE_AT_END = { stop: 0.4, pause: 0.08, noun: 0.024 };
const WEIGHTS = join(import.meta.dir, "../src/text/languages/en/mark-weights.txt");

interface Piece {
  word: string;
  /** The mark behind it. */
  mark: MarkClass | null;
}

interface Example {
  context: MarkContext;
  isMark: boolean;
}

const random = seededRandom(7);

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [, word = "", marks = ""] of text
    .replace(/--/g, " , ")
    .replaceAll("’", "'")
    .matchAll(/([\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*)([^\p{L}\p{N}]*)/gu)) {
    const mark =
      /[.!?]/.test(marks) && !/^(?:mr|mrs|dr|st)$/i.test(word)
        ? "stop"
        : /[,;:]/.test(marks)
          ? "pause"
          : null;
    pieces.push({ word: word.toLowerCase(), mark });
  }
  return pieces;
}

/** Words that follow articles and go before prepositions, verbs and marks. */
function nounsOf(texts: readonly Piece[][]): Set<string> {
  const count = new Map<string, [all: number, determined: number, followed: number]>();
  const before = new Set("the a an this his her my our their its your".split(" "));
  const behind = new Set(
    "of in to and was is had at with for that which on from by would has were or as".split(" "),
  );
  for (const pieces of texts)
    for (const [at, { word, mark }] of pieces.entries()) {
      const known = count.get(word) ?? [0, 0, 0];
      known[0] += 1;
      if (before.has(pieces[at - 1]?.word ?? "")) known[1] += 1;
      if (mark || behind.has(pieces[at + 1]?.word ?? "")) known[2] += 1;
      count.set(word, known);
    }
  const nouns = [...count].filter(
    ([word, [all, determined, followed]]) =>
      all >= LEAST_COUNT && word.length > 2 && determined > 0.25 * all && followed > 0.65 * all,
  );
  return new Set(nouns.map(([word]) => word));
}

function examplesOf(pieces: readonly Piece[], kind: MarkClass, nouns: ReadonlySet<string>): Example[] {
  const examples: Example[] = [];
  for (const [at, { word, mark }] of pieces.entries()) {
    const isMark = mark === kind;
    const isNoun = nouns.has(word) && pieces[at - 1]?.mark === null;
    if (isMark && at < pieces.length - 1)
      examples.push({ isMark: true, context: contextAt(pieces, at + 1, at + 1, SHARE_AT_END[kind]) });
    if (isNoun && random() < SHARE_OF_NOUNS)
      examples.push({
        isMark: false,
        context: contextAt(pieces, at, at + 1, mark ? 1 : SHARE_AT_END.noun),
      });
  }
  return examples;
}

/** The words before `from` and from `to` on. */
function contextAt(pieces: readonly Piece[], from: number, to: number, shareAtEnd: number): MarkContext {
  const ends = (mark: MarkClass | null | undefined) => mark === "stop" || (mark === "pause" && dictated);
  const dictated = random() < SHARE_DICTATED;
  const before: string[] = [];
  for (let at = from - 1; at >= 0 && before.length < 12; at -= 1) {
    if (at < from - 1 && ends(pieces[at]?.mark)) break;
    before.push(pieces[at]?.word ?? "");
  }
  const after: string[] = [];
  if (random() >= shareAtEnd)
    for (let at = to; at < pieces.length && after.length < 3; at += 1) {
      after.push(pieces[at]?.word ?? "");
      if (ends(pieces[at]?.mark)) break;
    }
  return { before, after };
}

/** Single sentences, one behind the other: dictations begin with orders and questions more often than novels. */
function shuffled(file: string): Piece[][] {
  const sentences = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split("\n")
    .map((line): string => JSON.parse(line).say)
    .filter((text) => /^\p{Lu}.*[.!?]$/u.test(text) && text.includes(" "))
    .map((text) => ({ text, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ text }) => text);
  return Array.from({ length: Math.ceil(sentences.length / SENTENCES_TOGETHER) }, (_, index) =>
    piecesOf(sentences.slice(index * SENTENCES_TOGETHER, (index + 1) * SENTENCES_TOGETHER).join(" ")),
  );
}

function main(): void {
  const [file, sentencesFile] = process.argv.slice(2);
  if (!file || !sentencesFile)
    throw new Error("name the prose: bun scripts/train-marks.ts PROSE.jsonl.gz SENTENCES.jsonl.gz");
  const paragraphs = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split("\n")
    .map((line): { work: string; text: string } => JSON.parse(line));
  const works = [...new Set(paragraphs.map(({ work }) => work))];
  const heldOut = new Set(works.filter((_, index) => index % 10 === 9));
  const pieces = (held: boolean) =>
    paragraphs.filter(({ work }) => heldOut.has(work) === held).map(({ text }) => piecesOf(text));
  const [known, unknown] = [[...pieces(false), ...shuffled(sentencesFile)], pieces(true)];
  const nouns = nounsOf(known);
  const lines = CLASSES.map((kind) => {
    const prepare = (texts: readonly Piece[][]) =>
      texts
        .flatMap((text) => examplesOf(text, kind, nouns))
        .map(({ context, isMark }) => ({ features: featuresOf(context), isTrue: isMark }));
    const examples = prepare(known);
    const bytes = learnWeights(examples, {
      buckets: BUCKETS,
      rounds: ROUNDS,
      rate: RATE,
      decay: DECAY,
      random,
    });
    const held = prepare(unknown);
    const right = held.filter(({ features, isTrue }) => sumAt(bytes, features) > 0 === isTrue);
    console.log(
      `${kind}: ${examples.length} examples, ${((100 * right.length) / held.length).toFixed(1)} % of ${held.length} held-out ones right`,
    );
    return `${kind} ${Buffer.from(bytes.buffer).toString("base64")}`;
  });
  writeFileSync(WEIGHTS, `${lines.join("\n")}\n`);
}

main();
