/** Anyone who can write a backup of their own could log in after its restore. */
import { expect, test } from "bun:test";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { addUser } from "../../src/accounts/people/users.ts";
import { describeFile, writeArchive } from "../../src/backup/archive.ts";
import { manifestSchema } from "../../src/backup/manifest.ts";
import { checkDatabase } from "../../src/cli/doctor/database-check.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openExisting } from "../../src/store/backup/open-existing.ts";
import { copyDatabase } from "../../src/store/database/database-copy.ts";
import { makeSecretKey, type SecretKey } from "../../src/store/secrets/secret-key.ts";
import { TEST_ACTOR, testBinding } from "../support/database.ts";
import { backupSite } from "./site.ts";

test("a restore takes no backup that somebody without the secret key wrote, however whole it looks", async () => {
  using site = backupSite();
  addUser({ db: site.db, clock: systemClock, actor: TEST_ACTOR }, { email: "eve@x.test", name: "Eve" });
  const { file } = await site.backup();
  const forged = site.inFolder("forged.db");
  copyDatabase(site.db, forged, () => {});
  const evil = openExisting(forged, testBinding());
  evil.exec("UPDATE users SET administrator = 1 WHERE email = 'eve@x.test'");
  evil.close();
  const others = makeSecretKey(site.inFolder("others.key"));
  const refused = { code: "backup_not_authentic" };
  for (const [name, key] of [
    ["without", null],
    ["with another's", others],
  ] as const) {
    const made = await archiveOf(file, forged, site.inFolder(`${name}.tar`), key);
    await expect(site.restore(made, "restored")).rejects.toMatchObject(refused);
  }
  await expect(site.restore(forged, "restored")).rejects.toMatchObject(refused);
  expect(readdirSync(site.inFolder("restored"))).toEqual(["tiro.lock"]);
  // A restore without a key is possible on request; a wrong signature is never accepted.
  const unauthenticated = true;
  await expect(
    site.restore(site.inFolder("with another's.tar"), "restored", { unauthenticated }),
  ).rejects.toMatchObject(refused);
  expect(await site.restore(site.inFolder("without.tar"), "restored", { unauthenticated })).toMatchObject({
    authenticated: false,
  });
});

test("a restore of tables, views, triggers and indexes that are not tiro's is refused, and doctor names them", async () => {
  const foreign = {
    table: "CREATE TABLE extra (x)",
    view: "CREATE VIEW extra AS SELECT * FROM passwords",
    trigger:
      "CREATE TRIGGER extra AFTER INSERT ON users BEGIN UPDATE users SET administrator = 1 WHERE id = NEW.id; END",
    index: "CREATE INDEX extra ON users (name)",
  };
  for (const [kind, sql] of Object.entries(foreign)) {
    using site = backupSite();
    site.db.exec(sql);
    const { file } = await site.backup();
    await expect(site.restore(file, "restored")).rejects.toMatchObject({
      code: "foreign_database",
      extras: { hint: expect.stringContaining(`"${kind} extra"`) },
    });
    expect(readdirSync(site.inFolder("restored"))).toEqual(["tiro.lock"]);
    expect(checkDatabase(site.dataDir, { data: site.dataDir })).toMatchObject({
      status: "fail",
      detail: expect.stringContaining(`${kind} extra`),
    });
  }
  using site = backupSite();
  site.db.exec(
    "DROP TRIGGER audit_log_keeps_lines; CREATE TRIGGER audit_log_keeps_lines BEFORE DELETE ON audit_log BEGIN SELECT 1; END",
  );
  const { file } = await site.backup();
  await expect(site.restore(file, "restored")).rejects.toMatchObject({ code: "foreign_database" });
});

/** A backup changed by somebody who has another database, but not the key. */
async function archiveOf(backup: string, database: string, to: string, key: SecretKey | null) {
  const text = readFileSync(backup, "latin1");
  const manifest = manifestSchema.parse(JSON.parse(text.slice(text.indexOf("{"), text.indexOf("\n}\n") + 2)));
  const fd = openSync(database, "r");
  try {
    const files = [{ name: "tiro.db" as const, fd }];
    await writeArchive(to, { ...manifest, files: files.map(describeFile) }, files, key, []);
    return to;
  } finally {
    closeSync(fd);
  }
}
