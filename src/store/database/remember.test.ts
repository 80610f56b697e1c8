import { describe, expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import { testBinding } from "../../../test/support/database.ts";
import { disableUser } from "../../accounts/people/users.ts";
import { limits } from "../../config/limits.ts";
import { type Db, inTransaction } from "../db.ts";
import { openDatabase } from "../open-database.ts";
import { userById } from "../people/users.ts";
import { remember } from "./remember.ts";

/** Counts how often the database was really read. */
function setUp() {
  const site = testAccounts();
  const ada = site.person("ada");
  const reads: string[] = [];
  const recall = remember(site.db, (id) => {
    reads.push(id);
    return userById(site.db, id);
  });
  const isDisabled = () => recall(ada.id)?.disabledAt !== null;
  return { ...site, ada, reads, recall, isDisabled };
}

const disable = (db: Db) => db.prepare("UPDATE users SET disabled_at = 1").run();

describe("what is remembered", () => {
  test("is read once while nobody writes, also in later turns", async () => {
    using site = setUp();
    for (let turn = 0; turn < 3; turn++) {
      for (let i = 0; i < 3; i++) expect(site.isDisabled()).toBe(false);
      await Bun.sleep(1);
    }
    expect(site.reads).toHaveLength(1);
  });

  test("is forgotten at once when this connection writes", () => {
    using site = setUp();
    expect(site.isDisabled()).toBe(false);
    disableUser(site.deps, site.ada.id);
    expect(site.isDisabled()).toBe(true);
    site.db.prepare("UPDATE users SET disabled_at = NULL").run();
    expect(site.isDisabled()).toBe(false);
  });

  test("is forgotten within a millisecond when another connection writes", async () => {
    using site = setUp();
    const other = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
    for (let round = 0; round < 3; round++) {
      expect(site.isDisabled()).toBe(false);
      disable(other);
      await Bun.sleep(limits.rememberedMs);
      expect(site.isDisabled()).toBe(true);
      other.prepare("UPDATE users SET disabled_at = NULL").run();
      await Bun.sleep(limits.rememberedMs);
    }
    other.close();
  });

  test("is never what a transaction saw that was rolled back", () => {
    using site = setUp();
    expect(site.isDisabled()).toBe(false);
    const failing = () =>
      inTransaction(site.db, () => {
        disable(site.db);
        expect(site.isDisabled()).toBe(true);
        throw new Error("rolled back");
      });
    expect(failing).toThrow("rolled back");
    expect(site.isDisabled()).toBe(false);
  });

  test("is not that there was nothing, and has a bound", () => {
    using site = setUp();
    for (let i = 0; i < 2; i++) expect(site.recall("usr_nobody")).toBeNull();
    expect(site.reads).toHaveLength(2);
    const { reads } = site;
    const recall = remember(site.db, (name) => ({ name: reads.push(name) }));
    const asked = Array.from({ length: limits.rememberedRows }, (_, i) => String(i));
    for (const name of asked) recall(name);
    expect(reads).toHaveLength(2 + limits.rememberedRows);
    recall("0");
    expect(reads).toHaveLength(3 + limits.rememberedRows);
  });
});
