/** A backup read again, as a restore would: every byte, and the database in it. Nothing of it stays. */
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../config/limits.ts";
import { openCopy } from "../store/backup/open-existing.ts";
import { onDisk } from "./archive.ts";
import { examine } from "./examine.ts";
import { lockBackups, workFolder } from "./leftovers.ts";
import { vouchingKey } from "./make-backup.ts";
import { DATABASE_NAME } from "./manifest.ts";
import { findBackup, unpackBackup } from "./read-archive.ts";
import { isAuthentic } from "./restore.ts";

export interface CheckBackupOptions {
  dataDir: string;
  nativeBinding: string;
  /** `secret.key_file` of the configuration. */
  secretKeyFile: string | undefined;
  file: string;
}

export interface BackupVerdict {
  bytes: number;
  /** Then it can be read from the disk; only a restore with the key shows its content. */
  encrypted: boolean;
  /** Whether the installation's secret key vouches for it; null of an encrypted one. */
  authenticated: boolean | null;
  /** The fault of its audit log. */
  auditProblem: string | null;
}

/**
 * @param read called with the share of it that was read.
 * @throws OperatorError `backup_damaged`, `backup_running`, `backup_not_authentic`, `disk_full`, as `unpackBackup` and `openCopy`.
 */
export async function checkBackup(
  options: CheckBackupOptions,
  read: (share: number) => void,
): Promise<BackupVerdict> {
  const { dataDir, nativeBinding, file } = options;
  const found = findBackup(file);
  const { size: bytes } = statSync(file);
  const backup = { ...found, bytes: counted(found.bytes, (done) => read(done / bytes)) };
  if (found.kind === "age") {
    for await (const _ of backup.bytes);
    return { bytes, encrypted: true, authenticated: null, auditProblem: null };
  }
  const unlock = lockBackups(dataDir, nativeBinding);
  const folder = workFolder(dataDir);
  try {
    await onDisk(folder, () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
    });
    const unpacked = await unpackBackup(backup, folder, null);
    const db = openCopy(join(folder, DATABASE_NAME), nativeBinding);
    try {
      const authenticated = isAuthentic(unpacked, vouchingKey(db, options));
      const auditProblem = examine(db, unpacked.manifest?.audit_head ?? null);
      return { bytes, encrypted: false, authenticated, auditProblem };
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    unlock();
  }
}

async function* counted(
  bytes: AsyncGenerator<Uint8Array>,
  read: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  let told = 0;
  for await (const block of bytes) {
    yield block;
    done += block.byteLength;
    if (done - told < limits.backupToldBytes) continue;
    told = done;
    read(done);
  }
}
