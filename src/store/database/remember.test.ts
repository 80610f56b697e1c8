import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { testAccounts } from "../../../test/support/accounts.ts";
import { testBinding } from "../../../test/support/database.ts";
import { createKey } from "../../accounts/credentials/api-keys.ts";
import { currentUser } from "../../accounts/people/current-user.ts";
import { disableUser } from "../../accounts/people/users.ts";
import { limits } from "../../config/limits.ts";
import { admissionOf } from "../../context/admission.ts";
import { newId } from "../../lib/ids.ts";
import { setLimit } from "../../metering/limits.ts";
import { keyByHash } from "../credentials/api-keys.ts";
import { type Db, inTransaction } from "../db.ts";
import { setSettings, settingsOf } from "../dictation/settings.ts";
import { insertIdentity } from "../log-in/company-identities.ts";
import { limitsOfAccount } from "../metering/account-limits.ts";
import { limitedGroups, limitedOrganizations } from "../metering/group-usage.ts";
import { insertOAuthGrant, oauthGrantForUse } from "../oauth/grants.ts";
import { openDatabase } from "../open-database.ts";
import { policiesOfUser } from "../organizations/organizations.ts";
import { userById } from "../people/users.ts";
import { REMEMBERED_TABLES, type RememberedTable, remember } from "./remember.ts";

/** Counts how often the database was really read. */
function setUp() {
  const site = testAccounts();
  const ada = site.person("ada");
  const reads: string[] = [];
  const recall = remember(site.db, ["users"], (id) => {
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
    const recall = remember(site.db, ["users"], (name) => ({ name: reads.push(name) }));
    const asked = Array.from({ length: limits.rememberedRows }, (_, i) => String(i));
    for (const name of asked) recall(name);
    expect(reads).toHaveLength(2 + limits.rememberedRows);
    recall("0");
    expect(reads).toHaveLength(3 + limits.rememberedRows);
  });
});

/** The statements that SQLite runs, in their order. */
function watchStatements(db: Db): string[] {
  const run: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => {
    const statement = prepare(sql);
    const noting = <T extends (...values: never[]) => unknown>(execute: T) =>
      ((...values: Parameters<T>) => {
        run.push(sql);
        return execute.apply(statement, values);
      }) as T;
    return Object.assign(statement, { get: noting(statement.get), all: noting(statement.all) });
  }) as Db["prepare"];
  return run;
}

/** The tables that a statement opens, itself or by an index. */
function tablesOpened(db: Db, sql: string): string[] {
  const names = db.prepare("SELECT rootpage, tbl_name AS name FROM sqlite_schema").all() as {
    rootpage: number;
    name: string;
  }[];
  const steps = db.prepare(`EXPLAIN ${sql.replace(/@\w+|\?/g, "1")}`).all() as {
    opcode: string;
    p2: number;
  }[];
  return steps
    .filter(({ opcode }) => opcode === "OpenRead" || opcode === "ReopenIdx")
    .flatMap(({ p2 }) => names.filter(({ rootpage }) => rootpage === p2).map(({ name }) => name));
}

/** A person with something in every table that is remembered, and everything that is remembered of them. */
function rememberedSite() {
  const site = testAccounts();
  const { db, deps } = site;
  const run = watchStatements(db);
  const ada = site.person("ada");
  const firm = site.organization("Firm", ada);
  createKey(deps, ada, { name: "key" });
  setLimit(deps, firm.id, "daily_audio_seconds", "60");
  setSettings(db, ada.id, { language: "en", casualMessaging: null });
  db.pragma("foreign_keys = OFF");
  insertIdentity(db, ada.id, { issuer: "https://login.example", subject: "ada" }, 1);
  const dates = { createdAt: 1, lastUsedAt: null, expiresAt: 2, revokedAt: null };
  const client = { clientId: "c", scopes: [], resources: [], redirectUri: "https://a.example" };
  const grant = newId("gra");
  insertOAuthGrant(db, { id: grant, userId: ada.id, ...client, ...dates });
  const hash = db.prepare<[], Buffer>("SELECT hash FROM api_keys").pluck().get() as Buffer;
  const admission = admissionOf(deps, deps.config);
  const readers: Record<string, (() => unknown)[]> = {
    "accounts/people/current-user.ts": [() => currentUser(db, { accountId: ada.id, userId: ada.id })],
    "context/admission.ts": [() => admission.limitsOf(ada.id)],
    "store/credentials/api-keys.ts": [() => keyByHash(db, hash)],
    "store/dictation/settings.ts": [() => settingsOf(db, ada.id)],
    "store/metering/account-limits.ts": [() => limitsOfAccount(db, firm.id)],
    "store/metering/group-usage.ts": [() => limitedGroups(db), () => limitedOrganizations(db)],
    "store/oauth/grants.ts": [() => oauthGrantForUse(db, grant)],
    "store/organizations/organizations.ts": [() => policiesOfUser(db, ada.id)],
  };
  return { ...site, run, readers };
}

describe("every use of it", () => {
  test("forgets once a table is written from which it reads, and keeps what it has otherwise", () => {
    using site = rememberedSite();
    const { db, run, readers } = site;
    const statementsOf = (read: () => unknown) => {
      run.length = 0;
      read();
      return run.filter((sql) => !sql.startsWith("PRAGMA data_version"));
    };
    const touch = (table: string) => {
      const first = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().get(table);
      expect(db.prepare(`UPDATE ${table} SET ${first} = ${first}`).run().changes).toBeGreaterThan(0);
    };
    for (const [file, all] of Object.entries(readers))
      for (const read of all) {
        for (const table of REMEMBERED_TABLES) touch(table);
        const opened = new Set(statementsOf(read).flatMap((sql) => tablesOpened(db, sql)));
        expect({ file, opened: [...opened].length }).not.toEqual({ file, opened: 0 });
        expect([...opened].filter((table) => !REMEMBERED_TABLES.includes(table as RememberedTable))).toEqual(
          [],
        );
        db.prepare(
          "INSERT INTO history_owners (user_id) SELECT id FROM users WHERE true ON CONFLICT DO NOTHING",
        ).run();
        expect({ file, again: statementsOf(read) }).toEqual({ file, again: [] });
        for (const table of opened) {
          touch(table);
          expect({ file, table, reads: statementsOf(read).length > 0 }).toEqual({ file, table, reads: true });
        }
      }
  });

  test("is in the table of this test", async () => {
    using site = rememberedSite();
    const root = `${import.meta.dir}/../../`;
    const files = await Array.fromAsync(new Bun.Glob("**/*.ts").scan(root));
    const using = files.filter(
      (file) =>
        !file.endsWith(".test.ts") && readFileSync(root + file, "utf8").includes("import { remember } from"),
    );
    expect(using.toSorted()).toEqual(Object.keys(site.readers));
  });

  test("knows of writes also if the first read was in a transaction that was rolled back", () => {
    using site = testAccounts();
    const ada = site.person("ada");
    const failing = () =>
      inTransaction(site.db, () => {
        settingsOf(site.db, ada.id);
        throw new Error("rolled back");
      });
    expect(failing).toThrow("rolled back");
    expect(settingsOf(site.db, ada.id).language).toBeNull();
    setSettings(site.db, ada.id, { language: "fr", casualMessaging: null });
    expect(settingsOf(site.db, ada.id).language).toBe("fr");
  });
});
