/** Pages of a database's file overwritten, as a failing disk leaves them. */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { testBinding } from "./database.ts";

/** Of databases that tiro makes. */
export const PAGE_BYTES = 4_096;

/** @param page from 0 on. */
export function damagePage(file: string, page: number): void {
  overwrite(file, page * PAGE_BYTES, PAGE_BYTES);
}

/** Damages the first page of a table and none of its indexes; the log must have been written back. */
export function damage(file: string, table: string): void {
  const db = new Database(file, { nativeBinding: testBinding(), readonly: true });
  const pageBytes = db.pragma("page_size", { simple: true }) as number;
  const root = db
    .prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .pluck()
    .get(table);
  db.close();
  if (root === undefined) throw new Error(`no table ${table}`);
  overwrite(file, (root - 1) * pageBytes, pageBytes);
}

/** Damages the last page of the file. @returns what puts it back; the others may have been written meanwhile. */
export function damageEnd(file: string): () => void {
  const whole = readFileSync(file);
  const at = whole.byteLength - PAGE_BYTES;
  overwrite(file, at, PAGE_BYTES);
  return () => write(file, at, whole.subarray(at));
}

function overwrite(file: string, at: number, bytes: number): void {
  write(file, at, Buffer.alloc(bytes, 0xa5));
}

function write(file: string, at: number, content: Uint8Array): void {
  const handle = openSync(file, "r+");
  writeSync(handle, content, 0, content.byteLength, at);
  closeSync(handle);
}
