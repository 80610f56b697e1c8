/** What must be true of the account before its recording costs anything. */
import { assertAudioLeft, assertStorageLeft } from "../metering/quotas.ts";
import { assertSolvent } from "../metering/standing.ts";
import type { TranscriptionDeps } from "./deps.ts";

type Needs = Pick<TranscriptionDeps, "db" | "clock" | "config" | "works">;

/**
 * Comes after the idempotency key was looked up: an earlier call's answer is free and never refused.
 * @param bytes of the upload; 0 before it arrived.
 * @throws TiroError `payment_method_required`, `billing_past_due`, `rate_limit_exceeded`.
 */
export function assertAdmitted(deps: Needs, accountId: string, bytes: number): void {
  const underWay = deps.works.underWay(accountId);
  assertSolvent(deps, accountId);
  assertStorageLeft(deps, accountId, { underWay: underWay.bytes, more: bytes });
  assertAudioLeft(deps, accountId, { underWay: underWay.seconds, more: 0 });
}

/** Once the recording says how long it is. @throws TiroError `rate_limit_exceeded`. */
export function assertDurationAdmitted(
  deps: Needs,
  accountId: string,
  statedDurationSeconds: number | null,
): void {
  if (statedDurationSeconds === null) return;
  const { seconds } = deps.works.underWay(accountId);
  assertAudioLeft(deps, accountId, { underWay: seconds, more: statedDurationSeconds });
}
