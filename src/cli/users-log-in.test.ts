import { expect, setDefaultTimeout, test } from "bun:test";
import { generateSync } from "otplib";
import { TEST_ACTOR, testBinding } from "../../test/support/database.ts";
import { tiroSite } from "../../test/support/tiro.ts";
import { enableTotp, newTotpSecret } from "../accounts/log-in/totp.ts";
import { systemClock } from "../lib/clock.ts";
import { insertPasskey, passkeysOf } from "../store/log-in/passkeys.ts";
import { hasTotp } from "../store/log-in/totp.ts";
import { openDatabase } from "../store/open-database.ts";

setDefaultTimeout(60_000);

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
