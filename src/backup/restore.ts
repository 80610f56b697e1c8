/**
 * A data folder made from a backup. Until all of it is there and examined, the folder holds in the place of the database
 * a file that no version of tiro starts with; the database's own rename ends it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Actor } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import type { Clock } from "../lib/clock.ts";
import { equalInConstantTime } from "../lib/constant-time.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";
import { openCopy, schemaVersion } from "../store/backup/open-existing.ts";
import { Bucket, type BucketSettings } from "../store/bucket/bucket.ts";
import { bucketPlaceOf, objectAt } from "../store/bucket/place.ts";
import { beginRestore, isRestoreUnfinished } from "../store/data-folder/data-folder.ts";
import { lockDataFolder } from "../store/data-folder/server-lock.ts";
import { syncToDisk } from "../store/database/database-copy.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { assertOwnSchema } from "../store/migrations/own-schema.ts";
import { forgetSealedSecrets, secretKeyFingerprint } from "../store/secrets/sealed-secrets.ts";
import { readSecretKey, type SecretKey } from "../store/secrets/secret-key.ts";
import { onDisk } from "./archive.ts";
import { backupsIn } from "./bucket-copies.ts";
import { examine } from "./examine.ts";
import { authenticatorOf, DATABASE_NAME, KEY_NAME } from "./manifest.ts";
import { type FoundBackup, findBackup, findInBucket, type Unpacked, unpackBackup } from "./read-archive.ts";
import { isBackupName } from "./target.ts";

/** Entries that may be in the folder: neither people's data nor anything that a restore would replace. */
const HARMLESS = ["lost+found", "models", "native", "tiro.lock", "tiro.address"];

export interface RestoreOptions {
  /** A file, or where one is in a bucket: an object, or a prefix whose newest backup is meant. */
  file: string;
  /** The storage of buckets; null if the configuration names none. */
  storage?: BucketSettings | null;
  dataDir: string;
  nativeBinding: string;
  /** Of age, for an encrypted backup. */
  identityFile: string | null;
  /** The secret key, if the backup does not hold it. */
  secretKey:
    | { kind: "none" }
    /** Copied into the data folder where it is kept there. */
    | { kind: "file"; path: string; copy: boolean }
    /** Gives up what the old one sealed. */
    | { kind: "new" };
  /** Whether a backup is taken for which no secret key vouches: its maker decides who may log in here. */
  unauthenticated: boolean;
  /** Who does it, for the audit log. */
  actor: Actor;
  clock: Clock;
}

export interface Restored {
  madeAt: string;
  /** Null for a copy of a database alone. */
  tiroVersion: string | null;
  schema: number;
  recordings: number;
  missingRecordings: number;
  /** Recordings whose sound was in it. */
  sounds: number;
  auditProblem: string | null;
  /** Whether sealed secrets were given up. */
  newKey: boolean;
  /** Whether the secret key vouches for what was restored. */
  authenticated: boolean;
}

/**
 * Restores a backup into a folder that holds no data.
 * @throws OperatorError `folder_not_empty`, `data_folder_in_use`, `secret_key_missing`, `secret_key_wrong`,
 * `backup_not_authentic`, as `unpackBackup`, `assertOwnSchema`, `examine` and `openCopy`. Nothing is left of it then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const dataDir = resolve(options.dataDir);
  const backup = await find(options);
  requireEmpty(dataDir);
  await onDisk(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
  const unlock = lockDataFolder(dataDir, options.nativeBinding);
  try {
    const work = join(dataDir, "restoring");
    await onDisk(dataDir, () => {
      beginRestore(dataDir);
      rmSync(work, { recursive: true, force: true });
      mkdirSync(work, { mode: 0o700 });
    });
    try {
      const unpacked = await unpackBackup(backup, work, options.identityFile);
      const restored = prepare(options, work, unpacked);
      await onDisk(dataDir, () => moveIntoPlace(work, dataDir));
      return restored;
    } catch (error) {
      for (const name of ["restoring", "spool", "recordings", DATABASE_NAME])
        rmSync(join(dataDir, name), { recursive: true, force: true });
      throw error;
    }
  } finally {
    unlock();
  }
}

async function find({ file, storage = null }: RestoreOptions): Promise<FoundBackup> {
  if (storage === null) return findBackup(file);
  const { bucket: name, key } = objectAt(file);
  if (isBackupName(basename(key)))
    return findInBucket(new Bucket(storage, { bucket: name, prefix: "" }), key);
  const bucket = new Bucket(storage, bucketPlaceOf(file));
  const newest = (await backupsIn(bucket)).at(-1);
  if (newest !== undefined) return findInBucket(bucket, newest);
  throw new TiroError("invalid_request", `There is no backup in ${file}.`, { param: "file" });
}

/** @throws OperatorError `folder_not_empty`. */
export function requireEmpty(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const ours = isRestoreUnfinished(dataDir)
    ? [DATABASE_NAME, KEY_NAME, "restoring", "spool", "recordings"]
    : [];
  const [other] = readdirSync(dataDir).filter((name) => !HARMLESS.includes(name) && !ours.includes(name));
  if (other === undefined) return;
  throw new OperatorError("folder_not_empty", `${dataDir} is not empty.`, {
    hint: `It holds ${other}. Name another folder, or move what is there away; model packs (models) may stay.`,
  });
}

/** Examines what was unpacked and makes it ready to start with. */
function prepare(options: RestoreOptions, work: string, unpacked: Unpacked): Restored {
  const { manifest, madeAt, files } = unpacked;
  const { nativeBinding, clock, actor } = options;
  const db = openCopy(join(work, DATABASE_NAME), nativeBinding);
  try {
    assertOwnSchema(db, nativeBinding);
    const key = settleKey(db, options, join(work, KEY_NAME));
    const authenticated = isAuthentic(unpacked, key);
    if (!(authenticated || options.unauthenticated)) throw notAuthentic(unpacked);
    const auditProblem = examine(db, manifest?.audit_head ?? null);
    const newKey = key === "new";
    if (newKey) rmSync(join(work, "recordings"), { recursive: true, force: true });
    inTransaction(db, () => {
      if (newKey) forgetSealedSecrets(db);
      // A broken log stays as it is found.
      if (auditProblem !== null) return;
      const deps = { db, clock, actor };
      if (newKey) recordAudit(deps, "secrets.reset", "secret_key");
      recordAudit(deps, "backup.restored", "database", { made_at: madeAt });
    });
    return {
      madeAt,
      tiroVersion: manifest?.tiro_version ?? null,
      schema: schemaVersion(db),
      recordings: files.filter((name) => name.startsWith("spool/")).length,
      missingRecordings: manifest?.missing_recordings ?? 0,
      // Sounds sealed with the old key are lost.
      sounds: newKey ? 0 : files.filter((name) => name.startsWith("recordings/")).length,
      auditProblem,
      newKey,
      authenticated,
    };
  } finally {
    db.close();
  }
}

/**
 * @param inBackup where the key lies if the backup held it.
 * @returns the database's key; `new` if the old one is given up; null if it has none.
 */
function settleKey(db: Db, { secretKey }: RestoreOptions, inBackup: string): SecretKey | "new" | null {
  const fingerprint = secretKeyFingerprint(db);
  if (fingerprint === null) return null;
  if (existsSync(inBackup)) return keyOf(inBackup, fingerprint, "in the backup");
  if (secretKey.kind === "new") return "new";
  if (secretKey.kind === "none")
    throw new OperatorError("secret_key_missing", "The database's secret key is not in the backup.", {
      hint: "Name its file with --secret-key FILE. If it is lost, --new-key continues without it: people then turn on their second step again, and apps ask them anew.",
    });
  const { path, copy } = secretKey;
  const key = keyOf(path, fingerprint, `in ${path}`);
  if (copy) writeFileSync(inBackup, readFileSync(path), { mode: 0o600 });
  return key;
}

function keyOf(path: string, fingerprint: Buffer, where: string): SecretKey {
  const key = readSecretKey(path);
  if (key === null)
    throw new TiroError("invalid_request", `There is no file ${path}.`, { param: "secret-key" });
  if (key.fingerprint.equals(fingerprint)) return key;
  throw new OperatorError("secret_key_wrong", `The key ${where} is not this database's.`, {
    hint: "Find the one that belongs to the backup, or continue without it: --new-key.",
  });
}

/** @throws OperatorError `backup_not_authentic` if the key vouches for something else. */
export function isAuthentic({ voucher }: Pick<Unpacked, "voucher">, key: SecretKey | "new" | null): boolean {
  if (voucher === null || key === null || key === "new") return false;
  if (equalInConstantTime(voucher.authenticator, authenticatorOf(voucher.manifest, key))) return true;
  throw new OperatorError("backup_not_authentic", "The backup was changed after it was made.", {
    hint: "The secret key does not authenticate it: somebody may have changed it. Use another copy of it, or an older backup.",
  });
}

function notAuthentic({ manifest }: Unpacked): OperatorError {
  const what = manifest === null ? "A copy of a database" : "This backup";
  return new OperatorError("backup_not_authentic", "The secret key does not authenticate the backup.", {
    hint: `${what} could have been written by anybody, with accounts of theirs in it. If you know where it comes from, restore it with --unauthenticated.`,
  });
}

/** The database comes last: with its name the restore is done. */
function moveIntoPlace(work: string, dataDir: string): void {
  for (const name of ["spool", "recordings", KEY_NAME, DATABASE_NAME]) {
    const from = join(work, name);
    if (!existsSync(from)) continue;
    const to = join(dataDir, name);
    if (name === "spool" || name === "recordings") rmSync(to, { recursive: true, force: true });
    syncToDisk(from);
    renameSync(from, to);
    syncToDisk(dataDir);
  }
  rmSync(work, { recursive: true, force: true });
}
