/**
 * The ledger: a line for each successful request, in whole millionths of the currency. A line costs its billed seconds
 * at the price of an hour, rounded to the nearest of them, half of one up; sums add lines and are not rounded again. The
 * account's free usage is taken from the first lines until it is used up, the last of them in part.
 */
import { limits } from "../config/limits.ts";
import type { Db } from "../store/db.ts";
import { addToBillingAccount, billingAccount } from "../store/metering/billing-accounts.ts";
import { addGroupUsage } from "../store/metering/group-usage.ts";
import { insertUsage, type UsageRow } from "../store/metering/usage.ts";
import { dayOf } from "./calendar.ts";
import type { Meter } from "./meter.ts";
import { limitedGroupsOf, limitedOrganizationsOf } from "./quota-holders.ts";

const SECONDS_PER_HOUR = 3600;

/** The billed length of a recording: whole seconds, at least the contract's minimum. */
export function billedSeconds(audioSeconds: number): number {
  return Math.max(limits.billingMinimumSeconds, audioSeconds);
}

/**
 * In whole micro-USD. Exact: the longest recording at the highest price that the configuration takes stays below
 * 2^48, and numbers are exact up to 2^53.
 */
export function amountMicroUsd(seconds: number, priceMicroUsd: number): number {
  const rounded = seconds * priceMicroUsd + SECONDS_PER_HOUR / 2;
  return (rounded - (rounded % SECONDS_PER_HOUR)) / SECONDS_PER_HOUR;
}

/**
 * A successful request. `audioSeconds` in whole seconds, rounded up; `acceptedAt` decides its price; `memberId` where an
 * organization's key acted for one.
 */
export type Use = Pick<
  UsageRow,
  "requestId" | "accountId" | "keyId" | "kind" | "audioSeconds" | "acceptedAt" | "createdAt"
> &
  Partial<Pick<UsageRow, "memberId">> & {
    /** A further part of what was billed before, its minimum included. */
    continues?: boolean;
  };

/**
 * Records one successful request. Call it in the transaction that stores the result, so that a result is billed
 * exactly once and a failure or a replay never.
 */
export function recordUsage(meter: Meter, db: Db, { continues = false, ...use }: Use): void {
  if (!db.inTransaction) throw new Error("usage was recorded outside the transaction of its result");
  const seconds = continues ? use.audioSeconds : billedSeconds(use.audioSeconds);
  const priceMicroUsd = meter.priceMicroUsd(use.kind, dayOf(use.acceptedAt, meter.timeZone));
  const amount = amountMicroUsd(seconds, priceMicroUsd);
  const { accountId } = use;
  const freeLeft = meter.freeMicroUsd - billingAccount(db, accountId).freeMicroUsd;
  const freeMicroUsd = Math.min(amount, Math.max(0, freeLeft));
  const day = dayOf(use.createdAt, meter.timeZone);
  insertUsage(db, {
    memberId: null,
    ...use,
    billedSeconds: seconds,
    priceMicroUsd,
    amountMicroUsd: amount,
    freeMicroUsd,
    day,
  });
  countForGroups(db, use, day);
  addToBillingAccount(db, { accountId, freeMicroUsd, openMicroUsd: amount - freeMicroUsd });
}

/**
 * For the quotas of groups with a limit to which the person belongs now, and of their organizations if the person's own
 * account is used.
 */
function countForGroups(
  db: Db,
  use: Pick<Use, "accountId" | "memberId" | "audioSeconds">,
  day: string,
): void {
  const userId = use.memberId ?? use.accountId;
  const organizations = use.accountId === userId ? limitedOrganizationsOf(db, userId) : [];
  for (const group of [...limitedGroupsOf(db, userId), ...organizations.map(({ id }) => id)])
    addGroupUsage(db, group, day, use.audioSeconds);
}
