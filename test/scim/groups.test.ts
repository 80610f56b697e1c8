/** Groups (RFC 7643 §4.2) and their members, with what goes over the wire written out. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { failure, GROUP, type ScimSite, startScim } from "./site.ts";

let site: ScimSite;

beforeAll(async () => {
  site = await startScim();
});

afterAll(() => site.server.close());

describe("groups", () => {
  let members: string[];
  let id: string;

  beforeAll(async () => {
    members = [await site.add("g1"), await site.add("g2"), await site.add("g3")];
  });

  const idsOf = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value).sort();

  test("created, with its members; the members' groups show", async () => {
    const [first = "", second = ""] = members;
    const { status, body, headers } = await site.call("POST", "/Groups", {
      schemas: [GROUP],
      displayName: "Crew",
      externalId: "g-1",
      members: [{ value: first, display: "ignored" }],
    });
    id = body.id;
    expect([status, headers.get("location")]).toEqual([201, `${site.base}/Groups/${id}`]);
    expect(body).toEqual({
      schemas: [GROUP],
      id: expect.stringMatching(/^grp_[0-9a-f]{32}$/),
      externalId: "g-1",
      displayName: "Crew",
      members: [{ value: first, $ref: `${site.base}/Users/${first}`, display: "g1@acme.test", type: "User" }],
      meta: expect.objectContaining({ resourceType: "Group", location: `${site.base}/Groups/${id}` }),
    });
    const person = (await site.call("GET", `/Users/${first}`)).body;
    expect(person.groups).toEqual([{ value: id, $ref: `${site.base}/Groups/${id}`, display: "Crew" }]);
    expect((await site.call("GET", `/Users/${second}`)).body.groups).toBeUndefined();
  });

  test("the name is taken in any case; members must be people here", async () => {
    const taken = await site.call("POST", "/Groups", { displayName: "CREW" });
    expect([taken.status, taken.body]).toEqual([409, failure(409, "uniqueness", /Another group/)]);
    const stranger = await site.call("POST", "/Groups", { displayName: "X", members: [{ value: "usr_x" }] });
    expect(stranger.body).toEqual(failure(400, "invalidValue", "The member usr_x is no User here."));
    expect((await site.find("Groups", 'displayName eq "X"')).body.totalResults).toBe(0);
  });

  test("found, also without its members", async () => {
    const { body } = await site.call(
      "GET",
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "crew"')}`,
    );
    expect([body.totalResults, body.Resources[0].id, body.Resources[0].members]).toEqual([1, id, undefined]);
    const both = await site.find("Groups", `id eq "${id}" and members eq "${members[0]}"`);
    expect(both.body.totalResults).toBe(1);
    expect((await site.find("Groups", `members[value eq "${members[1]}"]`)).body.totalResults).toBe(0);
  });

  test("members come and go (§3.5.2)", async () => {
    const [first = "", second = "", third = ""] = members;
    const at = `/Groups/${id}`;
    const all = [first, second, third].sort();
    const added = await site.patch(at, {
      op: "add",
      path: "members",
      value: [{ value: second }, { value: third }, { value: first }],
    });
    expect([added.status, idsOf(added.body)]).toEqual([200, all]);
    const gone = await site.patch(at, { op: "remove", path: `members[value eq "${second}"]` });
    expect(idsOf(gone.body)).toEqual([first, third].sort());
    // As Microsoft Entra sends it: only these.
    const some = await site.patch(at, { op: "Remove", path: "members", value: [{ value: third }] });
    expect(idsOf(some.body)).toEqual([first]);
    const replaced = await site.patch(at, { op: "replace", path: "members", value: [{ value: second }] });
    expect(idsOf(replaced.body)).toEqual([second]);
    // As Okta renames one.
    const renamed = await site.patch(at, { op: "replace", value: { id, displayName: "Team" } });
    expect([renamed.body.displayName, idsOf(renamed.body)]).toEqual(["Team", [second]]);
    const none = await site.patch(at, { op: "remove", path: "members" });
    expect(none.body.members).toEqual([]);
  });

  test("deleted", async () => {
    expect((await site.call("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await site.call("GET", `/Groups/${id}`)).status).toBe(404);
  });
});
