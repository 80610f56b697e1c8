import type { Db } from "../db.ts";
import { openSecret, sealSecret } from "../secrets/sealed-secrets.ts";
import { change, changes, count, exists, row, value } from "../statements.ts";

/** The seed of a person's codes. */
export interface Totp {
  /** Base 32. */
  secret: string;
  /** The time step of the newest code that was taken. */
  lastStep: number;
}

const byUser = row<[string], { sealed: Buffer; lastStep: number }>(
  "SELECT sealed_secret AS sealed, last_step AS lastStep FROM totp WHERE user_id = ?",
);
const insert = change<[string, Uint8Array, number, number]>(
  "INSERT INTO totp (user_id, sealed_secret, last_step, created_at) VALUES (?, ?, ?, ?)",
);
const insertCode = change<[string, Uint8Array]>("INSERT INTO recovery_codes (user_id, hash) VALUES (?, ?)");
const deleteCodes = change<[string]>("DELETE FROM recovery_codes WHERE user_id = ?");

export const hasTotp = exists<[userId: string]>("SELECT 1 FROM totp WHERE user_id = ?");

/** Null if it is off. */
export const totpSince = value<[userId: string], number>("SELECT created_at FROM totp WHERE user_id = ?");

export function totpOf(db: Db, userId: string): Totp | null {
  const row = byUser(db, userId);
  if (row === null) return null;
  return { secret: openSecret(db, "totp", userId, row.sealed).toString(), lastStep: row.lastStep };
}

export function insertTotp(db: Db, userId: string, { secret, lastStep }: Totp, nowMs: number): void {
  insert(db, userId, sealSecret(db, "totp", userId, secret), lastStep, nowMs);
}

/** Returns whether no code of this time step or a later one was taken before. */
export const consumeTotpStep = changes<[userId: string, step: number]>(
  "UPDATE totp SET last_step = ?2 WHERE user_id = ?1 AND last_step < ?2",
);

/** With the recovery codes. Returns whether there was anything. */
export const deleteTotp = changes<[userId: string]>("DELETE FROM totp WHERE user_id = ?");

/** In the place of those before. @param hashes SHA-256 of the codes, which themselves are never stored. */
export function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Uint8Array[]): void {
  deleteCodes(db, userId);
  for (const hash of hashes) insertCode(db, userId, hash);
}

/** Returns whether the person had it. */
export const consumeRecoveryCode = changes<[userId: string, hash: Uint8Array]>(
  "DELETE FROM recovery_codes WHERE user_id = ? AND hash = ?",
);

export const countRecoveryCodes = count<[userId: string]>(
  "SELECT count(*) FROM recovery_codes WHERE user_id = ?",
);
