import { expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backupSite, RECORDING } from "../../../test/backup/site.ts";
import { testBinding } from "../../../test/support/database.ts";
import { UPLOAD } from "../../../test/support/old-schemas.ts";
import { setJobEnded } from "../transcription/jobs.ts";
import { openCopy } from "./open-existing.ts";
import { takeSnapshot } from "./snapshot.ts";

test("a snapshot stays what it was, whatever is written, ended and removed meanwhile", async () => {
  using site = backupSite();
  const { db, dataDir } = site;
  db.exec("CREATE TABLE rows (number INTEGER PRIMARY KEY); INSERT INTO rows VALUES (1)");
  const snapshot = takeSnapshot(dataDir, testBinding());
  const job = `req_${"a".repeat(32)}`;
  const write = () => db.exec("INSERT INTO rows SELECT max(number) + 1 FROM rows");
  write();
  expect(setJobEnded(db, job, "cancelled", null, 99)).toBe(true);
  rmSync(join(dataDir, "spool", UPLOAD));
  const writing = setInterval(write, 1);
  const copy = site.inFolder("copy.db");
  await snapshot.copyDatabase(copy);
  clearInterval(writing);

  const copied = openCopy(copy, testBinding());
  expect(copied.prepare("SELECT max(number) FROM rows").pluck().get()).toBe(1);
  expect(copied.prepare("SELECT status FROM transcription_jobs WHERE id = ?").pluck().get(job)).toBe(
    "queued",
  );
  copied.close();
  expect(snapshot.uploads.map(({ name }) => name)).toEqual([UPLOAD]);
  expect(readFileSync(snapshot.uploads[0]?.fd ?? -1)).toEqual(RECORDING);
  snapshot.close();
  // No lock is left behind, and the log can be emptied again.
  write();
  expect(db.pragma("wal_checkpoint(TRUNCATE)")).toMatchObject([{ busy: 0, log: 0 }]);
});
