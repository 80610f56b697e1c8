import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";
import { openingError } from "../errors.ts";
import { takeFileLock } from "./file-lock.ts";

const LOCK_FILE = "tiro.lock";
const ADDRESS_FILE = "tiro.address";

const addressSchema = z.object({
  /** Where people and programs reach the server, as far as no request says it. */
  publicUrl: z.string(),
  /** Where this machine reaches it. */
  listenUrl: z.string(),
  pid: z.int(),
  /** Whether it reads its configuration again at SIGHUP, rather than ending with its terminal. */
  readsAgain: z.boolean(),
});
export type RunningServer = z.infer<typeof addressSchema>;
export type ServerAddress = Pick<RunningServer, "publicUrl" | "listenUrl">;

/**
 * Lets one server at a time have a data folder. Most commands of the command line do not take the lock.
 * @param nativeBinding path of better-sqlite3's native library.
 * @returns what gives the folder free.
 * @throws OperatorError `data_folder_in_use` if another server has it; as `openDatabase` otherwise.
 */
export function lockDataFolder(dataDir: string, nativeBinding: string): () => void {
  const lock = takeLock(dataDir, nativeBinding);
  if (lock === null)
    throw new OperatorError("data_folder_in_use", "Another tiro server uses this data folder.", {
      hint: "Stop it first, or use another folder with --data DIR.",
    });
  return lock;
}

function takeLock(dataDir: string, nativeBinding: string): (() => void) | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Long enough for a command that looks whether the lock is held.
    const lock = takeFileLock(join(dataDir, LOCK_FILE), nativeBinding, limits.serverLockWaitMs);
    if (lock !== null) rmSync(join(dataDir, ADDRESS_FILE), { force: true });
    return lock;
  } catch (error) {
    throw openingError(error);
  }
}

/** Says beside the lock where the server is that holds it. @throws file-system errors unchanged. */
export function announceServer(dataDir: string, address: ServerAddress, readsAgain = false): void {
  const file = join(dataDir, ADDRESS_FILE);
  const running: RunningServer = { ...address, pid: process.pid, readsAgain };
  writeFileSync(`${file}.tmp`, JSON.stringify(running), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

/** Where the server of the data folder is; null if none runs, whatever one that was killed has left. */
export function runningServer(dataDir: string, nativeBinding: string): RunningServer | null {
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
