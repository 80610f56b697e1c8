import { rows } from "../statements.ts";

/** A key that works today and will not for long. */
export interface EndingKey {
  id: string;
  accountId: string;
  name: string;
  expiresAt: number;
}

/** Of everybody, the first to end first. One that was replaced by another ends by intention. */
export const keysEndingBefore = rows<[when: { nowMs: number; beforeMs: number; limit: number }], EndingKey>(
  `SELECT id, account_id AS accountId, name, expires_at AS expiresAt FROM api_keys
   WHERE expires_at > @nowMs AND expires_at < @beforeMs AND revoked_at IS NULL AND replaced_by IS NULL
   ORDER BY expires_at LIMIT @limit`,
);
