import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { signIn } from "../../../test/support/accounts.ts";
import {
  TEST_ACTOR,
  temporaryFolder,
  testBinding,
  testClock,
  testDatabase,
} from "../../../test/support/database.ts";
import { databaseCommand, runChild } from "../../../test/support/spawn-database.ts";
import { silentLogger } from "../../lib/logger.ts";
import { isFirstRunOpen } from "../../store/onboarding/first-run.ts";
import { openDatabase } from "../../store/open-database.ts";
import { allUsers } from "../../store/people/users.ts";
import { listKeys } from "../credentials/api-keys.ts";
import { addUser, findUser } from "../people/users.ts";
import { firstRun } from "./first-run.ts";

const URL_OF_TEST = "http://127.0.0.1:8420";

describe("the first run", () => {
  test("makes an administrator whose key works, and only once", async () => {
    const clock = testClock();
    using store = testDatabase(clock);
    const deps = { db: store.db, clock, keyPrefixes: ["tiro_"], logger: silentLogger };
    const first = firstRun(deps, URL_OF_TEST);
    expect(first?.administrator).toMatchObject({ administrator: true, email: "admin@localhost" });
    const principal = await signIn(deps, `Bearer ${first?.key.key}`);
    expect(principal.userId).toBe(findUser(store.db, "admin@localhost").id);
    expect(firstRun(deps, URL_OF_TEST)).toBeNull();
    expect(allUsers(store.db)).toHaveLength(1);
    expect(isFirstRunOpen(store.db)).toBe(true);
  });

  test("is not one where the operator already added somebody", () => {
    using store = testDatabase();
    const deps = { db: store.db, clock: testClock(), keyPrefixes: ["tiro_"], actor: TEST_ACTOR };
    addUser(deps, { email: "ada@example.com", name: "Ada" });
    expect(firstRun(deps, URL_OF_TEST)).toBeNull();
  });

  test("makes neither person nor key where one of them fails", () => {
    using store = testDatabase();
    store.db.exec("CREATE TRIGGER broken BEFORE INSERT ON api_keys BEGIN SELECT RAISE(ABORT, 'broken'); END");
    expect(() =>
      firstRun({ db: store.db, clock: testClock(), keyPrefixes: ["tiro_"] }, URL_OF_TEST),
    ).toThrow();
    expect(allUsers(store.db)).toEqual([]);
  });

  test("of processes that start together, one prints a key", async () => {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, "new");
    const children = Array.from({ length: 4 }, () => runChild(databaseCommand("first-run", dataDir)));
    const outcomes = await Promise.all(children);
    expect(outcomes.map(({ stderr }) => stderr).join("")).toBe("");
    expect(outcomes.filter(({ outcome }) => typeof outcome?.key === "string")).toHaveLength(1);
    const db = openDatabase({ dataDir, nativeBinding: testBinding() });
    expect(listKeys(db, null)).toHaveLength(1);
    db.close();
  });
});
