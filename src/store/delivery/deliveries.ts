import { newId } from "../../lib/ids.ts";
import type { Db } from "../db.ts";
import { change, changes, count, rows, value } from "../statements.ts";

/** A message to send. `details` are JSON of ids and times, never its text. */
export interface Delivery {
  /** `dlv_…`, also the id of the message itself. */
  id: string;
  /** `mail`, or the id of a webhook: what fails and waits together. */
  lane: string;
  kind: string;
  recipient: string;
  details: string;
  /** How often it was begun. */
  attempts: number;
  nextAt: number;
  createdAt: number;
}

export interface NewDelivery {
  /** Made where it is left out. */
  id?: string;
  lane: string;
  kind: string;
  recipient: string;
  details: object;
  /** Of two with the same, the second is not taken. */
  once?: string;
  nowMs: number;
}

export type Outcome = "sent" | "dropped" | "given_up";

export interface DeliveryFigures {
  lane: string;
  waiting: number;
  oldestAt: number;
}

const COLUMNS = "id, lane, kind, recipient, details, attempts, next_at AS nextAt, created_at AS createdAt";

const insert = change<
  [{ id: string; details: string; once: string | null } & Omit<NewDelivery, "details" | "once">]
>(
  `INSERT OR IGNORE INTO deliveries (id, lane, kind, recipient, details, once, next_at, created_at)
   VALUES (@id, @lane, @kind, @recipient, @details, @once, @nowMs, @nowMs)`,
);

/** Its id; null if something of the same `once` was taken before. */
export function insertDelivery(db: Db, { details, once, id, ...delivery }: NewDelivery): string | null {
  const row = { ...delivery, id: id ?? newId("dlv"), details: JSON.stringify(details), once: once ?? null };
  return insert(db, row) === 1 ? row.id : null;
}

/**
 * The oldest of each lane that may be tried now: one that fails holds up its own lane and no other.
 * @param longestMs one that waits longer waits for a clock that was wrong.
 */
export const dueDeliveries = rows<[nowMs: number, longestMs: number], Delivery>(
  `SELECT ${COLUMNS}, min(rowid) FROM deliveries
   WHERE next_at IS NOT NULL AND (next_at <= ?1 OR next_at > ?1 + ?2) GROUP BY lane`,
);

/**
 * Counts an attempt that begins; after a kill it is tried again at that time. False if it has ended, or was postponed
 * since it was read.
 */
export const claimDelivery = changes<[given: Pick<Delivery, "id" | "nextAt">, againAt: number]>(
  "UPDATE deliveries SET attempts = attempts + 1, next_at = ? WHERE id = ? AND next_at = ?",
  ({ id, nextAt }, againAt) => [againAt, id, nextAt],
);

export const postponeDelivery = change<[id: string, nextAt: number]>(
  "UPDATE deliveries SET next_at = ?2 WHERE id = ?1 AND next_at IS NOT NULL",
);

/** All that waits in the lane waits at least until then. */
export const postponeLane = change<[lane: string, nextAt: number]>(
  `UPDATE deliveries SET next_at = max(next_at, ?2) WHERE lane = ?1 AND next_at IS NOT NULL`,
);

export const endDelivery = change<[id: string, outcome: Outcome, nowMs: number]>(
  `UPDATE deliveries SET next_at = NULL, ended_at = @nowMs, outcome = @outcome WHERE id = @id AND next_at IS NOT NULL`,
  (id, outcome, nowMs) => ({ id, outcome, nowMs }),
);

/** Stores details of an attempt for the next one. */
export const setDeliveryDetails = change<[id: string, details: object]>(
  "UPDATE deliveries SET details = ? WHERE id = ?",
  (id, details) => [JSON.stringify(details), id],
);

/** Of one kind, to whomever. */
export const countWaiting = count<[kind: string]>(
  "SELECT count(*) FROM deliveries WHERE kind = ? AND next_at IS NOT NULL",
);

/** Those that ended at or before that time. */
export const forgetDeliveries = change<[endedAtMs: number]>("DELETE FROM deliveries WHERE ended_at <= ?");

/** Of every lane in which something waits. */
export const deliveryFigures = rows<[], DeliveryFigures>(
  `SELECT lane, count(*) AS waiting, min(created_at) AS oldestAt FROM deliveries
   WHERE next_at IS NOT NULL GROUP BY lane`,
);

/** How many of a kind there were for a recipient after that time, those that have ended with them. */
export const countDeliveries = count<[recipient: string, kind: string, afterMs: number]>(
  "SELECT count(*) FROM deliveries WHERE recipient = ? AND kind = ? AND created_at > ?",
);

/** Of the audit log; null if no notices were sent yet. */
export const noticesPosition = value<[], number>("SELECT sequence FROM notices_position");

export const setNoticesPosition = change<[sequence: number]>(
  "INSERT OR REPLACE INTO notices_position (id, sequence) VALUES (1, ?)",
);
