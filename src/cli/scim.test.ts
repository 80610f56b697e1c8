import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder, testBinding } from "../../test/support/database.ts";
import { authenticateDirectory } from "../accounts/directory/tokens.ts";
import { systemClock } from "../lib/clock.ts";
import { openDatabase } from "../store/open-database.ts";

const MAIN = new URL("../main.ts", import.meta.url).pathname;

test("a token is made, shown once, listed and revoked", () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const tiro = (...args: string[]) => {
    const run = Bun.spawnSync([process.execPath, MAIN, ...args, "--data", dataDir], {
      env: { PATH: process.env.PATH ?? "" },
    });
    return { code: run.exitCode, stdout: run.stdout.toString(), stderr: run.stderr.toString() };
  };
  expect(tiro("scim", "token", "create", "--name", "Okta").code).toBe(1);
  expect(tiro("users", "add", "--email", "a@example.com", "--name", "A").code).toBe(0);

  const made = tiro("scim", "token", "create", "--name", "Okta", "--expires", "30", "--json");
  const { id, token, url, name, state, expires_at } = JSON.parse(made.stdout);
  expect({ url, name, state }).toEqual({
    url: "http://127.0.0.1:8420/scim/v2",
    name: "Okta",
    state: "active",
  });
  expect([token, expires_at]).toEqual([expect.stringMatching(/^scim_[\w-]{43}$/), expect.any(String)]);
  const listed = tiro("scim", "token", "list");
  expect(listed.stdout).toMatch(new RegExp(`${id} +Okta +…${token.slice(-4)} +active `));
  expect(listed.stdout).not.toContain(token);

  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  const enter = () => authenticateDirectory({ db, clock: systemClock }, `Bearer ${token}`).id;
  expect(enter()).toBe(id);
  expect(tiro("scim", "token", "revoke", id).stdout).toBe(`Revoked ${id} (Okta).\n`);
  expect(enter).toThrow("revoked");
  db.close();
  expect(tiro("scim", "token", "revoke", "sct_0").stderr).toContain("No such token: sct_0.");
});
