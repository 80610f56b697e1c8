/**
 * Secrets that cannot be stored as hashes, because something is computed from them: sealed with the installation's
 * secret key, each for its own row.
 */
import type Database from "better-sqlite3";
import { OperatorError, TiroError } from "../../lib/errors.ts";
import { seal, unseal } from "../../lib/seal.ts";
import type { Db } from "../db.ts";
import {
  makeSecretKey,
  moveSecretKey,
  readSecretKey,
  type SecretKey,
  type SecretKeyFile,
} from "./secret-key.ts";

/** Where sealed secrets stand: the column, and the one that names the row. */
const SEALED_COLUMNS = {
  secrets: { row: "name", column: "sealed_value" },
  totp: { row: "user_id", column: "sealed_secret" },
  oauth_signing_keys: { row: "id", column: "sealed_private_jwk" },
  webhooks: { row: "id", column: "sealed_secrets" },
  draft_keys: { row: "id", column: "sealed_key" },
  recording_audio: { row: "recording", column: "sealed_key" },
  stream_sounds: { row: "file_name", column: "sealed_key" },
} as const;

type SealedTable = keyof typeof SEALED_COLUMNS;
const TABLES = Object.keys(SEALED_COLUMNS) as SealedTable[];

interface Sealing {
  file: SecretKeyFile;
  /** Null until it is needed: commands that open no secret do without it. */
  key: SecretKey | null;
}

const sealings = new WeakMap<Database.Database, Sealing>();

/**
 * Says where the key of a database lies. Migrations seal with it in SQL, because what they find is in clear; the
 * database has no key of its own until then.
 */
export function useSecretKey(db: Database.Database, file: SecretKeyFile): void {
  const sealing: Sealing = { file, key: null };
  sealings.set(db, sealing);
  const newKey = () => {
    sealing.key ??= newDatabaseKey(file);
    return sealing.key;
  };
  const options = { directOnly: true };
  db.function("seal_secret", options, (table: SealedTable, row: string, secret: string | Uint8Array) =>
    seal(newKey().sealing, contextOf(table, row), secret),
  );
  db.function("secret_key_fingerprint", options, () => newKey().fingerprint);
}

/**
 * Makes sure that the database's key is there; the first time, it gets one.
 * @throws OperatorError `secret_key_missing`, or `secret_key_wrong` if it is another.
 */
export function requireSecretKey(db: Db): void {
  keyOf(db);
}

/** Whether the database has a key, which then must be there. */
export function hasSecretKey(db: Db): boolean {
  return fingerprintOf(db) !== undefined;
}

/** Of the database's key; null if it has none, as a database of an old schema. */
export function secretKeyFingerprint(db: Db): Buffer | null {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'secret_key'").get() !== undefined;
  return (hasTable && fingerprintOf(db)) || null;
}

/**
 * The file that holds the key of that fingerprint.
 * @throws OperatorError `secret_key_missing`, `secret_key_wrong`, `secret_key_unreadable`.
 */
export function findSecretKey(fingerprint: Buffer, file: SecretKeyFile): string {
  const paths = file.own ? [file.path, nextOf(file.path)] : [file.path];
  const found = paths.find((path) => readSecretKey(path)?.fingerprint.equals(fingerprint));
  if (found !== undefined) return found;
  throw readSecretKey(file.path) === null ? missing(file) : another(file);
}

/** @param row names the row, and the secret opens there only. @throws as `requireSecretKey`. */
export function sealSecret(db: Db, table: SealedTable, row: string, secret: string | Uint8Array): Buffer {
  return seal(keyOf(db).sealing, contextOf(table, row), secret);
}

/** @throws as `requireSecretKey`, and where the database was tampered with. */
export function openSecret(db: Db, table: SealedTable, row: string, sealed: Uint8Array): Buffer {
  return opened(keyOf(db), table, row, sealed);
}

function opened(key: SecretKey, table: SealedTable, row: string, sealed: Uint8Array): Buffer {
  const secret = unseal(key.sealing, contextOf(table, row), sealed);
  if (secret !== null) return secret;
  throw new TiroError("internal_error", "A secret in the database was changed.", {
    hint: `The row ${row} of ${table} does not open with the secret key. Restore a backup of the database.`,
  });
}

/**
 * Seals every secret anew, all or nothing, with a new key. A kill leaves either the old key or both files, of which the
 * next start takes the one that fits.
 * @param to where the new key is kept from now on; null in the place of the old one, which must be tiro's own.
 * @param noted is called in the transaction with how many secrets there are, to write that down.
 * @throws as `requireSecretKey`.
 */
export function rotateSecretKey(db: Db, to: string | null, noted: (secrets: number) => void): void {
  if (db.inTransaction) throw new Error("the new key must not be in its place before the database has it");
  const { file } = sealingOf(db);
  const old = keyOf(db);
  const path = to ?? nextOf(file.path);
  const key = (to === null ? null : readSecretKey(to)) ?? makeSecretKey(path);
  db.transaction(() => {
    setFingerprint(db, key.fingerprint);
    noted(TABLES.map((table) => resealTable(db, table, old, key)).reduce((sum, rows) => sum + rows, 0));
  }).immediate();
  if (to === null) moveSecretKey(path, file.path);
  sealingOf(db).key = key;
}

/** For who lost the key: forgets what nobody can open any more. The next start makes a new key. */
export function forgetSealedSecrets(db: Db): void {
  for (const table of TABLES) db.prepare(`DELETE FROM ${table}`).run();
  db.prepare("DELETE FROM secret_key").run();
  const sealing = sealings.get(db);
  if (sealing !== undefined) sealing.key = null;
}

function resealTable(db: Db, table: SealedTable, old: SecretKey, key: SecretKey): number {
  const { row, column } = SEALED_COLUMNS[table];
  const rows = db
    .prepare<[], { name: string; sealed: Buffer }>(`SELECT ${row} AS name, ${column} AS sealed FROM ${table}`)
    .all();
  const update = db.prepare<[Buffer, string]>(`UPDATE ${table} SET ${column} = ? WHERE ${row} = ?`);
  for (const { name, sealed } of rows) {
    const secret = opened(old, table, name, sealed);
    update.run(seal(key.sealing, contextOf(table, name), secret), name);
  }
  return rows.length;
}

function keyOf(db: Db): SecretKey {
  const sealing = sealingOf(db);
  // One process at a time gives a new database its key.
  sealing.key ??= db.transaction(() => claim(db, sealing.file)).immediate();
  return sealing.key;
}

function claim(db: Db, file: SecretKeyFile): SecretKey {
  const expected = fingerprintOf(db);
  if (expected === undefined) {
    const key = newDatabaseKey(file);
    setFingerprint(db, key.fingerprint);
    return key;
  }
  const found = findSecretKey(expected, file);
  // A rotation was cut off between the database and the file.
  if (found !== file.path) moveSecretKey(found, file.path);
  return readSecretKey(file.path) as SecretKey;
}

function newDatabaseKey(file: SecretKeyFile): SecretKey {
  const key = readSecretKey(file.path);
  if (key !== null) return key;
  if (file.own) return makeSecretKey(file.path);
  throw new OperatorError("secret_key_missing", "The secret key is missing.", {
    hint: `The configuration names ${file.path}, which does not exist. Make it with \`openssl rand -base64 32\`, readable for tiro's user only.`,
  });
}

function fingerprintOf(db: Db): Buffer | undefined {
  return db.prepare<[], Buffer>("SELECT fingerprint FROM secret_key").pluck().get();
}

function setFingerprint(db: Db, fingerprint: Buffer): void {
  db.prepare<[Buffer]>("INSERT OR REPLACE INTO secret_key (id, fingerprint) VALUES (1, ?)").run(fingerprint);
}

function nextOf(path: string): string {
  return `${path}.new`;
}

function contextOf(table: SealedTable, row: string): string {
  return `${table} ${row}`;
}

function sealingOf(db: Database.Database): Sealing {
  const sealing = sealings.get(db);
  if (sealing === undefined) throw new Error("the database was not opened by openDatabase()");
  return sealing;
}

const LOST = "If it is lost, `tiro secrets reset` gives up what it sealed.";

function missing({ path }: SecretKeyFile): OperatorError {
  return new OperatorError("secret_key_missing", "The database's secret key is missing.", {
    hint: `The secrets in the database were sealed with a key that is not in ${path}. Restore that file from its backup, or name the right one in secret.key_file (TIRO_SECRET_KEY_FILE). ${LOST}`,
  });
}

function another({ path }: SecretKeyFile): OperatorError {
  return new OperatorError("secret_key_wrong", "The secret key is not this database's.", {
    hint: `The secrets in the database were sealed with another key than that in ${path}. Put back the one that belongs to this database. ${LOST}`,
  });
}
