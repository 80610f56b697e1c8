/** No filter of a list lets one request read a whole table that grows with use: each is read through an index. */
import { expect, test } from "bun:test";
import { addUser } from "../../../src/accounts/people/users.ts";
import { contentViews } from "../../../src/accounts/policies/content-views.ts";
import { withoutPauses } from "../../../src/lib/slices.ts";
import { auditRowsOfOrganization, findAuditRows } from "../../../src/store/audit/audit-log.ts";
import type { Db } from "../../../src/store/db.ts";
import { invoicesBefore } from "../../../src/store/metering/invoices.ts";
import { listOrganizationsBy } from "../../../src/store/organizations/organization-list.ts";
import { countPeople, findPeople, type PeopleFilter } from "../../../src/store/people/people-list.ts";
import { TEST_ACTOR, testClock, testDatabase } from "../../support/database.ts";

const usr = `usr_${"0".repeat(32)}`;
const org = `org_${"0".repeat(32)}`;

const PEOPLE = {
  query: null,
  organizationId: null,
  state: null,
  plan: null,
  serverRole: null,
  passwordAlone: false,
} as const;
const ORGANIZATIONS = { query: null, state: null, plan: null } as const;
const AUDIT = { actions: null, actor: null, target: null, address: null, sinceMs: null, untilMs: null };
const page = { after: "m", limit: 50 };
const window = { from: 1, before: 100, limit: 50 };

const people = (filter: Partial<PeopleFilter>) => (db: Db) => {
  withoutPauses(findPeople(db, { ...PEOPLE, ...filter }, page));
  withoutPauses(countPeople(db, { ...PEOPLE, ...filter }));
};
const organizations = (filter: Partial<Parameters<typeof listOrganizationsBy>[1]>) => (db: Db) =>
  listOrganizationsBy(db, { ...ORGANIZATIONS, ...filter }, page);
const audit = (search: Partial<Parameters<typeof findAuditRows>[1]>) => (db: Db) =>
  findAuditRows(db, { ...AUDIT, ...search }, window);

/** Filter → the list with it, from somewhere in its midst. */
const LISTS: Record<string, (db: Db) => unknown> = {
  people: people({}),
  "people by a part of the name": people({ query: "ada" }),
  "people of an organization": people({ organizationId: org }),
  "people by state": people({ state: "waiting" }),
  "people by plan": people({ plan: "pro" }),
  "people by role": people({ serverRole: "auditor" }),
  "people with a password alone": people({ passwordAlone: true }),
  organizations: organizations({}),
  "organizations by a part of the name": organizations({ query: "bank" }),
  "organizations by state": organizations({ state: "disabled" }),
  "organizations by plan": organizations({ plan: "team" }),
  "the audit log": audit({}),
  "the audit log by action": audit({ actions: ["user.added"] }),
  "the audit log by actor": audit({ actor: usr }),
  "the audit log by target": audit({ target: usr }),
  "the audit log by address": audit({ address: "::1" }),
  "the audit log by time": audit({ sinceMs: 1, untilMs: 2 }),
  "changes of an organization": (db) =>
    auditRowsOfOrganization(db, { organizationId: org, before: 100, limit: 50 }),
  "who read what somebody dictated": (db) => contentViews(db, usr),
  invoices: (db) => invoicesBefore(db, { accountId: null, before: 100, limit: 50 }),
  "invoices of an account": (db) => invoicesBefore(db, { accountId: org, before: 100, limit: 50 }),
};

/** Its page is merged from three, each of which an index gives in order, but for lines about keys, which are few. */
const MERGED = "changes of an organization";

test.each(Object.entries(LISTS))("%s", (name, list) => {
  using store = testDatabase();
  addUser({ ...store, clock: testClock(), actor: TEST_ACTOR }, { email: "zoe@acme.test", name: "Zoe" });
  const plans = plansOf(store.db, list);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((step) => /^SCAN (?!\(|.*VIRTUAL TABLE)/.test(step))).toEqual([]);
  // An order that no index gives would read and sort all that fits.
  if (name !== MERGED) expect(plans.filter((step) => step.includes("FOR ORDER BY"))).toEqual([]);
});

/** Steps of what was asked, as SQLite plans them. */
function plansOf(db: Db, list: (db: Db) => unknown): string[] {
  const asked: { sql: string; values: unknown[] }[] = [];
  const prepare = db.prepare.bind(db);
  const watched = Object.create(db, {
    prepare: {
      value: (sql: string) => {
        const statement = prepare(sql);
        for (const way of ["all", "get"] as const) {
          const run = statement[way].bind(statement);
          const watch = (...values: unknown[]) => {
            asked.push({ sql, values });
            return run(...values);
          };
          Object.assign(statement, { [way]: watch });
        }
        return statement;
      },
    },
  }) as Db;
  list(watched);
  return asked.flatMap(({ sql, values }) =>
    prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail),
  );
}
