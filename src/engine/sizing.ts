/** How many processes, threads and parallel decodes: what the configuration says, or what fits model and machine. */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { MIB } from "../lib/units.ts";
import type { Machine } from "./machine.ts";

export interface Sizing {
  /** At most. */
  batchProcesses: number;
  /** Whether batch processes come and go with the work: only if a model is loaded in a moment. */
  batchOnDemand: boolean;
  interactiveProcess: boolean;
  /** Of one decode. */
  threads: number;
  parallelDecodes: number;
  /** Decodes in one call, at most. */
  batch: number;
  memoryLimitBytes: number;
}

export interface ModelCost {
  weightBytes: number;
  /** Additional memory of each running decode; 0 if that is counted with the weights. */
  decodeBytes: number;
}

/**
 * Below this a model is recognized faster than speech is found in the recording, which is one thread's work in a
 * process: more processes then use more cores, and cost little memory each.
 */
const SMALL_MODEL_BYTES = 64 * MIB;
const MOST_SMALL_PROCESSES = 8;
/** With a large model one process finds speech (300 × real time) for the decodes of this many cores. */
const CORES_PER_LARGE_PROCESS = 8;
/**
 * A GPU decodes many pieces in hardly more time than one. A processor does not: there, one piece a core is the fastest
 * (`bun run bench:batch`).
 */
const GPU_BATCH = 16;
/** One is decoded while the next is gathered. */
const BATCHES_IN_FLIGHT = 2;
/** A host at rest without its model (75 MiB), its arenas and its share of recordings in flight. */
const HOST_BYTES = 768 * MIB;
/** onnxruntime keeps the weights, a prepared copy of some, and its arenas. */
const MODEL_COPIES = 3;
/** At rest: the program with its voice-activity model, and the weights with what onnxruntime prepares of them. */
const RESTING_HOST_BYTES = 128 * MIB;
const RESTING_COPIES = 1.5;

export function sizeEngine(config: Config["engine"], cost: ModelCost, machine: Machine): Sizing {
  const cores = Math.max(1, Math.floor(machine.cores));
  // Decodes that cost memory of their own share one process, and with it the weights.
  const small = cost.decodeBytes === 0 && cost.weightBytes < SMALL_MODEL_BYTES;
  const planned = machine.memoryBytes * limits.enginePlannedMemoryShare;
  const wanted = small ? Math.min(cores, MOST_SMALL_PROCESSES) : Math.floor(cores / CORES_PER_LARGE_PROCESS);
  const affordable = Math.floor(planned / workingBytes(cost, 1));
  const batchProcesses = chosen(config.processes, Math.max(1, Math.min(wanted, affordable)));
  const threads = chosen(config.threads, 1);
  const batch = chosen(config.batch, config.provider === "cuda" ? GPU_BATCH : 1);
  const fitting = mostDecodes(cost, planned / batchProcesses);
  const parallelDecodes = chosen(
    config.parallel_decodes,
    Math.max(
      batch > 1 ? BATCHES_IN_FLIGHT * batch : 1,
      Math.min(fitting, Math.floor(cores / (threads * batchProcesses))),
    ),
  );
  const needed = workingBytes(cost, parallelDecodes);
  return {
    batchProcesses,
    batchOnDemand: small,
    interactiveProcess: config.interactive_process === "auto" ? small : config.interactive_process,
    threads,
    parallelDecodes,
    batch,
    memoryLimitBytes:
      config.memory_limit_mib === "auto"
        ? Math.min(needed, machine.memoryBytes * limits.engineMemoryShare)
        : config.memory_limit_mib * MIB,
  };
}

/** Of a machine on which several engines work at once: as many decodes as its share of the cores, and at least one. */
export function shareOf(sizing: Sizing, share: number): Sizing {
  const { batchProcesses, parallelDecodes, batchOnDemand } = sizing;
  const decodes = Math.max(1, Math.floor(batchProcesses * parallelDecodes * share));
  // Hosts that are always there keep their model; those that come with the work come less.
  const processes = batchOnDemand ? Math.max(1, Math.floor(batchProcesses * share)) : batchProcesses;
  return {
    ...sizing,
    batchProcesses: processes,
    parallelDecodes: Math.max(1, Math.floor(decodes / processes)),
  };
}

/**
 * How many pieces a batch host decodes at once while so many of them have work. Those that come with the work share the
 * decodes of all: a recording alone has every core.
 */
export function decodesOfEach(
  { batchOnDemand, batchProcesses, parallelDecodes }: Sizing,
  busy: number,
): number {
  if (!batchOnDemand) return parallelDecodes;
  return Math.max(parallelDecodes, Math.floor((batchProcesses * parallelDecodes) / Math.max(1, busy)));
}

/** How many recordings keep the recognizer busy. */
export function recordingsAtOnce({ batchProcesses, parallelDecodes }: Sizing): number {
  return batchProcesses * Math.max(limits.recordingsPerHost, parallelDecodes);
}

/** The expected memory of a host with this model, until measured. */
export function expectedBytes({ weightBytes, decodeBytes }: ModelCost): number {
  return RESTING_HOST_BYTES + (decodeBytes > 0 ? weightBytes + decodeBytes : RESTING_COPIES * weightBytes);
}

/** With so many decodes under way, and one beyond them for interactive work. */
export function workingBytes({ weightBytes, decodeBytes }: ModelCost, decodes: number): number {
  if (decodeBytes === 0) return HOST_BYTES + MODEL_COPIES * weightBytes;
  return HOST_BYTES + weightBytes + (decodes + 1) * decodeBytes;
}

function mostDecodes(cost: ModelCost, bytes: number): number {
  if (cost.decodeBytes === 0) return Number.POSITIVE_INFINITY;
  return Math.floor((bytes - workingBytes(cost, 0)) / cost.decodeBytes);
}

function chosen(configured: "auto" | number, automatic: number): number {
  return configured === "auto" ? automatic : configured;
}
