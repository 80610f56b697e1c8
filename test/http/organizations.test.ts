/** Organizations in the browser: every route by every role, and nothing of other organizations. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember, setMemberRole } from "../../src/accounts/organizations/members.ts";
import {
  addOrganization,
  findOrganization,
  setPolicy,
} from "../../src/accounts/organizations/organizations.ts";
import { routesOf } from "../../src/app.ts";
import { toIsoTime } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { closeInvoices } from "../../src/metering/invoices.ts";
import { createMeter } from "../../src/metering/meter.ts";
import { recordUsage } from "../../src/metering/usage.ts";
import { inTransaction } from "../../src/store/db.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { setGroupMembership } from "../../src/store/organizations/group-memberships.ts";
import { ROLES, type Role } from "../../src/store/organizations/members.ts";
import type { Organization } from "../../src/store/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { csrfOf, type People, startPeople } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import type { Visitor } from "../support/visitor.ts";
import { LET_IN, MATRIX } from "./organization-matrix.ts";

let people: People;
let acme: Organization;
let beta: Organization;
let persons: Record<Role | "stranger", User>;
let browsers: Record<Role | "stranger", Visitor>;

function use(account: { id: string }, memberId: string | null, hours: number): void {
  const { db, config } = people.server.context;
  const at = people.clock.now();
  const line = { requestId: newId("req"), accountId: account.id, keyId: "key_1", kind: "dictation" } as const;
  const times = { acceptedAt: at, createdAt: at };
  inTransaction(db, () =>
    recordUsage(createMeter(config.billing), db, { ...line, ...times, memberId, audioSeconds: hours * 3600 }),
  );
}

beforeAll(async () => {
  people = await startPeople();
  const { deps } = people;
  const named = Object.fromEntries([...ROLES, "stranger"].map((name) => [name, people.add(name)]));
  persons = named as typeof persons;
  acme = addOrganization(deps, { name: "Acme", owner: persons.owner });
  beta = addOrganization(deps, { name: "Beta", owner: persons.stranger });
  for (const role of ROLES) if (role !== "owner") addMember(deps, acme.id, persons[role].id, role);
  const keys = { ...deps, keyPrefixes: ["tiro_"] };
  createKey(keys, acme, { name: "acme's key" });
  createKey(keys, beta, { name: "beta's key" });
  use(acme, persons.member.id, 3);
  use(beta, persons.stranger.id, 30);
  use(persons.member, null, 2);
  people.clock.nowMs += 40 * DAY_MS;
  closeInvoices(people.server.context);
  const entered = Object.entries(persons).map(([name, person]) => [name, people.browserOf(person)]);
  browsers = Object.fromEntries(entered);
});

afterAll(() => people.server.close());

async function call(
  browser: Visitor,
  path: string,
  method = "GET",
  body?: object,
): Promise<[number, Json, Headers]> {
  const change = method === "GET" ? {} : { "x-csrf-token": await csrfOf(browser), Origin: people.server.url };
  const { status, text, headers } = await browser.send(`/v1/organizations${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...change },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = headers.get("content-type")?.startsWith("application/json");
  return [status, json ? JSON.parse(text) : text, headers];
}

describe("roles", () => {
  test("the matrix has every route of an organization", () => {
    const own = routesOf(people.server.context).filter(({ path }) =>
      path.startsWith("/v1/organizations/:organization"),
    );
    expect(own.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(MATRIX).sort());
  });

  test.each(Object.entries(MATRIX))("%s lets in %p", async (route, roles) => {
    const [method = "", path = ""] = route.split(" ");
    const ask = (browser: Visitor, organization: string) =>
      call(
        browser,
        path.replace("/v1/organizations/:organization", `/${organization}`),
        method,
        method === "GET" ? undefined : {},
      );
    for (const role of ROLES) {
      const [status, body] = await ask(browsers[role], acme.id);
      const expected = roles.includes(role) ? (LET_IN[route] ?? [200, undefined]) : [403, "role_required"];
      expect([role, status, body.error?.code]).toEqual([role, ...expected]);
      for (const other of [beta.id, newId("org"), persons.owner.id, "x"]) {
        const [status, body] = await ask(browsers[role], other);
        expect([role, status, body.error?.code]).toEqual([role, 404, "organization_not_found"]);
      }
    }
    const [status, body] = await ask(browsers.stranger, acme.id);
    expect([status, body.error?.code]).toEqual([404, "organization_not_found"]);
    expect((await ask(people.visitor(), acme.id))[0]).toBe(401);
  });

  test("a new role holds from the next request on", async () => {
    const person = people.add();
    addMember(people.deps, acme.id, person.id, "member");
    const browser = people.browserOf(person);
    const status = async () => (await call(browser, `/${acme.id}/members`))[0];
    expect(await status()).toBe(403);
    setMemberRole(people.deps, acme.id, person.id, "auditor");
    expect(await status()).toBe(200);
    setMemberRole(people.deps, acme.id, person.id, "billing");
    expect(await status()).toBe(403);
  });
});

describe("members", () => {
  test("admins change everybody but owners; nobody changes themselves; a membership by groups is changed there", async () => {
    const ids = Object.fromEntries(
      ["owner", "admin", "member", "other"].map((name) => [name, people.add(name)]),
    );
    const { owner, admin, member, other } = ids as Record<string, User>;
    if (!owner || !admin || !member || !other) throw new Error("nobody was added");
    const gamma = addOrganization(people.deps, { name: "Gamma", owner });
    addMember(people.deps, gamma.id, admin.id, "admin");
    for (const { id } of [member, other]) addMember(people.deps, gamma.id, id, "member");
    setGroupMembership(people.server.context.db, { organizationId: gamma.id, userId: other.id });
    const [asOwner, asAdmin, asMember] = [owner, admin, member].map(people.browserOf) as [
      Visitor,
      Visitor,
      Visitor,
    ];
    const at = (user: User) => `/${gamma.id}/members/${user.id}`;
    const role = async (browser: Visitor, user: User, role: string) => {
      const [status, body] = await call(browser, at(user), "PATCH", { role });
      return status === 204 ? 204 : body.error.code;
    };
    expect(await role(asAdmin, member, "auditor")).toBe(204);
    expect(await role(asAdmin, member, "owner")).toBe("role_required");
    expect(await role(asAdmin, owner, "member")).toBe("role_required");
    expect(await role(asAdmin, admin, "billing")).toBe("invalid_request");
    expect(await role(asAdmin, other, "auditor")).toBe("invalid_request");
    expect(await role(asOwner, member, "owner")).toBe(204);
    expect(await role(asOwner, member, "member")).toBe(204);
    expect(await role(asOwner, persons.stranger, "member")).toBe("person_not_found");
    expect((await call(asAdmin, at(owner), "DELETE"))[0]).toBe(403);
    expect((await call(asMember, at(admin), "DELETE"))[0]).toBe(403);
    expect((await call(asOwner, at(owner), "DELETE"))[0]).toBe(400);
    expect((await call(asMember, at(member), "DELETE"))[0]).toBe(204);
    expect((await call(asAdmin, at(admin), "DELETE"))[0]).toBe(204);
    const [, left] = await call(asOwner, `/${gamma.id}/members`);
    expect(left.data.map(({ name }: Json) => name).sort()).toEqual(["other", "owner"]);
    expect(
      people.server.context.db.prepare("SELECT disabled_at FROM users WHERE id = ?").pluck().get(member.id),
    ).toBeNull();
  });

  test("several addresses are invited at once, or none; a link is shown once and works until it is revoked", async () => {
    const path = `/${acme.id}/invitations`;
    const invite = (body: object) => call(browsers.admin, path, "POST", body);
    // Somebody who has an account and somebody who has none get the same answer.
    const [status, { data }] = await invite({
      emails: [persons.stranger.email, "new@acme.test"],
      role: "auditor",
    });
    expect([
      status,
      data.map(({ role, url }: Json) => [role, new URL(url).pathname.split("/").length]),
    ]).toEqual([
      201,
      [
        ["auditor", 3],
        ["auditor", 3],
      ],
    ]);
    const [, open] = await call(browsers.auditor, path);
    expect(open.data.map(({ email }: Json) => email).sort()).toEqual([
      "new@acme.test",
      persons.stranger.email,
    ]);
    expect(JSON.stringify(open)).not.toContain(new URL(data[0].url).pathname);
    const link = () => people.visitor().get(new URL(data[1].url).pathname);
    expect((await link()).status).toBe(200);
    expect((await call(browsers.admin, `${path}/revoke`, "POST", { email: "new@acme.test" }))[0]).toBe(204);
    expect((await link()).status).not.toBe(200);
    expect((await invite({ emails: ["a@acme.test", "none"] }))[0]).toBe(400);
    expect((await invite({ emails: ["a@acme.test"], role: "owner" }))[0]).toBe(403);
    expect((await invite({ emails: Array(51).fill("a@acme.test") }))[0]).toBe(400);
    expect((await call(browsers.auditor, path))[1].data).toHaveLength(1);
  });
});

describe("what they show", () => {
  test("a person's organizations with role, permissions and policies", async () => {
    const [status, { data }] = await call(browsers.billing, "");
    expect([status, data]).toEqual([
      200,
      [
        {
          id: acme.id,
          object: "organization",
          name: "Acme",
          plan: "team",
          created_at: "2026-11-21T00:00:00.000Z",
          disabled_at: null,
          content_review_since: null,
          role: "billing",
          permissions: ["organization.read", "dictionary.propose", "usage.read", "invoices.read"],
          policy: {
            zero_retention: false,
            history_allowed: true,
            retention_days: null,
            allowed_languages: null,
            history_scope: "own",
            content_review: "none",
            key_days: null,
            key_networks: null,
            second_step_required: false,
            own_usage_reported: false,
          },
        },
      ],
    ]);
  });

  test("members, by when they joined, with how they log in and when they were seen", async () => {
    const { db, clock } = people.server.context;
    insertTotp(db, persons.owner.id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
    const [, { data }] = await call(browsers.auditor, `/${acme.id}/members`);
    expect(
      data
        .slice(0, 5)
        .map(({ role }: Json) => role)
        .sort(),
    ).toEqual([...ROLES].sort());
    expect(data.find(({ role }: Json) => role === "owner")).toEqual({
      user_id: persons.owner.id,
      object: "organization_member",
      email: persons.owner.email,
      name: "owner",
      role: "owner",
      state: "active",
      joined_at: "2026-11-21T00:00:00.000Z",
      last_seen_at: expect.any(String),
      ways_in: ["password", "second_step"],
      by_group: false,
    });
    expect(data.find(({ role }: Json) => role === "member").ways_in).toEqual(["password"]);
  });

  test("invoices", async () => {
    const [, { data }] = await call(browsers.billing, `/${acme.id}/invoices`);
    expect(data).toMatchObject([
      { object: "invoice", account_id: acme.id, account_name: "Acme", amount_due_usd: "0.47" },
    ]);
  });

  test("a key is rotated once: one like it takes its place, and the old one works on for the overlap", async () => {
    const path = `/${acme.id}/keys`;
    const [, made] = await call(browsers.owner, path, "POST", { name: "Call centre", scopes: ["read"] });
    const rotate = (id: string, body: object) => call(browsers.admin, `${path}/${id}/rotate`, "POST", body);
    expect((await rotate(made.id, { overlap_days: 91 }))[0]).toBe(400);
    const [status, next] = await rotate(made.id, { overlap_days: 1 });
    expect([status, next.name, next.scopes, next.key === made.key]).toEqual([
      201,
      "Call centre",
      ["read"],
      false,
    ]);
    const [, { data }] = await call(browsers.auditor, path);
    const old = data.find(({ id }: Json) => id === made.id);
    const inADay = toIsoTime(people.server.context.clock.now() + DAY_MS);
    expect([old.state, old.replaced_by, old.expires_at]).toEqual(["active", next.id, inADay]);
    const again = await rotate(made.id, {});
    expect([again[0], again[1].error.message]).toEqual([400, expect.stringContaining(next.id)]);
    const [, { data: lines }] = await call(browsers.auditor, `/${acme.id}/audit?limit=2`);
    expect(lines.map(({ action }: Json) => action).sort()).toEqual(["key.created", "key.rotated"]);
    for (const { id } of [made, next]) await call(browsers.owner, `${path}/${id}`, "DELETE");
  });

  test("the audit log of the organization and its keys, page by page, and nobody else's", async () => {
    const pages: Json[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = `?limit=2${cursor && `&cursor=${cursor}`}`;
      const [status, page] = await call(browsers.auditor, `/${acme.id}/audit${query}`);
      expect([status, page.data.length <= 2]).toEqual([200, true]);
      pages.push(...page.data);
      cursor = page.has_more ? page.next_cursor : null;
    }
    const told = pages.map(({ action }) => action);
    expect(told).toContain("key.created");
    expect(told.at(-1)).toBe("organization.added");
    expect(told.filter((action) => action === "member.added").length).toBeGreaterThanOrEqual(4);
    expect(pages.at(-1)).toEqual({
      object: "audit_event",
      at: "2026-11-21T00:00:00.000Z",
      actor: "operator",
      actor_name: null,
      address: null,
      action: "organization.added",
      target: acme.id,
      details: { name: "Acme", plan: "team", owner: persons.owner.id },
      detail_names: { [persons.owner.id]: "owner" },
    });
    for (const foreign of [beta.id, "beta's key", persons.stranger.id, "cli:test"])
      expect(JSON.stringify(pages)).not.toContain(foreign);
    const [, first] = await call(browsers.auditor, `/${acme.id}/audit?limit=2`);
    const [status, { error }] = await call(
      browsers.stranger,
      `/${beta.id}/audit?limit=2&cursor=${first.next_cursor}`,
    );
    expect([status, error.code]).toEqual([400, "invalid_cursor"]);
  });

  test("the report of usage as JSON and CSV; members' own keys only where the policy says so", async () => {
    const path = `/${acme.id}/usage/report`;
    const line = { user_id: persons.member.id, email: persons.member.email, name: "member", month: null };
    const sums = { requests: 1, audio_seconds: 10_800, billed_seconds: 10_800 };
    const money = { amount_micro_usd: 1_470_000, free_micro_usd: 1_000_000, charged_micro_usd: 470_000 };
    const through = { ...line, source: "organization", ...sums, ...money };
    const [, report] = await call(browsers.billing, path);
    expect(report).toEqual({ object: "usage_report", by: "member", currency: "USD", lines: [through] });
    setPolicy(people.deps, acme.id, { ownUsageReported: true });
    const [, wider] = await call(browsers.billing, path);
    expect(wider.lines).toMatchObject([through, { ...line, source: "own", audio_seconds: 7_200 }]);
    setPolicy(people.deps, acme.id, { ownUsageReported: false });

    const [, text, headers] = await call(browsers.owner, `${path}?by=month&format=csv`);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="usage-by-month.csv"');
    expect(text).toBe(
      "month,source,requests,audio_seconds,billed_seconds,amount_usd,free_usd,charged_usd,currency\r\n" +
        "2026-11,organization,1,10800,10800,1.47,1.00,0.47,USD\r\n",
    );
    expect((await call(browsers.owner, `${path}?since=2026-12-01`))[1].lines).toEqual([]);
    for (const query of ["by=key", "since=yesterday", "until=2026-02-30", "format=xml", "x=1"]) {
      const [status, { error }] = await call(browsers.owner, `${path}?${query}`);
      expect([query, status, error.code]).toEqual([query, 400, "invalid_request"]);
    }
  });
});

test("owners change the policies that are theirs, and no others", async () => {
  const change = (body: object, browser = browsers.owner) =>
    call(browser, `/${acme.id}/policy`, "PATCH", body);
  const policy = { key_days: 90, key_networks: ["192.0.2.0/24"], own_usage_reported: true };
  const [status, body] = await change(policy);
  expect([status, body.role]).toEqual([200, "owner"]);
  expect(body.policy).toMatchObject({ ...policy, second_step_required: false, history_scope: "own" });
  expect((await change({ key_days: null, key_networks: null }))[1].policy).toMatchObject({
    key_days: null,
    key_networks: null,
    own_usage_reported: true,
  });
  for (const [refused, param] of [
    [{ history_scope: "all" }, "history_scope"],
    [{ content_review: "owners" }, "content_review"],
    [{ zero_retention: false }, "zero_retention"],
    [{ key_days: 1.5 }, "key_days"],
    [{ second_step_required: "on" }, "second_step_required"],
  ] as const) {
    const [status, { error }] = await change(refused);
    expect([status, error.code, error.details.issues[0].param]).toEqual([400, "invalid_request", param]);
  }
  const [refusedStatus, { error }] = await change({ key_networks: ["192.0.2.1/24"] });
  expect([refusedStatus, error.code]).toEqual([400, "invalid_request"]);
  expect((await change({ own_usage_reported: false }, browsers.admin))[0]).toBe(403);
  expect(findOrganization(people.server.context.db, acme.id).ownUsageReported).toBe(true);
});
