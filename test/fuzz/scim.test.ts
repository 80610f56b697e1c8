/** Hostile filters and patches: each is followed or refused in the words of SCIM, and none fails the server. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { ScimError } from "../../src/accounts/directory/scim-error.ts";
import { withoutPauses } from "../../src/lib/slices.ts";
import { fulfils, parseFilter } from "../../src/scim/filter.ts";
import { patching } from "../../src/scim/patch.ts";
import { canonicalResource, isObject } from "../../src/scim/values.ts";

const RUNS = 3_000;

const PERSON = {
  id: "usr_1",
  userName: "ada@acme.test",
  name: { givenName: "Ada" },
  emails: [{ value: "ada@acme.test", type: "work", primary: true }],
  active: true,
  meta: { resourceType: "User", created: "2026-11-21T00:00:00.000Z" },
};

const token = fc.constantFrom(
  ...[
    "userName",
    "emails",
    "emails.value",
    "name.givenName",
    "active",
    "meta.created",
    "groups",
    "__proto__",
  ],
  ...[
    "eq",
    "ne",
    "co",
    "gt",
    "pr",
    "and",
    "or",
    "not",
    "(",
    ")",
    "[",
    "]",
    "true",
    "null",
    "1",
    '"x"',
    '"',
    "\\",
  ],
  ...["urn:ietf:params:scim:schemas:core:2.0:User:userName", "urn:", ".", "constructor", "$ref"],
);
const expression = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(" ")),
);
const path = fc.oneof(
  token,
  expression,
  expression.map((filter) => `emails[${filter}].value`),
  expression.map((filter) => `emails[${filter}]`),
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>("True", null, [], [{ value: "x" }], { value: "x", primary: "true" }, ["x"]),
  fc.dictionary(path, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
);
const operation = fc.record(
  { op: fc.constantFrom("add", "Replace", "remove", "x"), path, value },
  { requiredKeys: ["op"] },
);

function orRefused(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    expect(error.status === 400 || error.status === 413).toBe(true);
    expect(error.message.length).toBeLessThan(10_000);
  }
}

test("filters are asked or refused", () => {
  fc.assert(
    fc.property(expression, (text) => orRefused(() => void fulfils(PERSON, parseFilter(text, "User")))),
    { numRuns: RUNS },
  );
});

test("patches leave a resource of the same form, and what they were given as it was", () => {
  const before = canonicalResource("User", PERSON);
  const kept = structuredClone(before);
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 4 }), (Operations) =>
      orRefused(() => {
        const after = withoutPauses(patching("User", before, { Operations }));
        expect(canonicalResource("User", after)).toEqual(after);
        expect(isObject(after)).toBe(true);
      }),
    ),
    { numRuns: RUNS },
  );
  expect(before).toEqual(kept);
  expect(Object.keys({})).toEqual([]);
});
