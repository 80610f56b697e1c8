/** Checks of the account before its recording costs anything. */
import { consumerOf } from "../metering/quota-holders.ts";
import { assertAudioLeft, assertStorageLeft } from "../metering/quotas.ts";
import { assertSolvent } from "../metering/standing.ts";
import type { TranscriptionDeps } from "./deps.ts";

type Needs = Pick<TranscriptionDeps, "db" | "clock" | "config" | "works">;

/**
 * Comes after the idempotency key was looked up: an earlier call's answer is free and never refused.
 * @param bytes of the upload; 0 before it arrived.
 * @throws TiroError `payment_method_required`, `billing_past_due`, `rate_limit_exceeded`, `quota_exceeded`.
 */
export function assertAdmitted(deps: Needs, accountId: string, bytes: number): void {
  assertSolvent(deps, accountId);
  assertStorageLeft(deps, accountId, { underWay: deps.works.underWayBytes(accountId), more: bytes });
  assertAudio(deps, accountId, 0);
}

/** Once the recording says how long it is. @throws TiroError `quota_exceeded`. */
export function assertDurationAdmitted(
  deps: Needs,
  accountId: string,
  statedDurationSeconds: number | null,
): void {
  if (statedDurationSeconds === null) return;
  assertAudio(deps, accountId, statedDurationSeconds);
}

function assertAudio(deps: Needs, accountId: string, more: number): void {
  const { works } = deps;
  assertAudioLeft(deps, consumerOf(accountId), {
    underWay: (includes) => works.underWaySeconds(includes),
    more,
  });
}
