import { expect, test } from "bun:test";
import { generateSync } from "otplib";
import { TEST_ACTOR, testBinding } from "../../test/support/database.ts";
import { tiroSite } from "../../test/support/tiro.ts";
import { beginBrowserSession } from "../accounts/credentials/browser-sessions.ts";
import { enableTotp, newTotpSecret } from "../accounts/log-in/totp.ts";
import { systemClock } from "../lib/clock.ts";
import { browserSessionsOf } from "../store/credentials/browser-sessions.ts";
import { insertPasskey, passkeysOf } from "../store/log-in/passkeys.ts";
import { hasTotp } from "../store/log-in/totp.ts";
import { oauthGrantById } from "../store/oauth/grants.ts";
import { openDatabase } from "../store/open-database.ts";

test("an operator turns a lost second step off and removes lost passkeys, of that person alone", () => {
  using site = tiroSite();
  const ids = ["ada", "bob"].map(
    (name) => site.json("users", "add", "--email", `${name}@x.test`, "--name", name).id as string,
  );
  const db = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
  for (const userId of ids) {
    const secret = newTotpSecret();
    enableTotp({ db, clock: systemClock, actor: TEST_ACTOR }, userId, secret, generateSync({ secret }));
    const rest = { publicKey: new Uint8Array(1), counter: 0, transports: [], createdAt: 0, lastUsedAt: null };
    for (const name of ["a", "b"]) insertPasskey(db, { id: `${userId}${name}`, userId, name, ...rest });
  }
  const [ada = "", bob = ""] = ids;
  const reset = () => site.json("users", "reset-second-step", "ada@x.test");
  expect(reset()).toEqual({ id: ada, email: "ada@x.test", was_on: true });
  expect(reset()).toMatchObject({ was_on: false });
  expect(site.run("users", "remove-passkeys", ada).stdout).toBe("Removed 2 passkeys of ada@x.test.\n");
  expect([hasTotp(db, ada), hasTotp(db, bob)]).toEqual([false, true]);
  expect([passkeysOf(db, ada).length, passkeysOf(db, bob).length]).toEqual([0, 2]);
  const actions = site.json("audit", "list").map(({ action }: { action: string }) => action);
  expect(actions.slice(-3)).toEqual([
    "user.second_step_disabled",
    "user.passkey_removed",
    "user.passkey_removed",
  ]);
  expect(site.run("users", "reset-second-step", "nobody@x.test").code).toBe(1);
  db.close();
});

test("an operator ends a person's sessions, or everybody's, and their apps' access where it is asked for", () => {
  using site = tiroSite();
  const ids = ["ada", "bob"].map(
    (name) => site.json("users", "add", "--email", `${name}@x.test`, "--name", name).id as string,
  );
  const [ada = "", bob = ""] = ids;
  const db = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR };
  const entry = { methods: ["password" as const], address: "::1", userAgent: null };
  const logIn = () => {
    for (const id of [ada, ada, bob]) beginBrowserSession(deps, { id }, entry);
  };
  const open = () => ids.map((id) => browserSessionsOf(db, id).length);
  const grant = `gra_${"a".repeat(32)}`;
  db.exec(
    `INSERT INTO oauth_clients VALUES ('https://app.test', 'App', '[]', '["read"]', 'none', NULL, 1, 0, NULL)`,
  );
  db.prepare(
    "INSERT INTO oauth_grants VALUES (?, 'https://app.test', ?, '[\"read\"]', '[]', 'https://x.test', 0, NULL, ?, NULL)",
  ).run(grant, ada, systemClock.now() + 1e9);
  logIn();
  expect(site.json("users", "end-sessions", "ada@x.test")).toEqual({ people: 1, sessions: 2, apps: 0 });
  expect([open(), oauthGrantById(db, grant)?.revokedAt]).toEqual([[0, 1], null]);
  logIn();
  expect(site.run("users", "end-sessions", "--all", "--apps").stdout).toBe(
    "Ended 4 sessions and the access of 1 apps, of 2 people.\n",
  );
  expect([open(), oauthGrantById(db, grant)?.revokedAt]).toEqual([[0, 0], expect.any(Number)]);
  const actions = site.json("audit", "list").map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(["user.logged_out_everywhere", "grant.revoked"]));
  for (const wrong of [[], ["ada@x.test", "--all"], ["nobody@x.test"]])
    expect(site.run("users", "end-sessions", ...wrong).code).toBe(1);
  db.close();
});
