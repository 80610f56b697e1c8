import { expect, test } from "bun:test";
import { join } from "node:path";
import Database from "better-sqlite3";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import { keyById } from "../credentials/api-keys.ts";
import { openDatabase } from "../open-database.ts";
import { membersOf } from "../organizations/members.ts";
import { organizationById } from "../organizations/organizations.ts";
import { useSecretKey } from "../secrets/sealed-secrets.ts";
import { secretKeyFile } from "../secrets/secret-key.ts";
import { MIGRATIONS } from "./list.ts";
import { migrate } from "./migrate.ts";

const [ADA, BO] = [`usr_${"a".repeat(32)}`, `usr_${"b".repeat(32)}`];
const [ACME, KEY, REQUEST] = [`org_${"c".repeat(32)}`, `key_${"d".repeat(32)}`, `req_${"e".repeat(32)}`];

test("members, invitations, keys and the ledger are as before, and nobody is bound by a new policy", () => {
  using folder = temporaryFolder();
  const before = new Database(join(folder.path, "tiro.db"), { nativeBinding: testBinding() });
  before.pragma("foreign_keys = ON");
  useSecretKey(before, secretKeyFile(folder.path, undefined));
  const own = MIGRATIONS.findIndex(({ name }) => name === "people");
  migrate(before, MIGRATIONS.slice(0, own), testClock());
  before.exec(`
    INSERT INTO users (id, email, plan, administrator, created_at)
    VALUES ('${ADA}', 'ada@x.test', 'free', 0, 1), ('${BO}', 'bo@x.test', 'free', 0, 1);
    INSERT INTO organizations (id, name, plan, created_at) VALUES ('${ACME}', 'Acme', 'team', 1);
    INSERT INTO members VALUES ('${ACME}', '${ADA}', 'owner', 1), ('${ACME}', '${BO}', 'admin', 2);
    INSERT INTO invitations VALUES ('${ACME}', 'Cy@x.test', 'member', x'${"01".repeat(32)}', 3, 4);
    INSERT INTO api_keys (id, account_id, name, hash, last_four, created_at)
    VALUES ('${KEY}', '${ACME}', 'k', x'${"02".repeat(32)}', 'abcd', 5);
    INSERT INTO usage (request_id, account_id, key_id, kind, audio_seconds, billed_seconds, price_micro_usd,
      amount_micro_usd, free_micro_usd, accepted_at, created_at, day)
    VALUES ('${REQUEST}', '${ACME}', '${KEY}', 'dictation', 1, 10, 1, 1, 0, 1, 1, '2026-11-21');
  `);
  before.close();

  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  expect(membersOf(db, ACME).map(({ email, role, joinedAt }) => [email, role, joinedAt])).toEqual([
    ["ada@x.test", "owner", 1],
    ["bo@x.test", "admin", 2],
  ]);
  expect(db.prepare("SELECT * FROM invitations").all()).toEqual([
    {
      ...{ organization_id: ACME, email: "Cy@x.test", role: "member", hash: Buffer.alloc(32, 1) },
      ...{ created_at: 3, expires_at: 4 },
    },
  ]);
  expect(keyById(db, KEY)?.scopes).toEqual(["read", "write"]);
  const open = { keyDays: null, keyNetworks: null, secondStepRequired: false, ownUsageReported: false };
  expect(organizationById(db, ACME)).toMatchObject(open);
  expect(db.pragma("foreign_key_check")).toEqual([]);
  expect(db.pragma("integrity_check", { simple: true })).toBe("ok");

  db.exec(`UPDATE members SET role = 'auditor' WHERE user_id = '${BO}'`);
  for (const [refused, why] of [
    [`UPDATE members SET role = 'king'`, "CHECK"],
    [`INSERT INTO members VALUES ('${ACME}', '${ADA}', 'member', 1)`, "UNIQUE"],
    [`INSERT INTO members VALUES ('${ACME}', 'usr_nobody', 'member', 1)`, "FOREIGN KEY"],
    [
      `INSERT INTO invitations VALUES ('${ACME}', 'CY@x.test', 'member', x'${"03".repeat(32)}', 3, 4)`,
      "UNIQUE",
    ],
    [`UPDATE usage SET invoice_number = 1, member_id = '${ADA}'`, "never changes"],
  ] as const)
    expect(() => db.exec(refused)).toThrow(why);
  db.close();
});
