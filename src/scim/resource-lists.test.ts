import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import type { Db } from "../store/db.ts";
import type { Unversioned } from "./resource-answers.ts";
import { type ListedKind, listAnswer } from "./resource-lists.ts";

/** Groups with so many values, none of which is written out; nothing of a database is read. */
function groupsOf(...sizes: number[]): ListedKind {
  return {
    type: "Group",
    longList: "members",
    candidates: () => ({ ids: sizes.map((_, index) => `${index}`), isExact: false }),
    find: async (_, id) =>
      ({ id, members: new Array(sizes[Number(id)]), meta: {} }) as unknown as Unversioned,
  };
}

const asked = (filter: string | null, kind: ListedKind) =>
  listAnswer({} as Db, kind, {
    id: "",
    query: new URLSearchParams(filter === null ? {} : { filter, attributes: "id" }),
    headers: new Headers(),
    base: "",
    body: {},
  });
const shown = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { Resources: { id: string }[] }).Resources.map(({ id }) => id);

test("a filter looks at so many values and no more", async () => {
  const filter = 'members.display eq "x"';
  const most = limits.scimFilterLooks - 1;
  expect(await shown(asked(filter, groupsOf(most)))).toEqual([]);
  const refused = { status: 400, scimType: "tooMany" };
  expect(asked(filter, groupsOf(most + 1))).rejects.toMatchObject(refused);
  expect(asked(`${filter} or ${filter}`, groupsOf(most))).rejects.toMatchObject(refused);
});

test("a page ends with the resource that makes it too large", async () => {
  const { scimPageMembers: most } = limits;
  expect(await shown(asked("id pr", groupsOf(most - 1, 0, 0)))).toEqual(["0", "1"]);
  expect(await shown(asked("id pr", groupsOf(most, 0, 0)))).toEqual(["0"]);
});

test("a filter holds so many comparisons and no more", async () => {
  const of = (count: number) => Array.from({ length: count }, () => "id pr").join(" or ");
  const { scimFilterComparisons: most } = limits;
  expect(await shown(asked(of(most), groupsOf(0)))).toEqual(["0"]);
  expect(asked(of(most + 1), groupsOf(0))).rejects.toMatchObject({ scimType: "invalidFilter" });
});
