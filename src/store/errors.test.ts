import { describe, expect, test } from "bun:test";
import Database from "better-sqlite3";
import { limits } from "../config/limits.ts";
import { type ErrorCode, TiroError } from "../lib/errors.ts";
import { isLocked, openingError, storeError } from "./errors.ts";

const fromSqlite = (code: string) => new Database.SqliteError("text of SQLite", code);
const fromDisk = (code: string) => Object.assign(new Error(code), { code, syscall: "write" });

const FAILURES: [thrown: Error, code: ErrorCode][] = [
  [fromSqlite("SQLITE_FULL"), "storage_full"],
  [fromSqlite("SQLITE_IOERR_SHMSIZE"), "storage_full"],
  [fromSqlite("SQLITE_IOERR_WRITE"), "storage_unavailable"],
  [fromSqlite("SQLITE_READONLY_DBMOVED"), "storage_unavailable"],
  [fromSqlite("SQLITE_CANTOPEN"), "storage_unavailable"],
  [fromSqlite("SQLITE_CORRUPT_INDEX"), "storage_unavailable"],
  [fromSqlite("SQLITE_NOTADB"), "storage_unavailable"],
  [fromSqlite("SQLITE_BUSY_SNAPSHOT"), "storage_unavailable"],
  [fromSqlite("SQLITE_PROTOCOL"), "storage_unavailable"],
  [fromDisk("ENOSPC"), "storage_full"],
  [fromDisk("EDQUOT"), "storage_full"],
  [fromDisk("EROFS"), "storage_unavailable"],
  [fromDisk("EIO"), "storage_unavailable"],
];

describe("errors of the store", () => {
  for (const [thrown, code] of FAILURES)
    test(`${(thrown as Error & { code: string }).code} is ${code}`, () => {
      const failure = storeError(thrown) as TiroError;
      expect(failure).toMatchObject({ code, status: 503, retryable: true, cause: thrown });
      expect(failure.extras.retryAfterSeconds).toBe(limits.storageRetrySeconds);
      expect(failure.message).not.toContain("SQLite");
    });

  test.each(["SQLITE_ERROR", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_TOOBIG"])(
    "%s is the program's fault",
    (code) => {
      expect(storeError(fromSqlite(code))).toMatchObject({ code: "internal_error" });
    },
  );

  test("what is no fault of the store stays as it is", () => {
    for (const other of [new Error("else"), fromDisk("ENOENT"), new TiroError("job_failed", "No.")])
      expect(storeError(other)).toBe(other);
  });

  test("while the folder is opened, every failure of the file system is one of the folder", () => {
    expect(openingError(fromDisk("ENOTDIR"))).toMatchObject({ code: "storage_unavailable" });
  });

  test("a held lock is known, also once it was translated", () => {
    const busy = fromSqlite("SQLITE_BUSY");
    expect([busy, storeError(busy), storeError(fromSqlite("SQLITE_READONLY"))].map(isLocked)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
