/** The report of a month, over HTTP: as JSON, CSV and a page, for the server's administrators, while others are served. */
import { expect, test } from "bun:test";
import { newId } from "../../src/lib/ids.ts";
import { lastMonth } from "../../src/metering/monthly-report.ts";
import { ClientThread } from "../support/client-thread.ts";
import { endlessEngine } from "../support/engines.ts";
import { addManyAccounts } from "../support/monthly-reports.ts";
import { loggedIn, newPerson } from "../support/oauth.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { slowness } from "../support/thread-time.ts";

/** Three times what a request may take of a quiet machine in one turn; made at once, this report takes ten times more. */
const MOST_CPU_MS = 60;
const PEOPLE = 2_000;
const DAYS = 5;
const PATH = "/v1/administration/report";

const server = await testServer({ overrides: { engine: endlessEngine } });
const { db } = server.context;
const person = newPerson(server);
db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(person.id);
const administrator = loggedIn(server, person);
const month = lastMonth(server.context);
const days = Array.from({ length: DAYS }, (_, index) => `${month}-0${index + 1}`);
const people = Array.from({ length: PEOPLE }, () => newId("usr"));
addManyAccounts(db, people, newId("org"), days);

test("JSON has a line for everybody who used anything", async () => {
  const { status, text } = await administrator.get(PATH);
  const { lines, ...report } = JSON.parse(text) as Json;
  expect([status, report]).toMatchObject([200, { object: "monthly_report", month, complete: true }]);
  expect(lines).toHaveLength(PEOPLE + 1);
  expect(lines[0]).toMatchObject({ kind: "organization", requests: PEOPLE * DAYS, deleted: true });
  expect(lines[1]).toMatchObject({ kind: "person", requests: DAYS, dictations: DAYS, failed: 0 });
});

test("CSV has the same, and its month is in the name of the file", async () => {
  const { text, headers } = await administrator.get(`${PATH}?format=csv&month=${month}`);
  expect(headers.get("content-disposition")).toContain(`tiro-report-${month}.csv`);
  expect(text.trim().split("\n")).toHaveLength(PEOPLE + 2);
});

test("the page is for administrators alone, and of months that have begun", async () => {
  expect((await administrator.get(`/reports/${month}`)).status).toBe(200);
  expect((await administrator.get("/reports/9999-01")).status).toBe(404);
  const somebody = loggedIn(server, newPerson(server));
  expect((await somebody.get(`/reports/${month}`)).status).toBe(404);
  expect((await somebody.get(PATH)).status).toBe(403);
});

test.each(["a month that is to come", "no month"])("%s is refused", async (what) => {
  const { status, text } = await administrator.get(
    `${PATH}?month=${what === "no month" ? "2026-13" : "9999-01"}`,
  );
  expect([status, (JSON.parse(text) as Json).error.code]).toEqual([400, "invalid_request"]);
});

test("nobody waits while it is made", async () => {
  using client = new ClientThread();
  const cookies = [...administrator.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const path of [PATH, `${PATH}?format=csv`, `/reports/${month}`]) {
    let least = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 3; count += 1) {
      const sending = { url: server.url + path, method: "GET", headers: { Cookie: cookies }, body: null };
      const { status, cpuMs } = await client.send(sending);
      expect([path, status]).toEqual([path, 200]);
      least = Math.min(least, cpuMs);
    }
    expect([path, least < MOST_CPU_MS * slowness()]).toEqual([path, true]);
  }
});
