import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { OperatorError } from "../lib/errors.ts";
import { createPrivateFile } from "./data-folder.ts";
import { storeError } from "./errors.ts";

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
    const file = join(dataDir, "tiro.lock");
    createPrivateFile(file);
    lock = new Database(file, { nativeBinding, timeout: 0 });
    // In memory, so that no journal file appears beside the lock.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) throw taken(error);
    throw storeError(error);
  }
  const held = lock;
  return () => held.close();
}

function taken(cause: Error): OperatorError {
  return new OperatorError("data_folder_in_use", "Another tiro server uses this data folder.", {
    cause,
    hint: "Stop it first, or use another folder with --data DIR.",
  });
}
