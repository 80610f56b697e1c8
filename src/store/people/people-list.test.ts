/** People found window by window are those that one look at all of them finds. */
import { expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../accounts/people/users.ts";
import { limits } from "../../config/limits.ts";
import { withoutPauses } from "../../lib/slices.ts";
import { inTransaction } from "../db.ts";
import { countPeople, findPeople, type PeopleFilter } from "./people-list.ts";

const ANY: PeopleFilter = {
  ...{ query: null, organizationId: null, state: null, plan: null },
  ...{ serverRole: null, passwordAlone: false },
};

test("over several windows, from any place, by a filter, and in few steps each", () => {
  using store = testDatabase();
  const deps = { ...store, clock: testClock(), actor: TEST_ACTOR };
  const emails = Array.from(
    { length: limits.peopleSearchedAtOnce * 2 + 1 },
    (_, index) => `P${index}@acme.test`,
  );
  inTransaction(store.db, () => {
    for (const email of emails)
      addUser(deps, { email, name: email.endsWith("7@acme.test") ? "Seven" : "Other" });
  });
  const sorted = emails.map((email) => email.toLowerCase()).sort();
  const find = (filter: Partial<PeopleFilter>, after: string, limit: number) =>
    withoutPauses(findPeople(store.db, { ...ANY, ...filter }, { after, limit })).map(({ email }) =>
      email.toLowerCase(),
    );
  expect(find({}, "", 10_000)).toEqual(sorted);
  const at = limits.peopleSearchedAtOnce - 5;
  expect(find({}, sorted[at] as string, 10)).toEqual(sorted.slice(at + 1, at + 11));
  const sevens = sorted.filter((email) => email.endsWith("7@acme.test"));
  expect(find({ query: "seven" }, "", 10_000)).toEqual(sevens);
  expect(find({ query: "seven" }, "", 3)).toEqual(sevens.slice(0, 3));
  expect(withoutPauses(countPeople(store.db, { ...ANY, query: "seven" }))).toBe(sevens.length);
  expect(find({}, sorted.at(-1) as string, 10)).toEqual([]);
  const steps = [...countPeople(store.db, ANY)];
  expect(steps.length).toBe(Math.ceil(emails.length / limits.peopleSearchedAtOnce));
});
