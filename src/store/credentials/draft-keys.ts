import type { Db } from "../db.ts";
import { openSecret, sealSecret } from "../secrets/sealed-secrets.ts";
import { change, row } from "../statements.ts";

export interface DraftKeyOwner {
  userId: string;
  browserHash: Uint8Array;
}

export interface StoredDraftKey {
  id: string;
  sealed: Buffer;
  usedAt: number;
}

const OWN = "user_id = @userId AND browser_hash = @browserHash";

const insert = change<[DraftKeyOwner & StoredDraftKey]>(
  "INSERT INTO draft_keys (id, user_id, browser_hash, sealed_key, used_at) VALUES (@id, @userId, @browserHash, @sealed, @usedAt)",
);

export const draftKeyOf = row<[owner: DraftKeyOwner], StoredDraftKey>(
  `SELECT id, sealed_key AS sealed, used_at AS usedAt FROM draft_keys WHERE ${OWN}`,
);

export function openDraftKey(db: Db, { id, sealed }: StoredDraftKey): Buffer {
  return openSecret(db, "draft_keys", id, sealed);
}

export function insertDraftKey(
  db: Db,
  owner: DraftKeyOwner,
  { id, key, usedAt }: { id: string; key: Uint8Array; usedAt: number },
): void {
  insert(db, { ...owner, id, usedAt, sealed: sealSecret(db, "draft_keys", id, key) });
}

export const setDraftKeyUsed = change<[id: string, nowMs: number]>(
  "UPDATE draft_keys SET used_at = ?2 WHERE id = ?1",
);

export const deleteDraftKey = change<[owner: DraftKeyOwner]>(`DELETE FROM draft_keys WHERE ${OWN}`);

/** Of everybody. */
export const deleteDraftKeysUnusedSince = change<[sinceMs: number]>(
  "DELETE FROM draft_keys WHERE used_at < ?",
);

/** All but the person's `kept` that were used last. */
export const deleteDraftKeysBeyond = change<[userId: string, kept: number]>(
  `DELETE FROM draft_keys WHERE id IN
   (SELECT id FROM draft_keys WHERE user_id = ? ORDER BY used_at DESC, id LIMIT -1 OFFSET ?)`,
);
