/** A ledger of many accounts, written as the server writes it. */
import { newId } from "../../src/lib/ids.ts";
import { type Db, inTransaction } from "../../src/store/db.ts";
import { insertUsage, type UsageRow } from "../../src/store/metering/usage.ts";
import { addFailedRequests } from "../../src/store/requests/failed-requests.ts";

export interface Used extends Partial<Pick<UsageRow, "kind" | "audioSeconds" | "memberId">> {
  by: string;
  day: string;
}

export function use(db: Db, { by, day, kind = "dictation", audioSeconds = 60, memberId = null }: Used): void {
  const amounts = { priceMicroUsd: 1, amountMicroUsd: 1, freeMicroUsd: 0 };
  insertUsage(db, {
    ...{ requestId: newId("req"), accountId: by, keyId: "key_a", kind, memberId, ...amounts },
    ...{ audioSeconds, billedSeconds: audioSeconds + 5, acceptedAt: 1, createdAt: 1, day },
  });
}

export function fail(db: Db, accountId: string, day: string, requests = 1): void {
  addFailedRequests(db, { accountId, code: "invalid_request", requests, lastAt: Date.parse(day) }, day);
}

/** So many people with usage on every day, and an organization as whose key each of them acted on each day. */
export function addManyAccounts(
  db: Db,
  people: readonly string[],
  organization: string,
  days: readonly string[],
) {
  inTransaction(db, () => {
    for (const by of people)
      for (const day of days) {
        use(db, { by, day });
        use(db, { by: organization, day, memberId: by });
      }
  });
}
