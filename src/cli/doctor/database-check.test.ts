import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, testBinding } from "../../../test/support/database.ts";
import { openDatabase } from "../../store/open-database.ts";
import { runCheck } from "./check.ts";
import { checkDatabase } from "./database-check.ts";

const check = (dataDir: string) => runCheck("database", () => checkDatabase(dataDir, { data: dataDir }));

describe("the doctor's look at the database", () => {
  test("finds none, and makes none", async () => {
    using folder = temporaryFolder();
    expect(await check(folder.path)).toMatchObject({ status: "ok", detail: "none yet; tiro serve makes it" });
    expect(await check(folder.path)).toMatchObject({ detail: "none yet; tiro serve makes it" });
  });

  test("reads all of it", async () => {
    using folder = temporaryFolder();
    const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
    const page = db
      .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'oauth_grants'")
      .pluck()
      .get();
    db.close();
    expect(await check(folder.path)).toMatchObject({ status: "ok" });
    const file = join(folder.path, "tiro.db");
    const bytes = readFileSync(file);
    bytes.fill(0xff, ((page ?? 0) - 1) * 4096, (page ?? 0) * 4096);
    writeFileSync(file, bytes);
    expect(await check(folder.path)).toMatchObject({
      status: "fail",
      advice: expect.stringContaining("backup"),
    });
  });

  test("misses one where its recordings are", async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "spool"));
    writeFileSync(join(folder.path, "spool/upload-1"), "");
    expect(await check(folder.path)).toMatchObject({
      status: "fail",
      detail: "The database is gone, but other data of tiro is there.",
    });
  });
});
