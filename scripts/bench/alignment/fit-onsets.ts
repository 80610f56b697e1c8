/** Fits the weights of `word-onsets.ts` to words of synthetic voices that report when they begin. */
import { join } from "node:path";
import { bestPath } from "../../../src/engine/host/alignment/best-path.ts";
import { type Arc, Speller } from "../../../src/engine/host/alignment/spelling-graph.ts";
import { onsetTerms } from "../../../src/engine/host/alignment/word-onsets.ts";
import { FRAME_SECONDS, speltScores } from "../../../src/engine/host/word-search/spelt-scores.ts";
import { readPieces } from "../../../src/engine/host/word-search/word-model.ts";
import { loadStarter, RATE } from "../starter.ts";
import type { TimedRecording } from "./timed-recordings.ts";

interface Example {
  terms: Record<string, number>;
  /** From the word's begin to the frame in which its first piece was heard. */
  lagSeconds: number;
}

/** Rounds of weighing by the inverse of the error, which make of least squares the least absolute deviation. */
const ROUNDS = 12;
const LEAST_ERROR = 0.01;

export async function fitOnsets(recordings: readonly TimedRecording[]): Promise<Record<string, number>> {
  const starter = await loadStarter(false);
  const pieces = readPieces(join(import.meta.dir, "../../../models/starter-en/words.bin"));
  const speller = new Speller(pieces);
  const examples: Example[] = [];
  for (const { samples, words } of recordings) {
    const spelt = await starter.prepare(samples, RATE, { language: null, hotwords: [] })();
    const scores = speltScores(spelt, pieces.length);
    const graph = speller.graph(words.map(({ text }) => [text.toLowerCase().replace(/[^a-z']/g, "")]));
    const { steps = [] } = bestPath(graph, scores, 0, scores.frames) ?? {};
    steps.forEach((step, i) => {
      const arc = graph.arcs[step.arc] as Arc;
      const before = steps[i - 1];
      if (before && (graph.arcs[before.arc] as Arc).word === arc.word) return;
      const terms = onsetTerms({ ...arc, ...step }, before?.lastFrame ?? null, scores);
      const lagSeconds = step.firstFrame * FRAME_SECONDS - (words[arc.word]?.startSeconds ?? 0);
      examples.push({ terms, lagSeconds });
    });
  }
  return leastDeviation(examples);
}

function leastDeviation(examples: readonly Example[]): Record<string, number> {
  const names = [...new Set(examples.flatMap(({ terms }) => Object.keys(terms)))].sort();
  const rows = examples.map(({ terms }) => names.map((name) => terms[name] ?? 0));
  let weights = names.map(() => 0);
  let importance = rows.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    weights = solved(
      rows,
      examples.map(({ lagSeconds }) => lagSeconds),
      importance,
    );
    importance = rows.map((row, i) => {
      const told = row.reduce((sum, value, k) => sum + value * (weights[k] as number), 0);
      return 1 / Math.max(LEAST_ERROR, Math.abs((examples[i] as Example).lagSeconds - told));
    });
  }
  return Object.fromEntries(names.map((name, k) => [name, Math.round((weights[k] as number) * 1000) / 1000]));
}

/** Weighted least squares by its normal equations, with a little ridge: some terms always add up to one. */
function solved(
  rows: readonly number[][],
  wanted: readonly number[],
  importance: readonly number[],
): number[] {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size + 1 }, (_, b) =>
      rows.reduce(
        (sum, row, i) =>
          sum +
          (importance[i] as number) *
            (row[a] as number) *
            (b < size ? (row[b] as number) : (wanted[i] as number)),
        a === b ? 0.1 : 0,
      ),
    ),
  );
  for (let a = 0; a < size; a++) {
    const pivot = matrix[a] as number[];
    for (let other = 0; other < size; other++) {
      if (other === a) continue;
      const row = matrix[other] as number[];
      const share = (row[a] as number) / (pivot[a] as number);
      for (let b = a; b <= size; b++) row[b] = (row[b] as number) - share * (pivot[b] as number);
    }
  }
  return matrix.map((row, a) => (row[size] as number) / (row[a] as number));
}
