import { type Db, perDatabase } from "../db.ts";
import { changes } from "../statements.ts";

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

const statements = perDatabase((db) => ({
  insert: db.prepare<[Omit<Row, "publicKey"> & { publicKey: Uint8Array }]>(
    `INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at, last_used_at)
     VALUES (@id, @userId, @name, @publicKey, @counter, @transports, @createdAt, @lastUsedAt)`,
  ),
  byId: db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM passkeys WHERE id = ?`),
  ofUser: db.prepare<[string], Row>(
    `SELECT ${COLUMNS} FROM passkeys WHERE user_id = ? ORDER BY created_at, id`,
  ),
  // A copy that signs at the same time comes second.
  use: db.prepare<[number, number, string, number]>(
    `UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ? AND counter = ?`,
  ),
}));

export function insertPasskey(db: Db, passkey: Passkey): void {
  statements(db).insert.run({ ...passkey, transports: JSON.stringify(passkey.transports) });
}

export function passkeyById(db: Db, id: string): Passkey | null {
  const row = statements(db).byId.get(id);
  return row === undefined ? null : fromRow(row);
}

/** Oldest first. */
export function passkeysOf(db: Db, userId: string): Passkey[] {
  return statements(db).ofUser.all(userId).map(fromRow);
}

/** Returns whether it was still as it was read. */
export function setPasskeyUsed(db: Db, { id, counter }: Passkey, newCounter: number, nowMs: number): boolean {
  return statements(db).use.run(newCounter, nowMs, id, counter).changes > 0;
}

/** Returns whether the person had it. */
export const deletePasskey = changes<[userId: string, id: string]>(
  "DELETE FROM passkeys WHERE user_id = ? AND id = ?",
);

function fromRow(row: Row): Passkey {
  return { ...row, publicKey: new Uint8Array(row.publicKey), transports: JSON.parse(row.transports) };
}
