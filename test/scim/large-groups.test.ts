/** Groups of as many people as there may be: no request about one holds the others up, and none is seen by halves. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { inTransaction } from "../../src/store/db.ts";
import { addScimGroupMembers, upsertScimGroup } from "../../src/store/directory/groups.ts";
import { ClientThread } from "../support/client-thread.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { slowness } from "../support/thread-time.ts";
import { failure } from "./site.ts";

setDefaultTimeout(600_000);

/** Three times the 20 ms that a request may take of a quiet machine; without steps it was 190 ms. */
const MOST_CPU_MS = 60;
/** A request is repeated only if it was slow, which may be the machine's fault. */
const TRIES = 3;

let people: string[];
let acme: string;
let stranger: string;

const server = await testServer({
  environment: {
    TIRO_COMPANY_LOG_IN_GROUPS: JSON.stringify([{ group: "All", organization: "Acme" }]),
  },
  overrides: { engine: endlessEngine },
  isChecked: false,
});
const { db, clock } = server.context;
const deps = { db, clock, actor: TEST_ACTOR };
const token = createScimToken(deps, { name: "test" }).token;
inTransaction(db, () => {
  people = Array.from(
    { length: limits.scimGroupMembers },
    (_, index) => addUser(deps, { email: `p${index}@large.test`, name: `P ${index}` }).id,
  );
  const owner = addUser(deps, { email: "owner@large.test", name: "Owner" });
  acme = addOrganization(deps, { name: "Acme", owner }).id;
  // The directory does not reach administrators.
  stranger = addUser(deps, { email: "root@large.test", name: "Root" }).id;
  db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(stranger);
});

const headers = () => ({ Authorization: `Bearer ${token}`, "Content-Type": "application/scim+json" });

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${server.url}/scim/v2${path}`, {
    method,
    headers: headers(),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

const one = (sql: string, ...values: unknown[]) =>
  server.context.db
    .prepare(sql)
    .pluck()
    .get(...values);
const membersOf = (id: string) =>
  one("SELECT count(*) FROM scim_group_members WHERE group_id = ?", id) as number;
const placesInAcme = () =>
  one("SELECT count(*) FROM members WHERE organization_id = ? AND role = 'member'", acme) as number;
const named = (ids: readonly string[]) => ids.map((value) => ({ value }));
const idOf = (name: string) => one("SELECT id FROM scim_groups WHERE display_name = ?", name) as string;

test("nobody waits while one is made, read, changed and removed", async () => {
  using client = new ClientThread();
  const least = new Map<string, number>();
  const send = async (what: string, method: string, path: string, body?: unknown): Promise<void> => {
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const url = `${server.url}/scim/v2${path}`;
    const { status, cpuMs } = await client.send({ url, method, headers: headers(), body: bytes });
    expect([what, status]).toEqual([what, { POST: 201, DELETE: 204 }[method] ?? 200]);
    least.set(what, Math.min(least.get(what) ?? Number.POSITIVE_INFINITY, cpuMs));
  };
  const half = named(people.slice(0, people.length / 2));
  const slow = () => [...least].filter(([, cpuMs]) => cpuMs > most);
  const most = MOST_CPU_MS * slowness();
  for (let count = 0; count === 0 || (count < TRIES && slow().length > 0); count += 1) {
    await send("made", "POST", "/Groups", { displayName: "All", members: named(people) });
    const at = `/Groups/${idOf("All")}`;
    expect([membersOf(idOf("All")), placesInAcme()]).toEqual([people.length, people.length]);
    await send("read", "GET", at);
    await send("listed", "GET", "/Groups");
    await send("looked through", "GET", `/Groups?filter=${encodeURIComponent('members.display co "x"')}`);
    const fewer = [{ op: "remove", path: "members", value: half }];
    await send("half of them gone", "PATCH", at, { Operations: fewer });
    expect([membersOf(idOf("All")), placesInAcme()]).toEqual([half.length, half.length]);
    await send("one added", "PATCH", at, {
      Operations: [{ op: "add", path: "members", value: half.slice(0, 1) }],
    });
    await send("all replaced", "PUT", at, { displayName: "All", members: named(people) });
    await send("called otherwise", "PUT", at, { displayName: "Others", members: named(people) });
    expect([membersOf(idOf("Others")), placesInAcme()]).toEqual([people.length, 0]);
    await send("removed", "DELETE", at);
    expect([membersOf(at.slice("/Groups/".length)), idOf("Others")]).toEqual([0, undefined as never]);
  }
  expect(slow()).toEqual([]);
});

test("whoever asks meanwhile sees all of a change or nothing", async () => {
  const made = call("POST", "/Groups", { displayName: "Whole", members: named(people) });
  const seen = await Promise.all(
    [1, 2, 3].map(() => call("GET", `/Groups?filter=${encodeURIComponent('displayName eq "Whole"')}`)),
  );
  for (const { body } of seen)
    expect([0, people.length]).toContain(body.totalResults === 0 ? 0 : body.Resources[0].members.length);
  expect((await made).status).toBe(201);
  expect((await call("DELETE", `/Groups/${idOf("Whole")}`)).status).toBe(204);
});

test("a stranger among ten thousand, or one too many, changes nothing", async () => {
  const last = [...people.slice(0, -1), stranger];
  const refused = await call("POST", "/Groups", { displayName: "None", members: named(last) });
  expect(refused.body).toEqual(failure(400, "invalidValue", `The member ${stranger} is no User here.`));
  const many = await call("POST", "/Groups", { displayName: "None", members: named([...people, stranger]) });
  expect(many.body).toEqual(failure(400, "invalidValue", /at most 10000 members/));
  expect(idOf("None")).toBeUndefined();
});

describe("of a thousand groups", () => {
  const name = (index: number) => `Team ${`${index}`.padStart(4, "0")}`;

  beforeAll(() => {
    const { db } = server.context;
    inTransaction(db, () => {
      for (let index = 0; index < limits.scimGroups; index += 1) {
        const id = `grp_${index.toString(16).padStart(32, "0")}`;
        const times = { createdAt: index, updatedAt: index };
        upsertScimGroup(db, { id, displayName: name(index), externalId: null, ...times });
        addScimGroupMembers(db, id, people.slice(0, index % 250 === 0 ? 4_000 : 100));
      }
    });
  });

  test.each(['members eq "ID"', 'members.value eq "ID"', 'members[value eq "ID"]'])(
    "%s finds those of a person",
    async (filter) => {
      using client = new ClientThread();
      const [all = "", few = "", none = ""] = [people[0], people[200], people[5_000]];
      const at = (id: string) => `/Groups?filter=${encodeURIComponent(filter.replace("ID", id))}`;
      expect((await call("GET", at(all))).body.totalResults).toBe(limits.scimGroups);
      const { totalResults, Resources } = (await call("GET", at(few))).body;
      expect([totalResults, Resources.map(({ displayName }: Json) => displayName)]).toEqual([
        4,
        // Three of 4,000 members are more than a page holds.
        [0, 250, 500].map(name),
      ]);
      const rest = (await call("GET", `${at(few)}&startIndex=4`)).body;
      expect(rest.Resources.map(({ displayName }: Json) => displayName)).toEqual([name(750)]);
      expect((await call("GET", at(none))).body.totalResults).toBe(0);
      const most = MOST_CPU_MS * slowness();
      let least = Number.POSITIVE_INFINITY;
      for (let count = 0; count < TRIES && least > most; count += 1) {
        const url = `${server.url}/scim/v2${at(all)}`;
        least = Math.min(
          least,
          (await client.send({ url, method: "GET", headers: headers(), body: null })).cpuMs,
        );
      }
      expect(least).toBeLessThanOrEqual(most);
    },
  );
});
