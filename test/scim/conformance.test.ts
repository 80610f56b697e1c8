/** A walk through RFC 7643 and RFC 7644 with what goes over the wire written out. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { failure, GROUP, LIST, PATCH, type ScimSite, startScim, USER } from "./site.ts";

let site: ScimSite;

beforeAll(async () => {
  site = await startScim();
});

afterAll(() => site.server.close());

describe("discovery (RFC 7644 §4)", () => {
  test("the configuration says what is supported", async () => {
    const { status, headers, body } = await site.call("GET", "/ServiceProviderConfig");
    expect([status, headers.get("content-type")]).toEqual([200, "application/scim+json"]);
    expect(body).toEqual({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: "oauthbearertoken",
          name: "Bearer token",
          description: "A token of `tiro scim token create`.",
          specUri: "https://www.rfc-editor.org/info/rfc6750",
          primary: true,
        },
      ],
      meta: { resourceType: "ServiceProviderConfig", location: `${site.base}/ServiceProviderConfig` },
    });
  });

  test("resource types and schemas are listed, and each is there by its id", async () => {
    const types = await site.call("GET", "/ResourceTypes");
    expect(types.body).toEqual({
      schemas: [LIST],
      totalResults: 2,
      startIndex: 1,
      itemsPerPage: 2,
      Resources: [
        {
          schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
          id: "User",
          name: "User",
          endpoint: "/Users",
          schema: USER,
          schemaExtensions: [],
          meta: { resourceType: "ResourceType", location: `${site.base}/ResourceTypes/User` },
        },
        expect.objectContaining({ id: "Group", endpoint: "/Groups", schema: GROUP }),
      ],
    });
    expect((await site.call("GET", "/ResourceTypes/Group")).body.schema).toBe(GROUP);
    const { body } = await site.call("GET", `/Schemas/${USER}`);
    expect(body.attributes.map(({ name }: { name: string }) => name)).toEqual([
      "userName",
      "name",
      "displayName",
      "emails",
      "active",
      "groups",
    ]);
    expect(body.attributes[0]).toEqual({
      name: "userName",
      type: "string",
      multiValued: false,
      description: "The name by which the directory knows the person.",
      required: true,
      caseExact: false,
      mutability: "readWrite",
      returned: "default",
      uniqueness: "server",
    });
    expect((await site.call("GET", "/Schemas")).body.totalResults).toBe(2);
    expect((await site.call("GET", "/Schemas/urn:none")).status).toBe(404);
    expect((await site.call("GET", "/Schemas?filter=id%20pr")).status).toBe(403);
  });
});

describe("a person's life", () => {
  let id: string;
  let version: string;

  test("created: 201 with Location, ETag and the whole resource (§3.3)", async () => {
    const { status, headers, body } = await site.call("POST", "/Users", {
      schemas: [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
      externalId: "00u1",
      userName: "Ada@acme.test",
      name: { familyName: "Lovelace", givenName: "Ada", honorificPrefix: "Countess" },
      emails: [
        { value: "other@acme.test", type: "home" },
        { value: "ada@acme.test", type: "work" },
      ],
      title: "Analyst",
      password: "not-kept",
      groups: [],
      active: true,
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Engines" },
    });
    id = body.id;
    version = body.meta.version;
    expect(status).toBe(201);
    expect(body).toEqual({
      schemas: [USER],
      id: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
      externalId: "00u1",
      userName: "Ada@acme.test",
      name: { familyName: "Lovelace", givenName: "Ada" },
      displayName: "Ada Lovelace",
      emails: [{ value: "ada@acme.test", type: "work", primary: true }],
      active: true,
      meta: {
        resourceType: "User",
        created: "2026-11-21T00:00:00.000Z",
        lastModified: "2026-11-21T00:00:00.000Z",
        location: `${site.base}/Users/${id}`,
        version: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      },
    });
    expect([headers.get("location"), headers.get("etag")]).toEqual([body.meta.location, version]);
  });

  test("a second of the name, or of the address, is refused (§3.3)", async () => {
    for (const taken of [
      { userName: "ADA@ACME.TEST" },
      { userName: "x", emails: [{ value: "Ada@acme.test" }] },
    ]) {
      const { status, body } = await site.call("POST", "/Users", { schemas: [USER], ...taken });
      expect([status, body]).toEqual([409, failure(409, "uniqueness", /Somebody else/)]);
    }
  });

  test("read, unless it is the known one (§3.4.1, §3.14)", async () => {
    const { status, body, headers } = await site.call("GET", `/Users/${id}`);
    expect([status, body.meta.version, headers.get("etag")]).toEqual([200, version, version]);
    const known = await site.call("GET", `/Users/${id}`, undefined, { "If-None-Match": version });
    expect([known.status, known.body]).toEqual([304, null]);
  });

  test("only what is asked for (§3.9)", async () => {
    const { body } = await site.call("GET", `/Users/${id}?attributes=userName,name.givenName,EMAILS.value`);
    expect(body).toEqual({
      schemas: [USER],
      id,
      userName: "Ada@acme.test",
      name: { givenName: "Ada" },
      emails: [{ value: "ada@acme.test" }],
    });
    const without = await site.call("GET", `/Users/${id}?excludedAttributes=emails,name.givenName,meta,id`);
    expect(without.body).toEqual({
      schemas: [USER],
      id,
      externalId: "00u1",
      userName: "Ada@acme.test",
      name: { familyName: "Lovelace" },
      displayName: "Ada Lovelace",
      active: true,
    });
  });

  test("replaced as a whole (§3.5.1): what is not sent is gone", async () => {
    site.clock.nowMs += 1000;
    const { status, body } = await site.call("PUT", `/Users/${id}`, {
      schemas: [USER],
      id: "usr_another",
      userName: "ada@acme.test",
      displayName: "Ada King",
      emails: [{ value: "ada@acme.test", primary: "True" }],
    });
    expect([status, body.id, body.displayName, body.name, body.externalId, body.active]).toEqual([
      ...[200, id, "Ada King", undefined, undefined, true],
    ]);
    expect(body.meta.lastModified).toBe("2026-11-21T00:00:01.000Z");
    expect(body.meta.version).not.toBe(version);
  });

  test("a change of what was changed meanwhile is refused (§3.14)", async () => {
    const stale = await site.call(
      "PUT",
      `/Users/${id}`,
      { userName: "x@acme.test" },
      { "If-Match": version },
    );
    expect([stale.status, stale.body]).toEqual([412, failure(412, null, /changed since/)]);
    expect((await site.call("DELETE", `/Users/${id}`, undefined, { "If-Match": version })).status).toBe(412);
    const now = (await site.call("GET", `/Users/${id}`)).body.meta.version;
    const same = { userName: "ada@acme.test", displayName: "Ada King" };
    expect((await site.call("PUT", `/Users/${id}`, same, { "If-Match": now })).status).toBe(200);
  });

  test("the same once more changes nothing, and is not newer", async () => {
    const before = (await site.call("GET", `/Users/${id}`)).body;
    site.clock.nowMs += 1000;
    const again = await site.call("PUT", `/Users/${id}`, before);
    expect(again.body).toEqual(before);
  });

  test("deleted: 204, then gone, and the name is free (§3.6)", async () => {
    const gone = await site.call("DELETE", `/Users/${id}`);
    expect([gone.status, gone.body]).toEqual([204, null]);
    for (const method of ["GET", "DELETE"]) {
      const { status, body } = await site.call(method, `/Users/${id}`);
      expect([status, body]).toEqual([404, failure(404, null, `There is no User ${id}.`)]);
    }
    expect((await site.find("Users", 'userName eq "ada@acme.test"')).body.totalResults).toBe(0);
    const again = await site.add("ada");
    expect(again).not.toBe(id);
    await site.call("DELETE", `/Users/${again}`);
  });
});

describe("lists (§3.4.2)", () => {
  beforeAll(async () => {
    for (const name of ["l1", "l2", "l3"]) {
      await site.add(name, { externalId: `X-${name}`, name: { familyName: name.toUpperCase() } });
      // The oldest come first.
      site.clock.nowMs += 1;
    }
  });

  const inList = 'userName sw "L" and userName ew "@acme.test"';

  test.each([
    ["", 1, ["l1", "l2", "l3"]],
    ["&startIndex=2", 2, ["l2", "l3"]],
    ["&count=1", 1, ["l1"]],
    ["&startIndex=3&count=5", 3, ["l3"]],
    ["&startIndex=0&count=1", 1, ["l1"]],
    ["&startIndex=9", 9, []],
    ["&count=0", 1, []],
    ["&count=-1", 1, []],
  ])("a page: %s", async (page, startIndex, names) => {
    const { body } = await site.call("GET", `/Users?filter=${encodeURIComponent(inList)}${page}`);
    const { Resources, ...rest } = body;
    expect(rest).toEqual({ schemas: [LIST], totalResults: 3, startIndex, itemsPerPage: names.length });
    const found = Resources.map(({ userName }: { userName: string }) => userName.split("@")[0]);
    expect(found).toEqual(names);
  });

  test("without a filter pages are parts of the same list", async () => {
    const { totalResults, Resources } = (await site.call("GET", "/Users")).body;
    expect(Resources).toHaveLength(totalResults);
    const second = (await site.call("GET", "/Users?startIndex=2&count=1")).body;
    expect(second).toEqual({
      schemas: [LIST],
      totalResults,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [Resources[1]],
    });
    expect((await site.call("GET", "/Users?count=many")).body).toEqual(
      failure(400, "invalidValue", "count must be a whole number."),
    );
  });

  test.each([
    ['userName eq "L1@ACME.test"', ["l1"]],
    ['USERNAME EQ "l1@acme.test"', ["l1"]],
    [`${USER}:userName eq "l2@acme.test"`, ["l2"]],
    ['externalId eq "X-l1"', ["l1"]],
    ['externalId eq "x-l1"', []],
    ['emails.value eq "l3@acme.test"', ["l3"]],
    ['emails eq "l3@acme.test"', ["l3"]],
    ['emails[type eq "work" and value co "l2"]', ["l2"]],
    ['emails[type eq "home"]', []],
    ['name.familyName eq "l1" or name.familyName eq "L3"', ["l1", "l3"]],
    ['userName sw "l" and not (externalId eq "X-l2")', ["l1", "l3"]],
    ['externalId pr and active eq True and userName ne "l1@acme.test"', ["l2", "l3"]],
    ['externalId sw "X-" and (userName co "1" or userName co "2") and active eq true', ["l1", "l2"]],
    // `and` binds before `or` (§3.4.2.2).
    ['externalId eq "X-l1" or externalId eq "X-l2" and userName co "3"', ["l1"]],
    ['externalId gt "X-l1" and externalId le "X-l2"', ["l2"]],
    ['externalId ge "X-l2" and externalId lt "X-l3"', ["l2"]],
    ['externalId pr and meta.created gt "2030-01-01T00:00:00Z"', []],
    ['externalId pr and name.givenName eq null and meta.resourceType eq "User"', ["l1", "l2", "l3"]],
    ['userName eq "with \\"quotes\\""', []],
  ])("the filter %s", async (filter, names) => {
    const { status, body } = await site.find("Users", filter);
    expect(status).toBe(200);
    const found = body.Resources.map(({ userName }: { userName: string }) => userName.split("@")[0]);
    expect(found).toEqual(names);
  });

  test.each([
    "userName",
    "userName eq",
    'userName is "x"',
    "userName eq x",
    "userName eq 'x'",
    'userName eq "x',
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'not userName eq "x"',
    'nickName eq "x"',
    'name.middleName eq "x"',
    'emails[kind eq "x"]',
    'emails[type eq "x"',
    "active gt true",
    'active eq "true"',
    "userName eq 1",
    'a.b.c eq "x"',
    "",
    `${"(".repeat(30)}userName pr${")".repeat(30)}`,
    `userName eq "${"x".repeat(5_000)}"`,
  ])("the filter %p is refused", async (filter) => {
    const { status, body } = await site.find("Users", filter);
    expect([status, body]).toEqual([400, failure(400, "invalidFilter", /^The filter is not valid\./)]);
  });
});

describe("what is no SCIM", () => {
  const tables: [
    string,
    () => Promise<{ status: number; body: unknown; headers: Headers }>,
    number,
    unknown,
  ][] = [
    ["no token", () => site.call("GET", "/Users", undefined, { Authorization: "" }), 401, null],
    [
      "another token",
      () => site.call("GET", "/Users", undefined, { Authorization: "Bearer scim_x" }),
      401,
      null,
    ],
    [
      "an API key",
      () => site.call("GET", "/Users", undefined, { Authorization: `Bearer ${site.server.key}` }),
      401,
      null,
    ],
    ["no JSON", () => site.call("POST", "/Users", "{"), 400, "invalidSyntax"],
    ["a list", () => site.call("POST", "/Users", "[]"), 400, "invalidSyntax"],
    ["no userName", () => site.call("POST", "/Users", {}), 400, "invalidValue"],
    ["a number as name", () => site.call("POST", "/Users", { userName: 1 }), 400, "invalidValue"],
    ["no address at all", () => site.call("POST", "/Users", { userName: "ada" }), 400, "invalidValue"],
    ["another type", () => site.call("POST", "/Users", "x", { "Content-Type": "text/plain" }), 415, null],
    ["too much", () => site.call("POST", "/Users", JSON.stringify("x".repeat(2_100_000))), 413, null],
    ["no such endpoint", () => site.call("GET", "/Bulk"), 404, null],
    ["no such method", () => site.call("DELETE", "/Users"), 405, null],
  ];
  test.each(tables)("%s", async (_, ask, status, scimType) => {
    const answer = await ask();
    expect(answer.headers.get("content-type")).toBe("application/scim+json");
    expect([answer.status, answer.body]).toEqual([status, failure(status, scimType as string | null, /./)]);
    expect(answer.headers.has("www-authenticate")).toBe(status === 401);
  });
});

test("operations of a patch are listed and read in any case", async () => {
  const id = await site.add("cases");
  const body = { schemas: [PATCH], operations: [{ OP: "REPLACE", PATH: "DISPLAYNAME", VALUE: "Cases" }] };
  expect((await site.call("PATCH", `/Users/${id}`, body)).body.displayName).toBe("Cases");
});

test("what nobody sees is in no name that a directory sends", async () => {
  const bent = `Eve\u202etsurT`;
  const users = [
    { userName: `${bent}@x.test`, displayName: "Eve" },
    { userName: "eve.bent@x.test", displayName: bent },
    { userName: "eve.bent@x.test", name: { givenName: "Eve", familyName: "\u{e0041}" } },
  ];
  for (const user of users) {
    const { status, body } = await site.call("POST", "/Users", { schemas: [USER], ...user });
    expect([status, body.scimType]).toEqual([400, "invalidValue"]);
  }
  const group = await site.call("POST", "/Groups", { schemas: [GROUP], displayName: bent });
  expect([group.status, group.body.scimType]).toEqual([400, "invalidValue"]);
});
