/** Over random ledgers, half of them written before there were sums: what is read from sums is what the lines say. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import type { Db } from "../db.ts";
import { MIGRATIONS } from "../migrations/list.ts";
import { migrate } from "../migrations/migrate.ts";
import { useSecretKey } from "../secrets/sealed-secrets.ts";
import { secretKeyFile } from "../secrets/secret-key.ts";
import { audioSecondsOf, USAGE_GROUPS, usageBy } from "./usage.ts";
import { REPORT_GROUPS, reportRows } from "./usage-report.ts";

const ACME = `org_${"0".repeat(32)}`;
const PEOPLE = ["a", "b", "c"].map((digit) => `usr_${digit.repeat(32)}`);
const [ADA, , CY] = PEOPLE as [string, string, string];
const HOUR_MS = 3_600_000;
const SUMS_AT = MIGRATIONS.findIndex(({ name }) => name === "usage_sums");

const line = fc.record({
  accountId: fc.constantFrom(ACME, ...PEOPLE),
  memberId: fc.constantFrom(null, ...PEOPLE),
  keyId: fc.constantFrom<string>("key_a", "key_b"),
  seconds: fc.integer({ min: 0, max: 100 }),
  // Clocks jump: the hour that a line is written in does not follow from its day.
  createdAt: fc.integer({ min: 0, max: 72 }).map((hours) => hours * HOUR_MS),
  day: fc.constantFrom<string>("2026-10-31", "2026-11-01", "2026-11-02"),
});
const joined = fc.array(fc.integer({ min: 0, max: 72 }), { minLength: 3, maxLength: 3 });
const bound = fc.constantFrom(null, "2026-10-31", "2026-11-01", "2026-11", "2026-12-01");

type Line = typeof line extends fc.Arbitrary<infer One> ? One : never;

function write(db: Db, lines: readonly Line[], from: number): void {
  const insert =
    db.prepare(`INSERT INTO usage (request_id, account_id, key_id, kind, audio_seconds, billed_seconds,
      price_micro_usd, amount_micro_usd, free_micro_usd, accepted_at, created_at, day, member_id)
    VALUES (?, ?, ?, 'dictation', ?, ?, 1, ?, ?, 1, ?, ?, ?)`);
  for (const [index, { accountId, memberId, keyId, seconds, createdAt, day }] of lines.entries()) {
    const member = accountId === ACME ? memberId : null;
    const sums = [seconds, seconds + 1, seconds * 3, seconds * 2];
    insert.run(
      `req_${`${from + index}`.padStart(32, "0")}`,
      accountId,
      keyId,
      ...sums,
      createdAt,
      day,
      member,
    );
  }
}

const TOTALS = `count(*) AS requests, sum(audio_seconds) AS audioSeconds, sum(billed_seconds) AS billedSeconds,
  sum(amount_micro_usd) AS amountMicroUsd, sum(free_micro_usd) AS freeMicroUsd`;
const WITHIN = "(@since IS NULL OR day >= @since) AND (@until IS NULL OR day < @until)";

/** By the lines themselves. */
function ledgerReport(db: Db, through: string, own: string, filter: object) {
  return db
    .prepare(
      `SELECT ${through} AS "of", 'organization' AS source, ${TOTALS} FROM usage
       WHERE account_id = '${ACME}' AND ${WITHIN} GROUP BY 1
       UNION ALL
       SELECT ${own}, 'own', ${TOTALS} FROM members JOIN usage ON account_id = user_id AND created_at >= joined_at
       WHERE ${WITHIN} GROUP BY 1 ORDER BY 1, 2`,
    )
    .all(filter);
}

function check(db: Db, since: string | null, until: string | null): void {
  const report = { organizationId: ACME, withOwn: true, since, until };
  for (const by of REPORT_GROUPS) {
    const [through, own] = {
      member: ["member_id", "account_id"] as const,
      month: ["substr(day, 1, 7)", "substr(day, 1, 7)"] as const,
      day: ["day", "day"] as const,
    }[by];
    expect(reportRows(db, by, report)).toEqual(ledgerReport(db, through, own, { since, until }) as never);
  }
  for (const by of USAGE_GROUPS)
    for (const accountId of [null, ACME]) {
      const columns = {
        account: "account_id",
        key: "account_id, key_id",
        day: "day",
        month: "substr(day, 1, 7)",
      }[by];
      const lines = db.prepare(
        `SELECT ${TOTALS} FROM usage WHERE (@accountId IS NULL OR account_id = @accountId) AND ${WITHIN}
         GROUP BY ${columns} ORDER BY ${columns}`,
      );
      const sums = usageBy(db, by, { accountId, since, until });
      expect(sums.map(({ accountId: _a, keyId: _k, day: _d, month: _m, ...totals }) => totals)).toEqual(
        lines.all({ accountId, since, until }) as never,
      );
    }
  const ofDay = db.prepare<[string, string], number>(
    "SELECT coalesce(sum(audio_seconds), 0) FROM usage WHERE account_id = ? AND day = ?",
  );
  for (const account of [ACME, ADA])
    expect(audioSecondsOf(db, account, { firstDay: "2026-11-01", lastDay: "2026-11-01" })).toBe(
      ofDay.pluck().get(account, "2026-11-01") ?? -1,
    );
}

/** Acme and its people, each of whom joined at an hour, in a database from before the sums. */
function beforeSums(joinedHours: readonly number[]): { db: Db } & Disposable {
  const folder = temporaryFolder();
  const db = new Database(join(folder.path, "tiro.db"), { nativeBinding: testBinding() });
  db.pragma("synchronous = OFF");
  useSecretKey(db, secretKeyFile(folder.path, undefined));
  migrate(db, MIGRATIONS.slice(0, SUMS_AT), testClock());
  db.prepare("INSERT INTO organizations (id, name, plan, created_at) VALUES (?, 'Acme', 'team', 1)").run(
    ACME,
  );
  const person = db.prepare(
    "INSERT INTO users (id, email, plan, administrator, created_at) VALUES (?, ?, 'free', 0, 1)",
  );
  const member = db.prepare("INSERT INTO members VALUES (?, ?, 'member', ?)");
  for (const [index, id] of PEOPLE.entries()) {
    person.run(id, `${id}@x.test`);
    member.run(ACME, id, (joinedHours[index] ?? 0) * HOUR_MS);
  }
  const close = () => {
    db.close();
    folder[Symbol.dispose]();
  };
  return { db, [Symbol.dispose]: close };
}

test("reports from sums are what the ledger says", () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`usage sums seed: ${seed}`);
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      fc.array(line, { maxLength: 40 }),
      joined,
      bound,
      bound,
      (earlier, later, hours, since, until) => {
        using site = beforeSums(hours);
        const { db } = site;
        write(db, earlier, 0);
        migrate(db, MIGRATIONS, testClock());
        check(db, since, until);
        write(db, later, earlier.length);
        check(db, since, until);
      },
    ),
    { numRuns: 40, seed },
  );
}, 300_000);

test("a report reads none of the lines, but for those of the day on which a member joined", () => {
  using site = beforeSums([0, 0, 24]);
  const { db } = site;
  migrate(db, MIGRATIONS, testClock());
  const at = (hour: number, day: string, accountId: string) => {
    const createdAt = hour * HOUR_MS;
    return {
      accountId,
      memberId: null,
      keyId: "key_a",
      seconds: 60,
      createdAt,
      day,
    };
  };
  write(
    db,
    [at(1, "2026-11-01", ADA), at(23, "2026-11-01", CY), at(25, "2026-11-01", CY), at(30, "2026-11-02", CY)],
    0,
  );
  const own = () =>
    reportRows(db, "member", { organizationId: ACME, withOwn: true, since: null, until: null }).map((row) => [
      row.of,
      row.requests,
    ]);
  expect(own()).toEqual([
    [ADA, 1],
    [CY, 2],
  ]);
  db.exec("DROP TRIGGER usage_loses_no_line; DELETE FROM usage");
  expect(own()).toEqual([
    [ADA, 1],
    [CY, 1],
  ]);
});
