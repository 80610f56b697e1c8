/** One person, by administrators: what binds them, what acts for them and ends, and who may open their account. */
import { expect, test } from "bun:test";
import { verifyAudit } from "../../../src/accounts/audit/audit-log.ts";
import { credentialChanges } from "../../../src/accounts/audit/credential-changes.ts";
import { createKey } from "../../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../../src/accounts/people/server-roles.ts";
import { limits } from "../../../src/config/limits.ts";
import { newId } from "../../../src/lib/ids.ts";
import { insertPasskey, passkeysOf } from "../../../src/store/log-in/passkeys.ts";
import { hasTotp, insertTotp } from "../../../src/store/log-in/totp.ts";
import { eventually } from "../../support/eventually.ts";
import { historyOf } from "../../support/history.ts";
import { PASSWORD } from "../../support/people.ts";
import type { Json } from "../../support/server.ts";
import { testPeople } from "../../support/test-servers.ts";
import { Administrators } from "./administrators.ts";

const people = await testPeople();
const staff = new Administrators(people);
const ada = people.add("Ada Lane");

test("what binds a person, and because of which organization: of several, the strictest", async () => {
  const owner = people.add();
  const [bank, legal] = ["Bank", "Legal"].map((name) => addOrganization(people.deps, { name, owner }));
  if (!bank || !legal) throw new Error("no organizations");
  for (const { id } of [bank, legal]) {
    addMember(people.deps, id, ada.id, "member");
    // They are named in the order in which the person joined them.
    people.clock.nowMs += 1;
  }
  setPolicy(people.deps, bank.id, { retentionDays: 90, keyDays: 30, allowedLanguages: ["en", "de"] });
  setPolicy(people.deps, legal.id, {
    retentionDays: 30,
    allowedLanguages: ["de", "fr"],
    secondStepRequired: true,
  });
  const [, { policies }] = await staff.auditor("GET", `/people/${ada.id}`);
  const named = policies.map(({ name, value, organizations }: Json) => [
    name,
    value,
    organizations.map(({ name }: Json) => name),
  ]);
  expect(named).toEqual([
    ["retention_days", 30, ["Legal"]],
    ["allowed_languages", ["de"], ["Bank", "Legal"]],
    ["key_days", 30, ["Bank"]],
    ["second_step_required", true, ["Legal"]],
  ]);
  setPolicy(people.deps, legal.id, { secondStepRequired: false });
});

test("browsers and keys are listed and ended for them alone; a key of somebody else is none of theirs", async () => {
  const [browser, other] = [people.browserOf(ada), people.browserOf(ada)];
  const key = createKey({ ...people.deps, keyPrefixes: ["sk_"] }, ada, { name: "Laptop" });
  const [, access] = await staff.auditor("GET", `/people/${ada.id}/access`);
  expect([access.browser_sessions.length, access.keys[0].name, access.grants]).toEqual([2, "Laptop", []]);
  expect(JSON.stringify(access)).not.toContain(key.key);
  const profile = async (visitor: typeof browser) => (await visitor.send("/v1/me/profile", {})).status;
  const [{ id: newest }] = access.browser_sessions;
  expect(await staff.administrator("DELETE", `/people/${ada.id}/browser-sessions/${newest}`)).toEqual([
    204,
    {},
  ]);
  expect([await profile(browser), await profile(other)].sort()).toEqual([200, 401]);
  expect(await staff.administrator("DELETE", `/people/${ada.id}/browser-sessions`)).toEqual([204, {}]);
  expect([await profile(browser), await profile(other)]).toEqual([401, 401]);
  const bob = people.add("Bob");
  const [status, { error }] = await staff.administrator("DELETE", `/people/${bob.id}/keys/${key.id}`);
  expect([status, error.code]).toEqual([404, "key_not_found"]);
  const [missing] = await staff.administrator("DELETE", `/people/${ada.id}/grants/${newId("gra")}`);
  expect(missing).toBe(404);
  expect((await staff.administrator("DELETE", `/people/${ada.id}/keys/${key.id}`))[0]).toBe(204);
  const [, after] = await staff.auditor("GET", `/people/${ada.id}/access`);
  expect(after.keys[0].state).toBe("revoked");
  const [, { data }] = await staff.auditor("GET", `/audit?target=${key.id}&action=key.revoked`);
  expect(data).toMatchObject([{ actor_name: "administrator" }]);
});

test("a set-up link and a reset second step come from two administrators; the person sees who did it", async () => {
  const { db } = people.server.context;
  const bob = people.add("Bob Wahl");
  insertTotp(db, bob.id, { secret: "x".repeat(20), lastStep: 0 }, people.clock.now());
  const [made, link] = await staff.administrator("POST", `/people/${bob.id}/setup-link`);
  expect(made).toBe(201);
  const reset = `/people/${bob.id}/reset-second-step`;
  const [refused, { error }] = await staff.administrator("POST", reset);
  expect([refused, error.message]).toEqual([400, expect.stringContaining("two administrators")]);
  expect(hasTotp(db, bob.id)).toBe(true);
  const [status, after] = await staff.second("POST", reset);
  expect([status, after.ways_in]).toEqual([200, ["password"]]);
  // The administrator who reset it makes no link within a day; from the next day on, they may.
  const again = () => staff.second("POST", `/people/${bob.id}/setup-link`);
  expect((await again())[0]).toBe(400);

  const visitor = people.visitor();
  const fields = { email: bob.email, name: "Bob Wahl", password: PASSWORD, password_again: PASSWORD };
  await visitor.submit(new URL(link.url).pathname, fields);
  const session = { id: newId("brs"), userId: bob.id, methods: ["password"] };
  const told = credentialChanges({ db, nowMs: people.clock.now() }, session);
  expect(told.map(({ change, by }) => [change, by?.name])).toEqual([
    ["set_up", "administrator"],
    ["second_step_disabled", "second"],
  ]);
  people.clock.nowMs += limits.otherHandMs + 1;
  staff.renew();
  expect((await again())[0]).toBe(201);
});

test("a link that works for longer than a day is as good for as long", async () => {
  const { db } = people.server.context;
  const cleo = people.add("Cleo");
  insertTotp(db, cleo.id, { secret: "x".repeat(20), lastStep: 0 }, people.clock.now());
  await staff.administrator("POST", `/people/${cleo.id}/setup-link`);
  db.prepare("UPDATE setup_links SET expires_at = expires_at * 2 WHERE user_id = ?").run(cleo.id);
  people.clock.nowMs += limits.otherHandMs + 1;
  staff.renew();
  expect((await staff.administrator("POST", `/people/${cleo.id}/reset-second-step`))[0]).toBe(400);
});

test("an administrator's second step is reset on the host alone", async () => {
  const other = people.add();
  setServerRole(people.deps, other.id, "administrator");
  expect((await staff.administrator("POST", `/people/${other.id}/reset-second-step`))[0]).toBe(400);
});

test("of two administrators who change a person, the second is told", async () => {
  const dora = people.add("Dora");
  const at = `/people/${dora.id}`;
  const [, { revision }] = await staff.administrator("GET", at);
  const [status] = await staff.administrator("PATCH", at, { plan: "pro", revision });
  expect(status).toBe(200);
  const [stale, { error }] = await staff.second("PATCH", at, { plan: "team", revision });
  expect([stale, error.code]).toEqual([409, "revision_conflict"]);
  const [, { plan }] = await staff.auditor("GET", at);
  expect(plan).toBe("pro");
});

test("somebody is erased as a task: by their address, never oneself, and the audit log stays", async () => {
  const { db } = people.server.context;
  const gone = people.add("Gone Soon");
  const at = `/people/${gone.id}`;
  const [wrong, { error }] = await staff.administrator("POST", `${at}/erase`, { email: "other@acme.test" });
  expect([wrong, error.details.issues[0].param]).toEqual([400, "email"]);
  const { id: self, email: own } = staff.persons.administrator;
  expect((await staff.administrator("POST", `/people/${self}/erase`, { email: own }))[0]).toBe(400);
  const owner = people.add("Only Owner");
  addOrganization(people.deps, { name: "Fleet", owner });
  const [last] = await staff.administrator("POST", `/people/${owner.id}/erase`, { email: owner.email });
  expect(last).toBe(400);

  const [status, task] = await staff.administrator("POST", `${at}/erase`, {
    email: gone.email.toUpperCase(),
  });
  expect([status, task.kind, task.target]).toEqual([202, "person_erasure", gone.id]);
  const state = async () => (await staff.auditor("GET", `/tasks/${task.id}`))[1].state;
  await eventually(state, "succeeded");
  expect((await staff.auditor("GET", at))[0]).toBe(404);
  const [, { data }] = await staff.auditor("GET", `/audit?target=${gone.id}`);
  expect(data.map(({ action }: Json) => action).slice(0, 2)).toEqual(["user.removed", "user.disabled"]);
  expect(verifyAudit(db).intact).toBe(true);
});

test("a history is erased by the address of its person; passkeys are removed, and the person sees who did it", async () => {
  const { db, clock } = people.server.context;
  const eva = people.add("Eva Lind");
  const history = historyOf(people.server, eva.email);
  for (const text of ["one", "two"]) history.keep(text);
  const rest = { publicKey: new Uint8Array(1), counter: 0, transports: [], lastUsedAt: null };
  insertPasskey(db, { id: "one", userId: eva.id, name: "Phone", createdAt: clock.now(), ...rest });
  const erase = `/people/${eva.id}/erase-history`;
  expect((await staff.administrator("POST", erase, { email: ada.email }))[0]).toBe(400);
  expect(await staff.administrator("POST", erase, { email: eva.email.toUpperCase() })).toEqual([
    200,
    { object: "history_erasure", sessions: 2 },
  ]);
  expect((await staff.auditor("GET", `/people/${eva.id}`))[1].has.dictations).toBe(0);
  for (let again = 0; again < 2; again++)
    expect((await staff.administrator("DELETE", `/people/${eva.id}/passkeys`))[0]).toBe(204);
  expect(passkeysOf(db, eva.id)).toEqual([]);
  const session = { id: "brs_other", userId: eva.id, methods: ["password"] } as const;
  expect(credentialChanges({ db, nowMs: clock.now() }, session)).toMatchObject([
    { change: "passkey_removed", by: { operator: false, name: "administrator" } },
  ]);
  const own = `/people/${staff.persons.second.id}/passkeys`;
  expect((await staff.administrator("DELETE", own))[1].error.code).toBe("invalid_request");
});

test("a list says how many fit its filter, on the only page, the first and the last", async () => {
  for (const number of ["One", "Two", "Three"]) people.add(`Twin ${number}`);
  const list = async (query: string) => {
    const [, { data, total, has_more, next_cursor }] = await staff.auditor("GET", `/people?query=${query}`);
    return { shown: data.length, total, has_more, next_cursor };
  };
  expect(await list("twin")).toEqual({ shown: 3, total: 3, has_more: false, next_cursor: null });
  expect(await list("no such twin")).toMatchObject({ shown: 0, total: 0 });
  const first = await list("twin&limit=2");
  expect(first).toMatchObject({ shown: 2, total: 3, has_more: true });
  const last = await list(`twin&limit=2&cursor=${first.next_cursor}`);
  expect(last).toEqual({ shown: 1, total: 3, has_more: false, next_cursor: null });
});
