import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { testBinding, testDatabase } from "../../../test/support/database.ts";
import { FreshReader } from "./fresh-reader.ts";

test("opens the database once, reads the file each time, and opens it anew after a failure", () => {
  using store = testDatabase();
  const { db } = store;
  let opened = 0;
  const reader = new FreshReader(() => {
    opened += 1;
    return new Database(db.name, { nativeBinding: testBinding(), readonly: true });
  });
  for (let looks = 0; looks < 3; looks += 1) reader.read();
  db.exec("CREATE TABLE later (x); INSERT INTO later VALUES (1)");
  reader.read();
  db.exec("DROP TABLE later");
  reader.read();
  expect(opened).toBe(1);

  db.pragma("wal_checkpoint(TRUNCATE)");
  writeFileSync(db.name, "not a database ".repeat(1_000), { flag: "r+" });
  for (let looks = 0; looks < 2; looks += 1) expect(() => reader.read()).toThrow();
  expect(opened).toBeGreaterThan(1);
  reader.close();
});
