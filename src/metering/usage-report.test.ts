import { expect, test } from "bun:test";
import { testAccounts } from "../../test/support/accounts.ts";
import { addMember, removeMember } from "../accounts/organizations/members.ts";
import { findOrganization, setPolicy } from "../accounts/organizations/organizations.ts";
import { configSchema } from "../config/schema.ts";
import { newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/units.ts";
import { inTransaction } from "../store/db.ts";
import { createMeter } from "./meter.ts";
import { recordUsage } from "./usage.ts";
import { type ReportQuery, reportCsv, usageReport } from "./usage-report.ts";

const HOUR = 3600;

/**
 * Acme's members Ada and Bo, who joined on 21 November 2026, and Beta's Zoe. On that day and on 1 December each dictates
 * with their organization's key for an hour and with their own for two; Bo did so before he joined, too.
 */
function setUp() {
  const site = testAccounts();
  const { deps } = site;
  const meter = createMeter(configSchema.parse({}).billing);
  const use = (account: { id: string }, member: { id: string } | null, hours: number) => {
    const line = {
      requestId: newId("req"),
      accountId: account.id,
      keyId: "key_1",
      kind: "dictation",
    } as const;
    const at = site.clock.nowMs;
    const memberId = member?.id ?? null;
    const used = { ...line, memberId, audioSeconds: hours * HOUR, acceptedAt: at, createdAt: at };
    inTransaction(deps.db, () => recordUsage(meter, deps.db, used));
  };
  const [ada, bo, zoe] = [site.person("ada"), site.person("bo"), site.person("zoe")] as const;
  site.clock.nowMs -= DAY_MS;
  use(bo, null, 2);
  site.clock.nowMs += DAY_MS;
  const [acme, beta] = [site.organization("Acme", ada), site.organization("Beta", zoe)] as const;
  addMember(deps, acme.id, bo.id, "member");
  for (const days of [0, 10]) {
    site.clock.nowMs += days * DAY_MS;
    for (const person of [ada, bo]) use(acme, person, 1);
    use(beta, zoe, 1);
    for (const person of [ada, bo, zoe]) use(person, null, 2);
  }
  use(acme, null, 5);
  const report = (query: Partial<ReportQuery> = {}) =>
    usageReport(
      deps.db,
      findOrganization(deps.db, acme.id),
      { by: "member", since: null, until: null, ...query },
      "USD",
    );
  const table = (query: Partial<ReportQuery> = {}) =>
    report(query).lines.map((line) => [
      line.email ?? line.user_id ?? line.month,
      line.source,
      line.requests,
      line.audio_seconds / HOUR,
    ]);
  return { ...site, ada, bo, acme, report, table };
}

test("has what members used with the organization's keys, by member and by month", () => {
  using site = setUp();
  expect(site.table()).toEqual([
    ["ada@example.com", "organization", 2, 2],
    ["bo@example.com", "organization", 2, 2],
    [null, "organization", 1, 5],
  ]);
  expect(site.table({ by: "month" })).toEqual([
    ["2026-11", "organization", 2, 2],
    ["2026-12", "organization", 3, 7],
  ]);
  expect(site.table({ since: "2026-12-01", until: "2026-12-02", by: "month" })).toEqual([
    ["2026-12", "organization", 3, 7],
  ]);
  expect(site.table({ until: "2026-11-21" })).toEqual([]);
});

test("has what members used with their own keys where the policy says so: since they joined, while they are in it", () => {
  using site = setUp();
  setPolicy(site.deps, site.acme.id, { ownUsageReported: true });
  expect(site.table()).toEqual([
    ["ada@example.com", "organization", 2, 2],
    ["ada@example.com", "own", 2, 4],
    ["bo@example.com", "organization", 2, 2],
    ["bo@example.com", "own", 2, 4],
    [null, "organization", 1, 5],
  ]);
  expect(site.table({ by: "month", until: "2026-12-01" })).toEqual([
    ["2026-11", "organization", 2, 2],
    ["2026-11", "own", 2, 4],
  ]);
  removeMember(site.deps, site.acme.id, site.bo.id);
  expect(site.table().map(([email, source]) => [email, source])).toEqual([
    ["ada@example.com", "organization"],
    ["ada@example.com", "own"],
    ["bo@example.com", "organization"],
    [null, "organization"],
  ]);
});

test("is a table for spreadsheets", () => {
  using site = setUp();
  expect(reportCsv(site.report({ until: "2026-12-01" }))).toBe(
    [
      "user_id,email,name,source,requests,audio_seconds,billed_seconds,amount_usd,free_usd,charged_usd,currency",
      `${site.ada.id},ada@example.com,ada,organization,1,3600,3600,0.49,0.49,0.00,USD`,
      `${site.bo.id},bo@example.com,bo,organization,1,3600,3600,0.49,0.49,0.00,USD`,
      "",
    ].join("\r\n"),
  );
  expect(reportCsv(site.report({ by: "month", until: "2026-12-01" }))).toBe(
    [
      "month,source,requests,audio_seconds,billed_seconds,amount_usd,free_usd,charged_usd,currency",
      "2026-11,organization,2,7200,7200,0.98,0.98,0.00,USD",
      "",
    ].join("\r\n"),
  );
});
