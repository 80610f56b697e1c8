/** The queue before the recognizer, as transcription and dictation share it. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { FairQueue } from "../queue/fair-queue.ts";

/** Most urgent first: somebody waits at a cursor, for a short recording, for a long one; nobody waits. */
export const LANES = ["dictation", "short", "sync", "job"] as const;
export type TurnLane = (typeof LANES)[number];
export type TurnQueue = FairQueue<TurnLane>;

/** For accounts that have no turn: a dictation must not wait until a job reaches the border of a block. */
const OWN_TURNS: Partial<Record<TurnLane, number>> = {
  dictation: limits.dictationOwnTurns,
  short: limits.shortOwnTurns,
};

/** Calls give way, piece by piece, to an account that has no turn; jobs wait for nobody's screen. */
const ASIDE: Partial<Record<TurnLane, number>> = { short: limits.callsAside, sync: limits.callsAside };

/**
 * @param turns recordings that the recognizer works on at once, beside the lanes' own turns.
 * @param waiting how many may wait in each lane (`transcription.queue_length`).
 */
export function createTurnQueue(turns: number, waiting: number, ownTurns = OWN_TURNS): TurnQueue {
  const lanes = LANES.map((name) => ({
    name,
    waiting,
    ownTurns: ownTurns[name] ?? 0,
    aside: ASIDE[name] ?? 0,
  }));
  return new FairQueue({ lanes, turns, whenFull: queueFull });
}

/**
 * Where a synchronous call waits. Files that do not state their duration are judged by their size.
 * @param statedSeconds as the file states it, or null.
 */
export function callLane(statedSeconds: number | null, bytes: number): "short" | "sync" {
  const short =
    statedSeconds === null
      ? bytes <= limits.shortRecordingBytes
      : statedSeconds <= limits.shortRecordingSeconds;
  return short ? "short" : "sync";
}

export type InspectionQueue = FairQueue<"inspection">;

/** Looking into an upload may start a decoder process: only a few at once, and one of an account. */
export function createInspectionQueue(waiting: number): InspectionQueue {
  const lanes = [{ name: "inspection" as const, waiting, turnsPerParty: 1 }];
  return new FairQueue({ lanes, turns: limits.inspectionsAtOnce, whenFull: queueFull });
}

function queueFull(): TiroError {
  return new TiroError(
    "engine_unavailable",
    "Too many recordings are waiting; try again after Retry-After.",
    {
      retryAfterSeconds: limits.queueFullRetrySeconds,
      hint: "The queue is full (transcription.queue_length). Add recognizer capacity, or raise the limit.",
    },
  );
}
