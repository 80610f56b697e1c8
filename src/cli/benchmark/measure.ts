import { limits } from "../../config/limits.ts";
import { percentile } from "../../lib/percentile.ts";
import { sendInTurn, type Target } from "./load.ts";
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
  onLevel?: (clients: number) => void;
}

/** With 1, 2, 4 … clients, after every recording went through once. */
export async function measure(
  target: Target,
  recordings: readonly BenchRecording[],
  { clients, seconds, signal, onLevel }: MeasureOptions,
): Promise<Measurement> {
  const told = signal ? { signal } : {};
  onLevel?.(0);
  await sendInTurn(target, recordings, {
    clients: Math.min(clients, limits.benchmarkWarmClients),
    seconds: 0,
    ...told,
  });
  const levels: MeasuredLevel[] = [];
  let aloneSeconds: number[] = [];
  for (const each of levelsUpTo(clients)) {
    onLevel?.(each);
    const { answered, wallSeconds } = await sendInTurn(target, recordings, {
      clients: each,
      seconds,
      ...told,
    });
    const took = answered.map(({ tookSeconds }) => tookSeconds);
    if (each === 1) aloneSeconds = took;
    levels.push({
      clients: each,
      dictations: took.length,
      meanSeconds: mean(took),
      p50Seconds: percentile(took, 0.5),
      p95Seconds: percentile(took, 0.95),
      realTimeFactor: sum(answered.map(({ audioSeconds }) => audioSeconds)) / wallSeconds,
    });
  }
  return { aloneSeconds, levels, meanAudioSeconds: mean(recordings.map(({ seconds }) => seconds)) };
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
