/** Usage and invoices as the app in a person's browser shows them. */
import { expect, test } from "bun:test";
import { addMember } from "../../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../../src/accounts/organizations/organizations.ts";
import { newId } from "../../../src/lib/ids.ts";
import { DAY_MS } from "../../../src/lib/units.ts";
import { closeInvoices } from "../../../src/metering/invoices.ts";
import { setLimit } from "../../../src/metering/limits.ts";
import { createMeter } from "../../../src/metering/meter.ts";
import { recordUsage } from "../../../src/metering/usage.ts";
import { inTransaction } from "../../../src/store/db.ts";
import { addScimGroupMembers, upsertScimGroup } from "../../../src/store/directory/groups.ts";
import { browserCalls } from "../../support/browser.ts";
import { endlessEngine } from "../../support/engines.ts";
import { testPeople } from "../../support/test-servers.ts";

const people = await testPeople({
  overrides: { engine: endlessEngine },
  environment: { TIRO_BILLING_FREE_USD: "0", TIRO_LIMITS_DAILY_AUDIO_SECONDS: "7200" },
});
people.clock.nowMs = Date.parse("2026-11-10T12:00:00Z");

function use(
  accountId: string,
  {
    memberId = null,
    keyId = "browser",
    daysAgo = 0,
    seconds = 3600,
  }: {
    memberId?: string | null;
    keyId?: string;
    daysAgo?: number;
    seconds?: number;
  },
): void {
  const { context } = people.server;
  const at = people.clock.nowMs - daysAgo * DAY_MS;
  const line = { requestId: newId("req"), accountId, memberId, keyId, kind: "dictation" } as const;
  inTransaction(context.db, () =>
    recordUsage(createMeter(context.config.billing), context.db, {
      ...line,
      audioSeconds: seconds,
      acceptedAt: at,
      createdAt: at,
    }),
  );
}

const hour = (requests: number) => ({
  requests,
  audio_seconds: 3600 * requests,
  billed_seconds: 3600 * requests,
  amount_micro_usd: 490_000 * requests,
  free_micro_usd: 0,
  charged_micro_usd: 490_000 * requests,
});

test("by day, month and key, with the same numbers as CSV", async () => {
  const user = people.add();
  const { call } = await browserCalls(people, user);
  const { json: key } = await call("POST", "/keys", { name: "=Laptop" });
  use(user.id, {});
  use(user.id, { keyId: key.id });
  use(user.id, { daysAgo: 20 });
  const none = { day: null, month: null, key_id: null, key_name: null };
  expect((await call("GET", "/usage")).json).toEqual({
    object: "usage_report",
    by: "day",
    time_zone: "UTC",
    currency: "USD",
    lines: [
      { ...none, day: "2026-10-21", ...hour(1) },
      { ...none, day: "2026-11-10", ...hour(2) },
    ],
  });
  expect((await call("GET", "/usage?by=month&since=2026-11-01")).json.lines).toEqual([
    { ...none, month: "2026-11", ...hour(2) },
  ]);
  expect((await call("GET", "/usage?by=key")).json.lines).toEqual([
    { ...none, key_id: "browser", key_name: "Browser", ...hour(2) },
    { ...none, key_id: key.id, key_name: "=Laptop", ...hour(1) },
  ]);
  const { json: csv, answer } = await call("GET", "/usage?by=key&format=csv&since=2026-11-01");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="usage-by-key.csv"');
  expect(csv).toBe(
    [
      "key_id,key_name,requests,audio_seconds,billed_seconds,amount_usd,free_usd,charged_usd,currency",
      "browser,Browser,1,3600,3600,0.49,0.00,0.49,USD",
      `${key.id},'=Laptop,1,3600,3600,0.49,0.00,0.49,USD`,
      "",
    ].join("\r\n"),
  );
  expect((await call("GET", "/usage?by=week")).json.error.details.issues[0].param).toBe("by");
});

test("an organization's by day, too", async () => {
  const owner = people.add();
  const { id } = addOrganization(people.deps, { name: `Acme ${owner.id}`, owner });
  use(id, { memberId: owner.id, daysAgo: 1 });
  use(id, { memberId: owner.id });
  const { call } = await browserCalls(people, owner);
  const { json } = await call("GET", `/organizations/${id}/usage/report?by=day`);
  const none = { user_id: null, email: null, name: null, month: null, source: "organization" };
  expect(json.lines).toEqual([
    { ...none, day: "2026-11-09", ...hour(1) },
    { ...none, day: "2026-11-10", ...hour(1) },
  ]);
  const csv = await call("GET", `/organizations/${id}/usage/report?by=day&format=csv`);
  expect(csv.json.split("\r\n")[1]).toBe("2026-11-09,organization,1,3600,3600,0.49,0.00,0.49,USD");
});

test("how accounts stand, and what is left of their limits", async () => {
  const [owner, member] = [people.add("Ada"), people.add("Bob")];
  const { id } = addOrganization(people.deps, { name: `Beta ${owner.id}`, owner });
  addMember(people.deps, id, member.id, "member");
  const department = newId("grp");
  upsertScimGroup(people.deps.db, {
    id: department,
    displayName: "Radiology",
    externalId: null,
    createdAt: 1,
    updatedAt: 1,
  });
  addScimGroupMembers(people.deps.db, department, [owner.id]);
  setLimit(people.deps, "group:Radiology", "monthly_audio_seconds", "3600");
  use(owner.id, { seconds: 1800 });
  const { json } = await (await browserCalls(people, owner)).call("GET", "/billing");
  expect(json).toEqual({
    object: "list",
    mode: "meter",
    currency: "USD",
    data: [
      {
        object: "account_standing",
        account_id: owner.id,
        account_name: "Ada",
        month: "2026-11",
        requests: 1,
        billed_seconds: 1800,
        amount_micro_usd: 245_000,
        free_micro_usd: 0,
        free_used_micro_usd: 0,
        open_micro_usd: 245_000,
        payment_arranged: false,
        limits: {
          requests_per_minute: 600,
          concurrent_audio: 32,
          stored_jobs: 1000,
          storage_bytes: null,
          daily_audio_seconds: 7200,
          monthly_audio_seconds: null,
        },
        in_use: { stored_jobs: 0, storage_bytes: 0, daily_audio_seconds: 1800, monthly_audio_seconds: 1800 },
        group_quotas: [
          {
            group: "Radiology",
            period: "month",
            limit_seconds: 3600,
            used_seconds: 1800,
            resets_at: "2026-12-01T00:00:00.000Z",
          },
        ],
      },
      expect.objectContaining({ account_id: id, account_name: `Beta ${owner.id}` }),
    ],
  });
  // A member does not read the organization's.
  expect((await (await browserCalls(people, member)).call("GET", "/billing")).json.data).toHaveLength(1);
});

test("invoices as JSON and CSV", async () => {
  const user = people.add();
  use(user.id, { daysAgo: 20 });
  closeInvoices(people.server.context);
  const { call } = await browserCalls(people, user);
  const { json } = await call("GET", "/invoices");
  expect(json.data).toEqual([
    expect.objectContaining({ object: "invoice", account_id: user.id, amount_due_usd: "0.49" }),
  ]);
  const csv = await call("GET", "/invoices?format=csv");
  expect(csv.json.split("\r\n")[1]).toContain(`${json.data[0].number},issued,${user.id}`);
});
