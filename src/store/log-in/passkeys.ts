import { change, changes, rowAs, rowsAs } from "../statements.ts";

/** A credential of WebAuthn. Times are milliseconds since the epoch. */
export interface Passkey {
  /** The credential id in URL-safe base 64. */
  id: string;
  userId: string;
  name: string;
  /** COSE. */
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  createdAt: number;
  lastUsedAt: number | null;
}

type Row = Omit<Passkey, "transports" | "publicKey"> & { transports: string; publicKey: Buffer };

const COLUMNS = `id, user_id AS userId, name, public_key AS publicKey, counter, transports,
  created_at AS createdAt, last_used_at AS lastUsedAt`;

export const insertPasskey = change<[passkey: Passkey]>(
  `INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at, last_used_at)
   VALUES (@id, @userId, @name, @publicKey, @counter, @transports, @createdAt, @lastUsedAt)`,
  (passkey) => ({ ...passkey, transports: JSON.stringify(passkey.transports) }),
);

export const passkeyById = rowAs<[id: string], Row, Passkey>(
  `SELECT ${COLUMNS} FROM passkeys WHERE id = ?`,
  fromRow,
);

/** Oldest first. */
export const passkeysOf = rowsAs<[userId: string], Row, Passkey>(
  `SELECT ${COLUMNS} FROM passkeys WHERE user_id = ? ORDER BY created_at, id`,
  fromRow,
);

/** Returns whether it was still as it was read: a copy that signs at the same time comes second. */
export const setPasskeyUsed = changes<[passkey: Passkey, newCounter: number, nowMs: number]>(
  `UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ? AND counter = ?`,
  ({ id, counter }, newCounter, nowMs) => [newCounter, nowMs, id, counter],
);

/** Returns whether the person had it. */
export const deletePasskey = changes<[userId: string, id: string]>(
  "DELETE FROM passkeys WHERE user_id = ? AND id = ?",
);

function fromRow(row: Row): Passkey {
  return { ...row, publicKey: new Uint8Array(row.publicKey), transports: JSON.parse(row.transports) };
}
