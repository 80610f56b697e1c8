import { expect, spyOn, test } from "bun:test";
import { ScimError } from "../accounts/directory/scim-error.ts";
import { limits } from "../config/limits.ts";
import { withoutPauses } from "../lib/slices.ts";
import * as filters from "./filter.ts";
import { patching } from "./patch.ts";
import type { Resource } from "./values.ts";

const patched = (...given: Parameters<typeof patching>) => withoutPauses(patching(...given));
const groupOf = (count: number): Resource => ({
  displayName: "Crew",
  members: Array.from({ length: count }, (_, index) => ({ value: `usr_${index}`, display: "Ada" })),
});

test("what operations name by its value is found without a look at the others", () => {
  const Operations = Array.from({ length: 200 }, (_, index) => ({
    op: index % 2 === 0 ? "remove" : "add",
    ...(index % 2 === 0
      ? { path: `members[value eq "usr_${index}"]` }
      : { path: "members", value: [{ value: `usr_new_${index}` }] }),
  }));
  const asked = spyOn(filters, "fulfils");
  const { members } = patched("Group", groupOf(2_000), { Operations });
  const count = asked.mock.calls.length;
  asked.mockRestore();
  expect([(members as Resource[]).length, count]).toEqual([2_000, 100]);
});

test("values keep their order, and what is added twice stands once", () => {
  const before = groupOf(3);
  const Operations = [
    { op: "add", path: "members", value: [{ value: "usr_1" }] },
    { op: "replace", path: 'members[value eq "usr_0"].display', value: "Bob" },
    { op: "remove", path: 'members[value eq "usr_2"].display' },
    { op: "add", path: 'members[value eq "usr_3"].display', value: "Eve" },
  ];
  expect(patched("Group", before, { Operations }).members).toEqual([
    { value: "usr_0", display: "Bob" },
    { value: "usr_2" },
    { value: "usr_1" },
    { value: "usr_3", display: "Eve" },
  ]);
  expect(before).toEqual(groupOf(3));
});

test("paths that look at every value are bounded", () => {
  const path = 'members[display eq "nobody"]';
  const Operations = Array.from({ length: limits.scimOperations }, () => ({ op: "remove", path }));
  const most = limits.scimPatchLooks / limits.scimOperations;
  expect(patched("Group", groupOf(most), { Operations })).toEqual(groupOf(most));
  const refused = new ScimError(
    413,
    "tooMany",
    `The paths of all Operations may look at ${limits.scimPatchLooks} values at most; name members by value eq.`,
  );
  expect(() => patched("Group", groupOf(most + 1), { Operations })).toThrow(refused);
});

test("one value is primary: the one that became it last", () => {
  const emails = [
    { value: "a@acme.test", primary: true },
    { value: "b@acme.test", type: "work" },
  ];
  const Operations = [
    { op: "replace", path: 'emails[type eq "work"].primary', value: true },
    { op: "add", path: "emails", value: [{ value: "c@acme.test", primary: true }] },
  ];
  expect(patched("User", { userName: "a", emails }, { Operations }).emails).toEqual([
    { value: "a@acme.test", primary: false },
    { value: "b@acme.test", type: "work", primary: false },
    { value: "c@acme.test", primary: true },
  ]);
});
