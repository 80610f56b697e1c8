/** From every released schema to the newest, and back: by the copy that the upgrade kept, or by a backup from before. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkUpgrade, tryUpgrade } from "../../src/backup/check-upgrade.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLogger } from "../../src/lib/logger.ts";
import { openExisting, schemaVersion } from "../../src/store/backup/open-existing.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { makeOldDatabase, OLDEST_RELEASED, rowsOf } from "../support/old-schemas.ts";

const NEWEST = MIGRATIONS.length;
const OLDER = [OLDEST_RELEASED, NEWEST - 1];

function oldSite(version: number) {
  const folder = temporaryFolder();
  const inFolder = (name: string) => join(folder.path, name);
  const dataDir = inFolder("data");
  mkdirSync(dataDir);
  makeOldDatabase(dataDir, version);
  const nativeBinding = testBinding();
  const options = { dataDir, nativeBinding, secretKeyFile: undefined, clock: systemClock };
  const rows = (dir: string) => {
    const db = openExisting(join(dir, "tiro.db"), nativeBinding);
    try {
      // Tables that a restore and a backup write themselves.
      const { audit_log, audit_head, last_backup, ...others } = rowsOf(db);
      return { schema: schemaVersion(db), others };
    } finally {
      db.close();
    }
  };
  const restore = (file: string, unauthenticated: boolean) =>
    restoreBackup({
      ...{ file, dataDir: inFolder("restored"), nativeBinding, identityFile: null, actor: TEST_ACTOR },
      secretKey: { kind: "file", path: join(dataDir, "secret.key"), copy: true },
      unauthenticated,
      clock: systemClock,
    });
  return { inFolder, dataDir, options, rows, restore, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test.each(OLDER)("schema %d is backed up as it is, comes to the newest, and back", async (version) => {
  using site = oldSite(version);
  const { dataDir, options } = site;
  const before = site.rows(dataDir);
  const target = site.inFolder("before.tar");
  const unset = { keep: null, recipients: [], includeKey: false, includeAudio: false };
  const made = await makeBackup({ ...options, ...unset, target, verify: true, version: "2" });
  expect([made.schema, site.rows(dataDir).schema]).toEqual([version, version]);

  const log: { event: string; file: string }[] = [];
  const logger = createLogger("info", (line) => void log.push(JSON.parse(line)));
  openDatabase({ ...options, logger }).close();
  expect(site.rows(dataDir).schema).toBe(NEWEST);
  const [copied] = log;
  expect(copied).toMatchObject({ event: "database_copied", schema: version });

  // The oldest holds secrets in clear: its copy does not stay.
  const copies = version === OLDEST_RELEASED ? [] : [copied?.file ?? ""];
  expect(readdirSync(dataDir).filter((name) => name.startsWith("tiro-schema"))).toEqual(
    copies.map((file) => file.replace(`${dataDir}/`, "")),
  );
  // Neither a copy of the database alone nor a schema without a secret key has anything that vouches for it.
  const file = copies[0] ?? made.file;
  await expect(site.restore(file, false)).rejects.toMatchObject({ code: "backup_not_authentic" });
  expect(await site.restore(file, true)).toMatchObject({ schema: version });
  expect(site.rows(site.inFolder("restored"))).toEqual(before);
});

test.each(OLDER)(
  "what an upgrade of schema %d would do is told and tried, and nothing is changed",
  async (version) => {
    using site = oldSite(version);
    const before = site.rows(site.dataDir);
    const files = readdirSync(site.dataDir).sort();
    const check = await checkUpgrade(site.options);
    expect(check).toMatchObject({ from: version, to: NEWEST, problem: null });
    expect(check.copy).toMatchObject({ stays: version > OLDEST_RELEASED });
    expect(check.steps.map((step) => step.version)).toEqual(
      MIGRATIONS.slice(version).map((migration) => migration.version),
    );
    for (const { what } of check.steps) expect(what).toMatch(/^[A-Z].*\.$/);
    expect((await tryUpgrade(site.options)).durationMs).toBeGreaterThan(0);
    expect(site.rows(site.dataDir)).toEqual(before);
    expect(
      readdirSync(site.dataDir)
        .filter((name) => name !== "backup.lock")
        .sort(),
    ).toEqual(files);
  },
);

test("the newest schema needs no upgrade, and a key that is missing is told", async () => {
  using site = oldSite(NEWEST);
  expect(await checkUpgrade(site.options)).toMatchObject({
    from: NEWEST,
    steps: [],
    copy: null,
    problem: null,
  });
  const secretKeyFile = site.inFolder("nothing");
  const { problem } = await checkUpgrade({ ...site.options, secretKeyFile });
  expect(problem?.code).toBe("secret_key_missing");
});

test("a damaged database is not upgraded", () => {
  using site = oldSite(NEWEST - 1);
  const file = join(site.dataDir, "tiro.db");
  loseRow(file);
  expect(() => openDatabase(site.options)).toThrow(expect.objectContaining({ code: "upgrade_failed" }));
  expect(existsSync(join(site.dataDir, `tiro-schema-${NEWEST - 1}-unfinished.db`))).toBe(false);
  expect(site.rows(site.dataDir).schema).toBe(NEWEST - 1);
});

/** A row that refers to nobody: reading it is no error to SQLite, and yet it is lost. */
function loseRow(file: string): void {
  const db = openExisting(file, testBinding());
  db.exec("PRAGMA foreign_keys = OFF; DELETE FROM users WHERE email = 'ada@x.test'");
  db.close();
}
