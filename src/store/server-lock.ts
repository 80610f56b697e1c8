import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { OperatorError } from "../lib/errors.ts";
import { createPrivateFile } from "./data-folder.ts";
import { openingError } from "./errors.ts";

const LOCK_FILE = "tiro.lock";
const ADDRESS_FILE = "tiro.address";

const addressSchema = z.object({
  /** Where people and programs reach the server, as far as no request says it. */
  publicUrl: z.string(),
  /** Where this machine reaches it. */
  listenUrl: z.string(),
});
export type ServerAddress = z.infer<typeof addressSchema>;

/**
 * Lets one server at a time have a data folder. SQLite's lock on a file of its own is the operating system's: it
 * ends with the process, however that ends, and needs no clean-up. Commands of the command line do not take it.
 * @param nativeBinding path of better-sqlite3's native library.
 * @returns what gives the folder free.
 * @throws OperatorError `data_folder_in_use` where another server has it; as `openDatabase` otherwise.
 */
export function lockDataFolder(dataDir: string, nativeBinding: string): () => void {
  let lock: Database.Database | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, LOCK_FILE);
    createPrivateFile(file);
    // Long enough for a command that looks whether the lock is held.
    lock = new Database(file, { nativeBinding, timeout: limits.serverLockWaitMs });
    // In memory, so that no journal file appears beside the lock.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    rmSync(join(dataDir, ADDRESS_FILE), { force: true });
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) throw taken(error);
    throw openingError(error);
  }
  const held = lock;
  return () => held.close();
}

/** Says beside the lock where the server is that holds it. @throws file-system errors unchanged. */
export function announceServer(dataDir: string, address: ServerAddress): void {
  const file = join(dataDir, ADDRESS_FILE);
  writeFileSync(`${file}.tmp`, JSON.stringify(address), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

/** Where the server of the data folder is; null where none runs, whatever one that was killed has left. */
export function runningServer(dataDir: string, nativeBinding: string): ServerAddress | null {
  try {
    if (!isHeld(join(dataDir, LOCK_FILE), nativeBinding)) return null;
    return addressSchema.parse(JSON.parse(readFileSync(join(dataDir, ADDRESS_FILE), "utf8")));
  } catch (error) {
    // It has not said yet where it is, or just ended.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isHeld(file: string, nativeBinding: string): boolean {
  if (!existsSync(file)) return false;
  const lock = new Database(file, { nativeBinding, readonly: true, timeout: 0 });
  try {
    lock.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function taken(cause: Error): OperatorError {
  return new OperatorError("data_folder_in_use", "Another tiro server uses this data folder.", {
    cause,
    hint: "Stop it first, or use another folder with --data DIR.",
  });
}
