/** Many people at once: a table is looked at line by line, imported beside everything else, cut off and repeated. */
import { expect, test } from "bun:test";
import { verifyAudit } from "../../../src/accounts/audit/audit-log.ts";
import { addOrganization } from "../../../src/accounts/organizations/organizations.ts";
import { limits } from "../../../src/config/limits.ts";
import { withoutPauses } from "../../../src/lib/slices.ts";
import { countPeople } from "../../../src/store/people/people-list.ts";
import { userByEmail } from "../../../src/store/people/users.ts";
import { checkPeopleTable, startPeopleImport } from "../../../src/work/import-people.ts";
import { longestTurn } from "../../support/event-loop.ts";
import { eventually } from "../../support/eventually.ts";
import { csrfOf } from "../../support/people.ts";
import type { Json } from "../../support/server.ts";
import { testPeople } from "../../support/test-servers.ts";
import { slowness } from "../../support/thread-time.ts";
import { Administrators } from "./administrators.ts";

/** Processor time of one turn, with the garbage that is collected in it. */
const MOST_CPU_MS = 60;

const people = await testPeople();
const staff = new Administrators(people);
addOrganization(people.deps, { name: "Acme", owner: staff.persons.second });

async function send(path: string, table: string | Uint8Array): Promise<[number, Json]> {
  const browser = staff.browsers.administrator;
  const { status, text } = await browser.send(`/v1/administration/people/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "text/csv",
      "x-csrf-token": await csrfOf(browser),
      Origin: people.server.url,
    },
    body: table,
  });
  return [status, JSON.parse(text)];
}

const taskState = async (id: string) => (await staff.auditor("GET", `/tasks/${id}`))[1].state;
const count = () =>
  withoutPauses(
    countPeople(people.deps.db, {
      ...{ query: "@many.test", organizationId: null, state: null, plan: null },
      ...{ serverRole: null, passwordAlone: false },
    }),
  );

test("each line is reported, a wrong one refuses the table, and formulas are text", async () => {
  const { db } = people.deps;
  const head = "email;name;plan;organization;role";
  const good = [`p1@x.test;"'=HYPERLINK(""http://x"")";pro;Acme;admin`, `${staff.persons.second.email};X;;;`];
  const [, report] = await send(
    "import/check",
    [
      head,
      ...good,
      "p1@x.test;Twice;;Acme;",
      "no;N;;;",
      `${staff.persons.administrator.email};I;;Acme;owner`,
    ].join("\n"),
  );
  expect(report).toMatchObject({ added: 1, joined: 0, unchanged: 1, faults: 3 });
  expect(report.lines.map(({ line, outcome }: Json) => [line, outcome])).toEqual([
    ...[
      [2, "added"],
      [3, "unchanged"],
      [4, "fault"],
      [5, "fault"],
      [6, "fault"],
    ],
  ]);
  expect(report.lines.at(-1).message).toContain("Nobody changes their own role");
  expect(userByEmail(db, "p1@x.test")).toBeNull();
  const [refused, { error }] = await send("import", [head, ...good, "no;N;;;"].join("\n"));
  expect([refused, error.details.issues[0].param]).toEqual([400, "line 4"]);
  expect((await send("import/check", new Uint8Array([0xff, 0xfe, 0x41])))[0]).toBe(400);

  const [status, task] = await send("import", [head, ...good].join("\n"));
  expect([status, task.kind]).toEqual([202, "people_import"]);
  await eventually(() => taskState(task.id), "succeeded");
  expect(userByEmail(db, "p1@x.test")).toMatchObject({ name: '=HYPERLINK("http://x")', plan: "pro" });
  const [, { data }] = await staff.auditor("GET", `/audit?target=${userByEmail(db, "p1@x.test")?.id}`);
  expect(data).toMatchObject([{ action: "user.added", actor_name: "administrator" }]);
});

test("10,000 lines, cut off and run again: the same result, and nobody is held up", async () => {
  const { db } = people.deps;
  const { tasks } = people.server.context;
  const lines = Array.from({ length: limits.importedPeople }, (_, i) => `n${i}@many.test,N ${i},Acme`);
  const csv = Buffer.from(["email,name,organization", ...lines].join("\n"));
  const actor = { id: staff.persons.administrator.id, credential: "brs_1", address: "::1" };
  const changes = { ...people.deps, actor };
  const table = { csv, organization: null };
  let checked: Awaited<ReturnType<typeof checkPeopleTable>> | undefined;
  const ofCheck = await longestTurn(async () => {
    checked = await checkPeopleTable(changes, table);
  });
  expect(checked?.lines).toHaveLength(limits.importedPeople);

  const first = await startPeopleImport(tasks, changes, table, null);
  await eventually(() => count() > 100, true);
  tasks.cancel(first.id);
  await eventually(() => taskState(first.id), "cancelled");
  const before = count();
  expect(before).toBeLessThan(limits.importedPeople);

  const ofImport = await longestTurn(async () => {
    const { id } = await startPeopleImport(tasks, changes, table, null);
    await eventually(() => tasks.get(id).state, "succeeded");
    expect(tasks.get(id).result).toEqual({
      added: limits.importedPeople - before,
      joined: 0,
      unchanged: before,
    });
  });
  expect(count()).toBe(limits.importedPeople);
  const again = await startPeopleImport(tasks, changes, table, null);
  await eventually(() => tasks.get(again.id).state, "succeeded");
  expect(tasks.get(again.id).result).toMatchObject({ added: 0, joined: 0 });
  expect(verifyAudit(db).intact).toBe(true);
  expect(Math.max(ofCheck.cpuMs, ofImport.cpuMs)).toBeLessThan(MOST_CPU_MS * slowness());
});

test("links for those who cannot log in yet: as many as there may be at once, and nobody gets two", async () => {
  const [status, { data, has_more: more }] = await staff.administrator("POST", "/people/setup-links", {});
  expect([status, data.length >= limits.setupLinksAtOnce, more]).toEqual([201, true, true]);
  expect((await fetch(data[0].url)).status).toBe(200);
  const [, second] = await staff.administrator("POST", "/people/setup-links", {});
  const first = new Set(data.map(({ person_id: id }: Json) => id));
  expect(second.data.some(({ person_id: id }: Json) => first.has(id))).toBe(false);
  const [, log] = await staff.auditor(
    "GET",
    `/audit?target=${data[0].person_id}&action=user.setup_link_made`,
  );
  expect(log.data).toMatchObject([{ actor_name: "administrator" }]);
});
