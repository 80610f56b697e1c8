import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, testClock, testDatabase } from "../../test/support/database.ts";
import { fail } from "../../test/support/monthly-reports.ts";
import { limits } from "../config/limits.ts";
import { configSchema } from "../config/schema.ts";
import { createLogger } from "../lib/logger.ts";
import { reportPage } from "../pages/report/report-page.ts";
import { ScheduledReports } from "./scheduled-reports.ts";

const NOVEMBER = Date.UTC(2026, 10, 1);

let store: ReturnType<typeof testDatabase>;
let place: ReturnType<typeof temporaryFolder>;
let folder: string;
let log: string[];
let isDiskFull = false;
const clock = testClock();

beforeEach(() => {
  store = testDatabase();
  place = temporaryFolder();
  folder = join(place.path, "reports");
  mkdirSync(folder);
  log = [];
  isDiskFull = false;
  clock.nowMs = Date.UTC(2026, 10, 21);
});
afterEach(() => {
  store[Symbol.dispose]();
  place[Symbol.dispose]();
});

function scheduled(settings: { folder?: string; language?: "de" } = { folder }, time_zone = "UTC") {
  const config = configSchema.parse({ billing: { time_zone }, reports: settings });
  const logger = createLogger("info", (line) => void log.push(line));
  const page = (report: Parameters<typeof reportPage>[0]) => {
    if (isDiskFull) writeFileSync("/dev/full", "the page");
    return reportPage(report, config.reports.language);
  };
  return new ScheduledReports({ db: store.db, clock, config, logger, page });
}

const written = () => readdirSync(folder).sort();
const of = (...months: string[]) =>
  months.flatMap((month) => [`tiro-report-${month}.csv`, `tiro-report-${month}.html`]);

test("without a folder there are none", async () => {
  const reports = scheduled({});
  await reports.look();
  expect(reports.health).toBeNull();
  expect(log).toEqual([]);
});

test.each([
  ["UTC", NOVEMBER + limits.reportDelayMs - 1, "2026-09"],
  ["UTC", NOVEMBER + limits.reportDelayMs, "2026-10"],
  ["America/New_York", NOVEMBER + limits.reportDelayMs, "2026-09"],
  ["America/New_York", NOVEMBER + 4 * 3600_000 + limits.reportDelayMs, "2026-10"],
])("the first one is that of the last month: in %s at %d that of %s", async (zone, now, month) => {
  clock.nowMs = now;
  const reports = scheduled({ folder }, zone);
  await reports.look();
  expect(written()).toEqual(of(month));
  expect(reports.health).toEqual({ lastMonth: month, failure: null });
});

test("for its user alone, in the language that was asked for; twice changes nothing", async () => {
  fail(store.db, "", "2026-10-02");
  const reports = scheduled({ folder, language: "de" });
  await reports.look();
  const [csv = "", html = ""] = written().map((name) => join(folder, name));
  expect(statSync(csv).mode & 0o777).toBe(0o600);
  expect(readFileSync(csv, "utf8")).toContain("\r\n2026-10,nobody,");
  expect(readFileSync(html, "utf8")).toContain("<h1>Bericht Oktober 2026</h1>");
  rmSync(csv);
  writeFileSync(html, "changed");
  clock.nowMs += 3600_000;
  await reports.look();
  await scheduled().look();
  expect(written()).toEqual(["tiro-report-2026-10.html"]);
  expect(readFileSync(html, "utf8")).toBe("changed");
});

test("what was missed is caught up, as far back as reports go", async () => {
  await scheduled().look();
  clock.nowMs = Date.UTC(2027, 1, 3);
  await scheduled().look();
  expect(written()).toEqual(of("2026-10", "2026-11", "2026-12", "2027-01"));
  clock.nowMs = Date.UTC(2030, 0, 3);
  await scheduled().look();
  expect(written()).toHaveLength(2 * (4 + limits.reportsCaughtUp));
  expect(written()).toContain("tiro-report-2029-12.csv");
  expect(written()).toContain("tiro-report-2028-12.csv");
});

const faults: [what: string, failure: string, cause: () => void, mend: () => void][] = [
  [
    "a folder that is missing",
    "folder_missing",
    () => rmSync(folder, { recursive: true }),
    () => mkdirSync(folder),
  ],
  [
    "a file in its place",
    "folder_missing",
    () => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
    },
    () => {
      rmSync(folder);
      mkdirSync(folder);
    },
  ],
  [
    "a disk that is full",
    "disk_full",
    () => {
      isDiskFull = true;
    },
    () => {
      isDiskFull = false;
    },
  ],
];

test.each(faults)("%s is told in log and health, and tried again: %s", async (_, failure, cause, mend) => {
  const reports = scheduled();
  cause();
  await reports.look();
  expect(reports.health).toEqual({ lastMonth: null, failure });
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { event: "report_failed", level: "error", code: failure, hint: expect.any(String) },
  ]);
  mend();
  clock.nowMs += limits.reportRetryMs - 1;
  await reports.look();
  expect(reports.health?.failure).toBe(failure);
  clock.nowMs += 1;
  await reports.look();
  expect(reports.health).toEqual({ lastMonth: "2026-10", failure: null });
  expect(written()).toEqual(of("2026-10"));
});

test.skipIf(process.getuid?.() === 0)("a folder that may not be written", async () => {
  const reports = scheduled();
  chmodSync(folder, 0o500);
  await reports.look();
  chmodSync(folder, 0o700);
  expect(reports.health?.failure).toBe("folder_not_writable");
});
