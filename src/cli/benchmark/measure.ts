import { limits } from "../../config/limits.ts";
import { percentile } from "../../lib/percentile.ts";
import { type Answered, sendInTurn, type Target } from "./load.ts";
import type { MeasuredServer } from "./queue-model.ts";
import type { BenchRecording } from "./recordings.ts";

export interface MeasuredLevel {
  clients: number;
  dictations: number;
  meanSeconds: number;
  p50Seconds: number;
  p95Seconds: number;
  /** Seconds of speech recognized in a second, by all clients together. */
  realTimeFactor: number;
}

export interface Measurement extends MeasuredServer {
  levels: readonly MeasuredLevel[];
  /** Of a recording. */
  meanAudioSeconds: number;
}

export interface MeasureOptions {
  clients: number;
  /** For each number of clients. */
  seconds: number;
  signal?: AbortSignal;
  onRound?: (round: number, rounds: number) => void;
}

/** All numbers of clients take turns, so that other work of the machine slows all of them alike. */
const ROUNDS = 5;

/** With 1, 2, 4 … clients, after every recording went through once. */
export async function measure(
  target: Target,
  recordings: readonly BenchRecording[],
  { clients, seconds, signal, onRound }: MeasureOptions,
): Promise<Measurement> {
  const samples = new Samples(target, recordings, clients, signal);
  onRound?.(0, ROUNDS);
  await samples.warmUp();
  for (let round = 1; round <= ROUNDS; round += 1) {
    onRound?.(round, ROUNDS);
    await samples.take(seconds / ROUNDS);
  }
  return samples.summary();
}

/** The measurements so far. */
export class Samples {
  readonly #target: Target;
  readonly #recordings: readonly BenchRecording[];
  readonly #signal: AbortSignal | undefined;
  readonly #levels: { clients: number; answered: Answered[]; wallSeconds: number }[];

  constructor(target: Target, recordings: readonly BenchRecording[], clients: number, signal?: AbortSignal) {
    this.#target = target;
    this.#recordings = recordings;
    this.#signal = signal;
    this.#levels = levelsUpTo(clients).map((each) => ({ clients: each, answered: [], wallSeconds: 0 }));
  }

  async warmUp(): Promise<void> {
    await this.#send(limits.benchmarkWarmClients, 0);
  }

  /** @param seconds for each number of clients. */
  async take(seconds: number): Promise<void> {
    for (const level of this.#levels) {
      const { answered, wallSeconds } = await this.#send(level.clients, seconds);
      level.answered.push(...answered);
      level.wallSeconds += wallSeconds;
    }
  }

  summary(): Measurement {
    return {
      aloneSeconds: this.#levels[0]?.answered.map(({ tookSeconds }) => tookSeconds) ?? [],
      levels: this.#levels.map(({ clients, answered, wallSeconds }) => {
        const took = answered.map(({ tookSeconds }) => tookSeconds);
        return {
          clients,
          dictations: took.length,
          meanSeconds: mean(took),
          p50Seconds: percentile(took, 0.5),
          p95Seconds: percentile(took, 0.95),
          realTimeFactor: sum(answered.map(({ audioSeconds }) => audioSeconds)) / wallSeconds,
        };
      }),
      meanAudioSeconds: mean(this.#recordings.map(({ seconds }) => seconds)),
    };
  }

  #send(clients: number, seconds: number) {
    const signal = this.#signal;
    return sendInTurn(this.#target, this.#recordings, { clients, seconds, ...(signal && { signal }) });
  }
}

/** Powers of two, and the last. */
export function levelsUpTo(clients: number): number[] {
  const levels: number[] = [];
  for (let each = 1; each < clients; each *= 2) levels.push(each);
  return [...levels, clients];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
