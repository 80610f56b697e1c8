/** Learns the weights of `src/text/words/hashed-weights.ts` from examples: logistic regression with AdaGrad's steps. */
import { WEIGHT_STEP } from "../src/text/words/hashed-weights.ts";

export interface LearnedExample {
  /** The places of its weights. */
  features: readonly number[];
  isTrue: boolean;
}

export interface LearningOptions {
  /** How many weights there are. */
  buckets: number;
  /** How often an example is taken, in the mean. */
  rounds: number;
  rate: number;
  /** How strongly weights are drawn to nothing. */
  decay: number;
  /** From 0 to 1. */
  random: () => number;
}

/** Numbers from 0 to 1, the same at every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** @returns the weights, a byte each. */
export function learnWeights(
  examples: readonly LearnedExample[],
  { buckets, rounds, rate, decay, random }: LearningOptions,
): Int8Array<ArrayBuffer> {
  const weights = new Float64Array(buckets);
  const squares = new Float64Array(buckets).fill(1e-3);
  for (let step = 0; step < rounds * examples.length; step += 1) {
    const { features, isTrue } = examples[Math.floor(random() * examples.length)] as LearnedExample;
    const sum = features.reduce((total, bucket) => total + (weights[bucket] ?? 0), 0);
    const error = (isTrue ? 1 : 0) - 1 / (1 + Math.exp(-sum));
    for (const bucket of features) {
      const gradient = error - decay * (weights[bucket] ?? 0);
      squares[bucket] = (squares[bucket] ?? 0) + gradient * gradient;
      weights[bucket] = (weights[bucket] ?? 0) + (rate * gradient) / Math.sqrt(squares[bucket] ?? 1);
    }
  }
  return Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / WEIGHT_STEP))));
}
