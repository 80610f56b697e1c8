/**
 * One file with all that an installation cannot make again: the database, the recordings of unfinished jobs, and the
 * sound of recordings where that is wanted.
 */
import { closeSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { auditHeadText } from "../accounts/audit/audit-log.ts";
import { type Clock, toIsoTime } from "../lib/clock.ts";
import { isKnownError, OperatorError, TiroError } from "../lib/errors.ts";
import { type LastBackup, setLastBackup } from "../store/backup/last-backup.ts";
import { openCopy, openExisting, recordsBackups, schemaVersion } from "../store/backup/open-existing.ts";
import { type Snapshot, takeSnapshot } from "../store/backup/snapshot.ts";
import { syncToDisk } from "../store/database/database-copy.ts";
import type { Db } from "../store/db.ts";
import { findSecretKey, secretKeyFingerprint } from "../store/secrets/sealed-secrets.ts";
import { readSecretKey, type SecretKey, secretKeyFile } from "../store/secrets/secret-key.ts";
import { contentOf, describeFile, onDisk, type SourceFile, type Written, writeArchive } from "./archive.ts";
import { examine } from "./examine.ts";
import { lockBackups, workFolder } from "./leftovers.ts";
import { DATABASE_NAME, KEY_NAME, type Manifest } from "./manifest.ts";
import { requireRoomForCopy } from "./room.ts";
import { removeOldest, removeUnfinished, type Target, targetOf } from "./target.ts";

export interface BackupOptions {
  dataDir: string;
  nativeBinding: string;
  /** `secret.key_file` of the configuration. */
  secretKeyFile: string | undefined;
  /** A folder, or a file that ends with `.tar` or `.tar.age`. */
  target: string;
  /** How many backups stay in the folder; null: all. */
  keep: number | null;
  /** Of age. The backup is in clear where there are none. */
  recipients: readonly string[];
  /** Whether the secret key goes along, which only an encrypted backup may have. */
  includeKey: boolean;
  /** Whether the sound of recordings goes along, which is encrypted as it lies. */
  includeAudio: boolean;
  /** Whether the archive is read again; the copy is always examined. */
  verify: boolean;
  version: string;
  clock: Clock;
}

export interface Backup extends LastBackup {
  file: string;
  schema: number;
  recordings: number;
  missingRecordings: number;
  /** Recordings whose sound is in it; null if none was wanted. */
  sounds: number | null;
  encrypted: boolean;
  includesKey: boolean;
  /** Whether the secret key vouches for it: a restore then needs no word to take it. */
  authenticated: boolean;
  /** The fault of the audit log. */
  auditProblem: string | null;
  /** Older ones that were removed for it. */
  removed: string[];
}

/**
 * Makes a backup of the data folder; a server may run on it. The file appears under its name once it is whole and on the
 * disk.
 * @throws OperatorError `backup_running`, `backup_damaged`, `disk_full`, `not_writable`, as `openExisting` and
 * `findSecretKey`; TiroError `invalid_request`, `storage_unavailable`.
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, nativeBinding, recipients, clock } = options;
  if (options.includeKey && recipients.length === 0)
    throw new TiroError("invalid_request", "The secret key goes only into an encrypted backup.", {
      param: "include-key",
      hint: "Name who may read it: --recipient age1….",
    });
  const target = targetOf(options.target, recipients.length > 0, clock.now());
  const unlock = lockBackups(dataDir, nativeBinding);
  try {
    const folder = workFolder(dataDir);
    await onDisk(folder, () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
    });
    await onDisk(target.file, () => removeUnfinished(target));
    const made = await archive(options, target, join(folder, DATABASE_NAME));
    record(options, made);
    const { keep } = options;
    const removed = keep === null ? [] : await onDisk(target.file, () => removeOldest(target, keep));
    return { ...made, removed };
  } finally {
    rmSync(workFolder(dataDir), { recursive: true, force: true });
    unlock();
  }
}

async function archive(
  options: BackupOptions,
  target: Target,
  copy: string,
): Promise<Omit<Backup, "removed">> {
  const { nativeBinding, recipients, verify } = options;
  // Before: it has everything that was stored by then.
  const at = options.clock.now();
  const snapshot = takeSnapshot(options.dataDir, nativeBinding);
  const opened: number[] = [];
  try {
    const key = keyPath(snapshot.db, options);
    const vouching = vouchingKey(snapshot.db, options);
    const facts = factsOf(snapshot, at, options.version);
    const sounds = options.includeAudio ? await linkedSounds(snapshot, dirname(copy)) : null;
    await requireRoomForCopy(snapshot.db, options.dataDir);
    await snapshot.copyDatabase(copy);
    const files: SourceFile[] = [{ name: DATABASE_NAME, path: copy }];
    if (key !== null) {
      // Another one may take its place meanwhile.
      opened.push(openSync(key, "r"));
      files.push({ name: KEY_NAME, fd: opened[0] as number });
    }
    files.push(...snapshot.uploads.map(({ name, fd }) => ({ name: `spool/${name}`, fd })));
    files.push(...(sounds ?? []));
    const manifest: Manifest = { ...facts, files: files.map(describeFile) };
    // Before it counts, and before older ones go: those may be all that is whole.
    const auditProblem = examineCopy(copy, nativeBinding, manifest.audit_head);
    const written = await publish(target, verify, () =>
      writeArchive(target.part, manifest, files, vouching, recipients),
    );
    return {
      file: target.file,
      at,
      bytes: written.bytes,
      verified: verify,
      schema: manifest.schema,
      recordings: snapshot.uploads.length,
      missingRecordings: snapshot.missingUploads,
      sounds: sounds?.length ?? null,
      encrypted: recipients.length > 0,
      includesKey: key !== null,
      authenticated: vouching !== null,
      auditProblem,
    };
  } finally {
    for (const fd of opened) closeSync(fd);
    snapshot.close();
  }
}

/** A server keeps erasing and expiring them; the backup has the present state. */
async function linkedSounds(snapshot: Snapshot, folder: string): Promise<SourceFile[]> {
  const into = join(folder, "recordings");
  const names = await onDisk(into, () => {
    mkdirSync(into, { mode: 0o700 });
    return snapshot.linkSounds(into);
  });
  return names.map((name) => ({ name: `recordings/${name}`, path: join(into, name) }));
}

function factsOf({ db, missingUploads }: Snapshot, at: number, version: string): Omit<Manifest, "files"> {
  return {
    format: "tiro-backup",
    format_version: 1,
    made_at: toIsoTime(at),
    tiro_version: version,
    schema: schemaVersion(db),
    audit_head: auditHeadText(db),
    secret_key_fingerprint: secretKeyFingerprint(db)?.toString("hex") ?? null,
    missing_recordings: missingUploads,
  };
}

function examineCopy(copy: string, nativeBinding: string, auditHead: string | null): string | null {
  const db = openCopy(copy, nativeBinding);
  try {
    return examine(db, auditHead);
  } finally {
    db.close();
  }
}

/** Nothing is left of an archive that could not be finished. */
async function publish(
  { file, part }: Target,
  verify: boolean,
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    const written = await write();
    if (verify) readAgain(part, written);
    await onDisk(file, () => {
      renameSync(part, file);
      syncToDisk(dirname(file));
    });
    return written;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function readAgain(path: string, { bytes, sha256 }: Written): void {
  const fd = openSync(path, "r");
  try {
    const hash = new Bun.CryptoHasher("sha256");
    let read = 0;
    for (const part of contentOf(fd)) {
      hash.update(part);
      read += part.byteLength;
    }
    if (read === bytes && hash.digest("hex") === sha256) return;
  } finally {
    closeSync(fd);
  }
  throw new OperatorError("backup_damaged", "The backup reads back differently from what was written.", {
    hint: `Check the disk of ${path}. Nothing is left of this run.`,
  });
}

/** Null if there is no key yet, or the process that makes the backup cannot read it: a backup without it is better than none. */
export function vouchingKey(
  db: Db,
  { dataDir, secretKeyFile: named }: Pick<BackupOptions, "dataDir" | "secretKeyFile">,
): SecretKey | null {
  const fingerprint = secretKeyFingerprint(db);
  try {
    return fingerprint && readSecretKey(findSecretKey(fingerprint, secretKeyFile(dataDir, named)));
  } catch (error) {
    if (isKnownError(error) && error.code.startsWith("secret_key_")) return null;
    throw error;
  }
}

function keyPath(db: Db, options: BackupOptions): string | null {
  const fingerprint = options.includeKey ? secretKeyFingerprint(db) : null;
  if (fingerprint === null) return null;
  return findSecretKey(fingerprint, secretKeyFile(options.dataDir, options.secretKeyFile));
}

/** Where doctor, health and metrics find it. */
function record({ dataDir, nativeBinding }: BackupOptions, backup: LastBackup): void {
  const db = openExisting(join(dataDir, "tiro.db"), nativeBinding);
  try {
    if (recordsBackups(db)) setLastBackup(db, backup);
  } finally {
    db.close();
  }
}
