/** Organizations, by administrators of the server: found, added, bound by policies whose effect is counted before. */
import { expect, test } from "bun:test";
import { verifyAudit } from "../../../src/accounts/audit/audit-log.ts";
import { createKey } from "../../../src/accounts/credentials/api-keys.ts";
import { DAY_MS } from "../../../src/lib/units.ts";
import { setGroupMembership } from "../../../src/store/organizations/group-memberships.ts";
import type { User } from "../../../src/store/people/users.ts";
import { historyOf } from "../../support/history.ts";
import type { Json } from "../../support/server.ts";
import { testPeople } from "../../support/test-servers.ts";
import { Administrators } from "./administrators.ts";

const people = await testPeople();
const staff = new Administrators(people);
const owner = people.add("Maren Holt");
const [status, added] = await staff.administrator("POST", "/organizations", {
  name: "Northgate 100% Bank",
  owner_email: owner.email.toUpperCase(),
});
expect([status, added.plan, added.members]).toEqual([201, "team", 1]);
const id = added.id;

test("added for somebody with an account, under a name of its own", async () => {
  const add = async (body: object) => {
    const [status, { error }] = await staff.administrator("POST", "/organizations", body);
    return [status, error.details.issues[0].param];
  };
  expect(await add({ name: "X", owner_email: "no@acme.test" })).toEqual([400, "owner_email"]);
  expect(await add({ name: "northgate 100% bank", owner_email: owner.email })).toEqual([400, "name"]);
});

test("found by a part of the name, by plan and by state, page by page", async () => {
  for (const name of ["Alpha", "beta", "Gamma"])
    await staff.administrator("POST", "/organizations", { name, owner_email: owner.email, plan: "pro" });
  const names = async (query: string) => {
    const [, { data, total }] = await staff.auditor("GET", `/organizations?${query}`);
    expect(total).toBe(data.length);
    return data.map(({ name }: Json) => name);
  };
  expect(await names("query=100%25")).toEqual(["Northgate 100% Bank"]);
  expect(await names("query=_")).toEqual([]);
  expect(await names("plan=pro")).toEqual(["Alpha", "beta", "Gamma"]);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path: string = `/organizations?limit=1${cursor && `&cursor=${cursor}`}`;
    const [, page]: [number, Json] = await staff.auditor("GET", path);
    seen.push(...page.data.map(({ name }: Json) => name));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(["Alpha", "beta", "Gamma", "Northgate 100% Bank"]);
});

test("a policy's effect is counted before it is saved, and the counts are what happens", async () => {
  const { db } = people.server.context;
  const effect = async (body: object) => {
    const [status, counts] = await staff.auditor("POST", `/organizations/${id}/policy/effect`, body);
    expect(status).toBe(200);
    return Object.fromEntries(
      Object.entries(counts).filter(([name, count]) => count !== 0 && !["object", "members"].includes(name)),
    );
  };
  const history = historyOf(people.server, owner.email);
  history.keep("old");
  createKey({ ...people.deps, keyPrefixes: ["sk_"] }, { id }, { name: "Line" });
  people.clock.nowMs += 40 * DAY_MS;
  staff.renew();
  history.keep("new");
  expect(await effect({ retention_days: 30, key_days: 30 })).toEqual({ erased_sessions: 1, ended_keys: 1 });
  expect(await effect({ zero_retention: true })).toEqual({ hidden_sessions: 2 });
  expect(await effect({ second_step_required: true })).toEqual({ without_second_step: 1 });
  expect(await effect({ key_networks: ["192.0.2.0/24"] })).toEqual({ bound_keys: 1 });
  expect(await effect({ retention_days: 365, history_allowed: false })).toEqual({});
  const [wrong] = await staff.auditor("POST", `/organizations/${id}/policy/effect`, { retention_days: 0 });
  expect(wrong).toBe(400);
  expect(db.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(2);
});

test("plan and policies change, and of two administrators the second is told", async () => {
  const at = `/organizations/${id}`;
  const [, { revision }] = await staff.administrator("GET", at);
  const [status, changed] = await staff.administrator("PATCH", at, {
    plan: "enterprise",
    policy: { retention_days: 30, allowed_languages: ["de", "en"] },
    revision,
  });
  expect([status, changed.plan, changed.policy.retention_days]).toEqual([200, "enterprise", 30]);
  const [stale, { error }] = await staff.second("PATCH", at, { policy: { retention_days: 7 }, revision });
  expect([stale, error.code]).toEqual([409, "revision_conflict"]);
  for (const body of [
    { policy: { history_scope: "all" } },
    { policy: { content_review: "owners" } },
    { policy: { allowed_languages: ["xx"] } },
  ])
    expect((await staff.administrator("PATCH", at, body))[0]).toBe(400);
  const [, { policy }] = await staff.auditor("GET", at);
  expect([policy.retention_days, policy.history_scope]).toEqual([30, "own"]);
});

test("members come and go, but not the last owner, nor those of the company's groups", async () => {
  const [bo, cleo] = [people.add("Bo"), people.add("Cleo")];
  const put = (person: User, role: string) =>
    staff.administrator("PUT", `/organizations/${id}/members/${person.id}`, { role });
  const drop = (person: User) => staff.administrator("DELETE", `/organizations/${id}/members/${person.id}`);
  expect((await put(bo, "admin"))[1].members).toBe(2);
  expect((await put(bo, "member"))[0]).toBe(200);
  expect((await put(owner, "member"))[0]).toBe(400);
  expect((await put(staff.persons.administrator, "owner"))[0]).toBe(400);
  expect((await drop(owner))[0]).toBe(400);
  expect((await put(cleo, "member"))[0]).toBe(200);
  setGroupMembership(people.server.context.db, { organizationId: id, userId: cleo.id });
  expect((await put(cleo, "admin"))[0]).toBe(400);
  expect((await drop(cleo))[0]).toBe(400);
  expect([(await drop(bo))[0], (await drop(bo))[0]]).toEqual([200, 200]);
});

test("disabled and enabled, with usage, and every change is in the audit log", async () => {
  const [, disabled] = await staff.administrator("POST", `/organizations/${id}/disable`);
  expect(disabled.disabled_at).not.toBeNull();
  const [, { data }] = await staff.auditor("GET", "/organizations?state=disabled");
  expect(data.map(({ id }: Json) => id)).toEqual([id]);
  await staff.administrator("POST", `/organizations/${id}/enable`);
  const [status, report] = await staff.auditor("GET", `/organizations/${id}/usage?by=month`);
  expect([status, report.object, report.lines]).toEqual([200, "usage_report", []]);
  const [, log] = await staff.auditor("GET", `/audit?target=${id}`);
  expect(log.data.map(({ action }: Json) => action)).toEqual([
    "organization.enabled",
    "organization.disabled",
    "member.removed",
    "member.added",
    "member.role_set",
    "member.added",
    "organization.policy_set",
    "organization.plan_set",
    "organization.added",
  ]);
  expect(verifyAudit(people.server.context.db).intact).toBe(true);
});
