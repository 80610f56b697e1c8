import { limits } from "../config/limits.ts";
import type { Db } from "../store/db.ts";
import { insertUsage, type UsageRow } from "../store/usage.ts";

/** What is billed for a recording: whole seconds, at least the contract's minimum. */
export function billedSeconds(audioSeconds: number): number {
  return Math.max(limits.billingMinimumSeconds, audioSeconds);
}

/**
 * Records one successful request. Call it in the transaction that stores the result, so that a result is billed
 * exactly once and a failure or a replay never.
 * @param use `audioSeconds` in whole seconds, rounded up.
 */
export function recordUsage(db: Db, use: Omit<UsageRow, "billedSeconds">): void {
  insertUsage(db, { ...use, billedSeconds: billedSeconds(use.audioSeconds) });
}
