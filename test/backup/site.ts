/** A data folder with people, a key, and a job that waits with its recording; and backups of it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BackupOptions, makeBackup } from "../../src/backup/make-backup.ts";
import { type RestoreOptions, restoreBackup } from "../../src/backup/restore.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { Db } from "../../src/store/db.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { requireSecretKey } from "../../src/store/secrets/sealed-secrets.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { makeOldDatabase, UPLOAD } from "../support/old-schemas.ts";

export const RECORDING = Buffer.from("a recording of an unfinished job ".repeat(1000));

export function backupSite() {
  const folder = temporaryFolder();
  const inFolder = (name: string) => join(folder.path, name);
  const dataDir = inFolder("data");
  const target = inFolder("backups");
  for (const path of [dataDir, target, join(dataDir, "spool")]) mkdirSync(path, { mode: 0o700 });
  makeOldDatabase(dataDir, MIGRATIONS.length);
  writeFileSync(join(dataDir, "spool", UPLOAD), RECORDING);
  const db = open(dataDir);
  requireSecretKey(db);
  return {
    dataDir,
    target,
    /** As a server has it open. */
    db,
    inFolder,
    key: join(dataDir, "secret.key"),
    backup: (options: Partial<BackupOptions> = {}) =>
      makeBackup({
        dataDir,
        nativeBinding: testBinding(),
        secretKeyFile: undefined,
        target,
        keep: null,
        recipients: [],
        includeKey: false,
        includeAudio: false,
        verify: true,
        version: "1.2.3",
        clock: systemClock,
        ...options,
      }),
    restore: (file: string, to: string, options: Partial<RestoreOptions> = {}) =>
      restoreBackup({
        file,
        dataDir: inFolder(to),
        nativeBinding: testBinding(),
        identityFile: null,
        secretKey: { kind: "file", path: join(dataDir, "secret.key"), copy: true },
        unauthenticated: false,
        actor: TEST_ACTOR,
        clock: systemClock,
        ...options,
      }),
    [Symbol.dispose]: () => {
      db.close();
      folder[Symbol.dispose]();
    },
  };
}

export function open(dataDir: string): Db {
  return openDatabase({ dataDir, nativeBinding: testBinding() });
}

export const uploadIn = (dataDir: string) => readFileSync(join(dataDir, "spool", UPLOAD));
