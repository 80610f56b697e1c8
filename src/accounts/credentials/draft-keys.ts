/**
 * Keys with which a person's browser encrypts what it keeps until the server has it. Each is for one person and one browser,
 * and only a session of that person gets it: other users of the browser read nothing. It outlives the session, so that
 * what waits is there after the next log-in, and ends at log-out, or when it was not used for `draftKeyMs`.
 */
import { randomBytes } from "node:crypto";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { hashSecret } from "../../lib/secrets.ts";
import {
  deleteDraftKey,
  deleteDraftKeysBeyond,
  deleteDraftKeysUnusedSince,
  draftKeyOf,
  insertDraftKey,
  openDraftKey,
  setDraftKeyUsed,
} from "../../store/credentials/draft-keys.ts";
import { type Db, inTransaction } from "../../store/db.ts";

const KEY_BYTES = 32;

/**
 * The key of the person in this browser, 256 bits for AES-GCM; a new one where there is none.
 * @param browser the value of the browser's cookie.
 */
export function draftKeyFor(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  browser: string,
): Uint8Array {
  const now = clock.now();
  const owner = { userId, browserHash: hashSecret(browser) };
  const known = draftKeyOf(db, owner);
  if (known !== null && now - known.usedAt < limits.draftKeyMs) {
    if (now - known.usedAt >= limits.draftKeyUsedEveryMs) setDraftKeyUsed(db, known.id, now);
    return openDraftKey(db, known);
  }
  const key = randomBytes(KEY_BYTES);
  inTransaction(db, () => {
    deleteDraftKeysUnusedSince(db, now - limits.draftKeyMs);
    deleteDraftKey(db, owner);
    deleteDraftKeysBeyond(db, userId, limits.draftKeysPerPerson - 1);
    insertDraftKey(db, owner, { id: newId("drk"), key, usedAt: now });
  });
  return key;
}

/** Makes the drafts in the browser unreadable. */
export function eraseDraftKey(db: Db, userId: string, browser: string): void {
  deleteDraftKey(db, { userId, browserHash: hashSecret(browser) });
}
