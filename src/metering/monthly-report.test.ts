import { afterEach, beforeEach, expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../test/support/database.ts";
import { fail, use } from "../../test/support/monthly-reports.ts";
import { addOrganization } from "../accounts/organizations/organizations.ts";
import { addUser } from "../accounts/people/users.ts";
import { configSchema } from "../config/schema.ts";
import { inTurns } from "../lib/in-turns.ts";
import { INTERFACE_LANGUAGES } from "../lib/interface-languages.ts";
import { reportPage } from "../pages/report/report-page.ts";
import { deleteUser } from "../store/people/user-removal.ts";
import { monthlyReport, monthlyReportCsv, monthlyReportJson } from "./monthly-report.ts";

let store: ReturnType<typeof testDatabase>;
const clock = testClock();
const people = () => {
  const deps = { db: store.db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const person = (name: string, email: string) => addUser(deps, { email, name });
  const zoe = person("=cmd|'/c calc'!A0", "zoe@example.com");
  const bob = person("Bob", "bob@example.com");
  const gone = person("Gone", "gone@example.com");
  const idle = person("Idle", "idle@example.com");
  const acme = addOrganization(deps, { name: "<b>Acme</b>, Ltd", owner: bob });
  return { zoe, bob, gone, idle, acme };
};

beforeEach(() => {
  clock.nowMs = Date.UTC(2026, 10, 21);
  store = testDatabase();
});
afterEach(() => store[Symbol.dispose]());

const make = (month: string, time_zone = "UTC") => {
  const config = configSchema.parse({ billing: { time_zone } });
  return inTurns(monthlyReport({ db: store.db, clock, config }, month), 0);
};

function fill() {
  const made = people();
  const { zoe, bob, gone, acme } = made;
  const { db } = store;
  use(db, { by: bob.id, day: "2026-09-30" });
  use(db, { by: bob.id, day: "2026-10-01" });
  use(db, { by: bob.id, day: "2026-10-31", kind: "transcription", audioSeconds: 90 });
  use(db, { by: bob.id, day: "2026-11-01" });
  use(db, { by: acme.id, day: "2026-10-07", memberId: bob.id });
  use(db, { by: acme.id, day: "2026-10-07", memberId: zoe.id, kind: "transcription" });
  use(db, { by: gone.id, day: "2026-10-09" });
  fail(db, zoe.id, "2026-10-31", 3);
  fail(db, zoe.id, "2026-11-01");
  fail(db, "", "2026-10-02", 2);
  deleteUser(db, gone.id);
  return made;
}

test("a month's lines: organizations, people by name, who was deleted, nobody", async () => {
  const { zoe, bob, gone, acme } = fill();
  const { lines, ...report } = await make("2026-10");
  expect(report).toEqual({
    month: "2026-10",
    timeZone: "UTC",
    madeAt: clock.nowMs,
    isComplete: true,
    isBilled: true,
  });
  const sums = { requests: 0, dictations: 0, recordings: 0, audioSeconds: 0, billedSeconds: 0, failed: 0 };
  const two = { requests: 2, dictations: 1, recordings: 1 };
  expect(lines).toEqual([
    {
      kind: "organization",
      id: acme.id,
      name: acme.name,
      email: null,
      ...sums,
      ...two,
      audioSeconds: 120,
      billedSeconds: 130,
    },
    { kind: "person", id: zoe.id, name: zoe.name, email: zoe.email, ...sums, failed: 3 },
    {
      kind: "person",
      id: bob.id,
      name: "Bob",
      email: bob.email,
      ...sums,
      ...two,
      audioSeconds: 150,
      billedSeconds: 160,
    },
    {
      kind: "person",
      id: gone.id,
      name: null,
      email: null,
      ...sums,
      requests: 1,
      dictations: 1,
      audioSeconds: 60,
      billedSeconds: 65,
    },
    { kind: "nobody", id: "", name: null, email: null, ...sums, failed: 2 },
  ]);
});

test.each([
  ["2026-08", "0 lines, complete"],
  ["2026-10", "5 lines, complete"],
  ["2026-11", "2 lines, incomplete"],
  ["2026-12", "The month 2026-12 is still to come."],
])("%s: %s", async (month, expected) => {
  fill();
  const said = await make(month).then(
    ({ lines, isComplete }) => `${lines.length} lines, ${isComplete ? "complete" : "incomplete"}`,
    (error: Error) => error.message,
  );
  expect(said).toBe(expected);
});

test("a month ends in the site's time zone", async () => {
  clock.nowMs = Date.UTC(2026, 10, 1, 3, 59);
  expect((await make("2026-10", "UTC")).isComplete).toBe(true);
  expect((await make("2026-10", "America/New_York")).isComplete).toBe(false);
  clock.nowMs += 60_000;
  expect((await make("2026-10", "America/New_York")).isComplete).toBe(true);
});

test("as CSV, which no spreadsheet runs", async () => {
  const { zoe, bob, gone, acme } = fill();
  const text = await inTurns(monthlyReportCsv(await make("2026-10")), 0);
  expect(text.split("\r\n")).toEqual([
    "month,kind,id,name,email,deleted,requests,dictations,recordings,audio_minutes,billed_minutes,failed",
    `2026-10,organization,${acme.id},"<b>Acme</b>, Ltd",,,2,1,1,2.00,2.17,0`,
    `2026-10,person,${zoe.id},'${zoe.name},zoe@example.com,,0,0,0,0.00,0.00,3`,
    `2026-10,person,${bob.id},Bob,bob@example.com,,2,1,1,2.50,2.67,0`,
    `2026-10,person,${gone.id},,,yes,1,1,0,1.00,1.08,0`,
    "2026-10,nobody,,,,,0,0,0,0.00,0.00,2",
    "",
  ]);
});

test("for programs", async () => {
  const { gone } = fill();
  const { lines, ...report } = monthlyReportJson(await make("2026-11"));
  expect(report).toEqual({
    ...{ object: "monthly_report", month: "2026-11", time_zone: "UTC" },
    ...{ made_at: "2026-11-21T00:00:00.000Z", complete: false },
  });
  expect(lines).toHaveLength(2);
  const [, , , deleted, nobody] = monthlyReportJson(await make("2026-10")).lines;
  expect(deleted).toMatchObject({
    id: gone.id,
    name: null,
    deleted: true,
    audio_seconds: 60,
    billed_seconds: 65,
  });
  expect(nobody).toMatchObject({ kind: "nobody", id: null, deleted: false });
});

test.each([...INTERFACE_LANGUAGES])(
  "as a page in %s: whole, without scripts, everything escaped",
  async (language) => {
    const { bob, gone, idle } = fill();
    const page = await inTurns(reportPage(await make("2026-10"), language), 0);
    expect(page).toStartWith(`<!doctype html>\n<html lang="${language}">`);
    expect(page).toEndWith("</html>\n");
    for (const part of ["&lt;b&gt;Acme&lt;/b&gt;, Ltd", bob.id, bob.email, gone.id])
      expect(page).toContain(part);
    for (const part of ["<script", "<b>", idle.id, "undefined", "http://", "https://"])
      expect(page).not.toContain(part);
    expect(page.match(/<table>/g)).toHaveLength(3);
  },
);
