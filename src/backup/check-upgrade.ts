/** The changes that this version of tiro would make to the data folder of an older one. Changes nothing there. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { OperatorError } from "../lib/errors.ts";
import {
  migrateCopy,
  missingMigrations,
  openCopy,
  openExisting,
  schemaVersion,
} from "../store/backup/open-existing.ts";
import { takeSnapshot } from "../store/backup/snapshot.ts";
import { diskSpace } from "../store/data-folder/disk-space.ts";
import { faultsOf } from "../store/database/integrity.ts";
import type { Db } from "../store/db.ts";
import { copyBeforeUpgrade, isWayBack } from "../store/migrations/upgrade.ts";
import { findSecretKey, secretKeyFingerprint, useSecretKey } from "../store/secrets/sealed-secrets.ts";
import { secretKeyFile } from "../store/secrets/secret-key.ts";
import { onDisk } from "./archive.ts";
import { lockBackups, workFolder } from "./leftovers.ts";
import { DATABASE_NAME } from "./manifest.ts";
import { databaseBytes, requireRoomForCopy } from "./room.ts";

export interface UpgradeCheckOptions {
  dataDir: string;
  nativeBinding: string;
  /** `secret.key_file` of the configuration. */
  secretKeyFile: string | undefined;
  clock: Clock;
}

export interface UpgradeCheck {
  from: number;
  to: number;
  steps: { version: number; name: string; what: string }[];
  /** The copy that is made before; null if nothing changes. It may go once the upgrade is done. */
  copy: { file: string; bytes: number; stays: boolean } | null;
  freeBytes: number;
  /** The obstacle to the upgrade. */
  problem: OperatorError | null;
}

/** @throws OperatorError `newer_database`, `foreign_database`; as `openExisting`. */
export async function checkUpgrade(options: UpgradeCheckOptions): Promise<UpgradeCheck> {
  const { dataDir, nativeBinding } = options;
  const db = openExisting(join(dataDir, DATABASE_NAME), nativeBinding);
  try {
    const from = schemaVersion(db);
    const steps = missingMigrations(db).map(({ version, name, sql }) => ({
      version,
      name,
      what: aimOf(sql),
    }));
    const bytes = databaseBytes(db);
    const { freeBytes } = await diskSpace(dataDir);
    const file = copyBeforeUpgrade(dataDir, from);
    const copy = steps.length === 0 ? null : { file, bytes, stays: isWayBack(from) };
    const problem = keyProblem(db, options) ?? (copy && roomProblem(dataDir, bytes, freeBytes));
    return { from, to: from + steps.length, steps, copy, freeBytes, problem };
  } finally {
    db.close();
  }
}

/**
 * Brings a copy of the database up to date, examines it, and removes it.
 * @returns how long the upgrade took.
 * @throws OperatorError `upgrade_failed`, `backup_running`, `disk_full`; as `takeSnapshot`.
 */
export async function tryUpgrade(options: UpgradeCheckOptions): Promise<{ durationMs: number }> {
  const { dataDir, nativeBinding } = options;
  const unlock = lockBackups(dataDir, nativeBinding);
  const folder = workFolder(dataDir);
  const copy = join(folder, DATABASE_NAME);
  try {
    rmSync(folder, { recursive: true, force: true });
    await onDisk(folder, () => mkdirSync(folder, { mode: 0o700 }));
    await copyTo(copy, options);
    return upgradeCopy(copy, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    unlock();
  }
}

async function copyTo(copy: string, { dataDir, nativeBinding }: UpgradeCheckOptions): Promise<void> {
  const snapshot = takeSnapshot(dataDir, nativeBinding);
  try {
    await requireRoomForCopy(snapshot.db, dataDir);
    await snapshot.copyDatabase(copy);
  } finally {
    snapshot.close();
  }
}

function upgradeCopy(copy: string, options: UpgradeCheckOptions): { durationMs: number } {
  const { dataDir, nativeBinding, clock } = options;
  const db = openCopy(copy, nativeBinding);
  try {
    const key = secretKeyFile(dataDir, options.secretKeyFile);
    // A key that the upgrade would make must not outlive the trial.
    useSecretKey(db, existsSync(key.path) ? key : secretKeyFile(workFolder(dataDir), undefined));
    const beganMs = clock.monotonic();
    migrateCopy(db, clock);
    const durationMs = clock.monotonic() - beganMs;
    const [fault] = faultsOf(db);
    if (fault !== undefined) throw new Error(`SQLite says of the upgraded copy: ${fault}`);
    return { durationMs };
  } catch (cause) {
    throw new OperatorError("upgrade_failed", "A copy of the database could not be brought up to date.", {
      cause,
      hint: `${cause instanceof Error ? cause.message : cause} The database itself is as it was. Keep the version of tiro that runs, and report this.`,
    });
  } finally {
    db.close();
  }
}

function keyProblem(db: Db, { dataDir, secretKeyFile: named }: UpgradeCheckOptions): OperatorError | null {
  const fingerprint = secretKeyFingerprint(db);
  if (fingerprint === null) return null;
  try {
    findSecretKey(fingerprint, secretKeyFile(dataDir, named));
    return null;
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
}

/** The copy, and as much again for what is written anew. */
function roomProblem(dataDir: string, bytes: number, freeBytes: number): OperatorError | null {
  const neededBytes = 2 * bytes + limits.diskFullBytes;
  if (freeBytes >= neededBytes) return null;
  return new OperatorError("disk_full", "There is too little room for the upgrade.", {
    hint: `${dataDir} needs up to ${Math.ceil(neededBytes / 1e6)} MB and has ${Math.floor(freeBytes / 1e6)} MB free.`,
  });
}

/** A migration's first sentence on itself. */
function aimOf(sql: string): string {
  const [comment = ""] = /^(?:--.*\n)*/.exec(sql) ?? [];
  const text = comment.replace(/^-- ?/gm, "").replace(/\s+/g, " ").trim();
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}
