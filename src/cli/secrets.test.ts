import { expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateSync } from "otplib";
import { TEST_ACTOR, testBinding } from "../../test/support/database.ts";
import { tiroSite } from "../../test/support/tiro.ts";
import { enableTotp, newTotpSecret } from "../accounts/log-in/totp.ts";
import { systemClock } from "../lib/clock.ts";
import { lockDataFolder } from "../store/data-folder/server-lock.ts";
import { hasTotp, totpOf } from "../store/log-in/totp.ts";
import { openDatabase } from "../store/open-database.ts";

test("an operator rotates the key of secrets while no server runs, and gives a lost one up", () => {
  using site = tiroSite();
  const { id } = site.json("users", "add", "--email", "ada@x.test", "--name", "Ada");
  const withDb = <T>(work: (db: ReturnType<typeof openDatabase>) => T): T => {
    const db = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const secret = newTotpSecret();
  withDb((db) =>
    enableTotp({ db, clock: systemClock, actor: TEST_ACTOR }, id, secret, generateSync({ secret })),
  );
  const key = join(site.dataDir, "secret.key");
  const before = readFileSync(key);
  expect(site.json("secrets", "rotate")).toEqual({ secrets: 1, key_file: null });
  expect(readFileSync(key)).not.toEqual(before);
  expect(withDb((db) => totpOf(db, id)?.secret)).toBe(secret);

  const unlock = lockDataFolder(site.dataDir, testBinding());
  expect(site.run("secrets", "rotate").stderr).toContain("Another tiro server");
  unlock();

  const check = () =>
    JSON.parse(site.run("doctor", "--no-recognition", "--json").stdout).checks.find(
      ({ name }: { name: string }) => name === "secret key",
    );
  expect(check()).toMatchObject({ status: "ok" });
  writeFileSync(key, before);
  expect(check()).toMatchObject({ status: "fail", detail: expect.stringContaining("not this database's") });
  rmSync(key);
  expect(check()).toMatchObject({ status: "fail", advice: expect.stringContaining("tiro secrets reset") });

  expect(site.run("secrets", "reset").code).toBe(2);
  expect(site.json("secrets", "reset", "--yes")).toEqual({ reset: true });
  expect(withDb((db) => hasTotp(db, id))).toBe(false);
  expect(check()).toMatchObject({ status: "ok" });
  const actions = site.json("audit", "list").map(({ action }: { action: string }) => action);
  expect(actions.slice(-2)).toEqual(["secrets.rotated", "secrets.reset"]);
});
