import { afterEach, beforeEach, expect, test } from "bun:test";
import { testDatabase } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { createLogger } from "../../lib/logger.ts";
import { withoutPauses } from "../../lib/slices.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { inTransaction } from "../../store/db.ts";
import {
  addHealthMinute,
  type HealthMinute,
  type HealthState,
  healthMinutes,
} from "../../store/health/health-minutes.ts";
import type { Exchange } from "../../web/route.ts";
import { healthHistory } from "../../work/health-history.ts";
import { HealthRecords } from "./health-records.ts";

const START = Date.UTC(2026, 10, 21, 12, 0, 20);
const MINUTES = (90 * DAY_MS) / MINUTE_MS;
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };

let store: ReturnType<typeof testDatabase>;
let records: HealthRecords;
/** The clock of days, and the one that never jumps. */
let wallMs: number;
let passedMs: number;
let impaired: [string, HealthState][];
let waitMs: number;
let isUnsure: boolean;

const clock = {
  now: () => wallMs,
  forAges: () => wallMs,
  monotonic: () => passedMs,
  uptime: () => passedMs,
};

beforeEach(() => {
  store = testDatabase();
  [wallMs, passedMs, impaired, waitMs, isUnsure] = [START, 0, [], 0, false];
  records = start();
});
afterEach(() => store[Symbol.dispose]());

function start(): HealthRecords {
  return new HealthRecords({
    ...{ db: store.db, clock, logger: createLogger("silent") },
    look: async () => new Map(impaired),
    oldestWaitMs: () => ({ dictation: 0, job: waitMs }),
    clockIsUnsure: () => isUnsure,
  });
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 10) {
    wallMs += 10_000;
    passedMs += 10_000;
    await records.look();
  }
}

async function answer(path: string, ms: number, code: string | null = null): Promise<void> {
  const exchange = { route: { method: "POST", path }, errorCode: null as string | null };
  const handle = records.requests(async () => {
    wallMs += ms;
    passedMs += ms;
    exchange.errorCode = code;
    return new Response(null, { status: code === null ? 200 : 400 });
  });
  await handle(exchange as unknown as Exchange);
}

const rows = (): HealthMinute[] => healthMinutes(store.db, ALL, 1_000);
const minutes = () => rows().map(({ minute }) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16));
const history = (days: number) => withoutPauses(healthHistory({ db: store.db, clock }, days));

test("a minute has its worst state with the causes, dictations, the longest wait and error codes", async () => {
  await pass(40);
  impaired = [["disk", "degraded"]];
  await pass(10);
  impaired = [
    ["disk", "degraded"],
    ["engine", "unavailable"],
  ];
  waitMs = 1_500;
  await pass(10);
  [impaired, waitMs] = [[], 0];
  for (const ms of [100, 200, 300, 900]) await answer("/v1/dictations", ms);
  await answer("/v1/dictations", 5, "audio_invalid");
  await answer("/v1/me", 5, "audio_invalid");
  await answer("/v1/me", 5, "invalid_api_key");
  await pass(60);
  expect(rows()).toEqual([
    {
      minute: Math.floor(START / MINUTE_MS) + 1,
      state: "unavailable",
      causes: ["engine", "disk"],
      dictations: 4,
      p50Ms: 200,
      p95Ms: 900,
      oldestWaitMs: 1_500,
      errors: [
        { code: "audio_invalid", count: 2 },
        { code: "invalid_api_key", count: 1 },
      ],
    },
  ]);
});

test("the minute of a start, of a jump of the clock and of a silence has no row; neither has a time that nobody vouches for", async () => {
  await pass(160);
  expect(minutes()).toEqual(["12:01", "12:02"]);
  wallMs += 5 * MINUTE_MS;
  await pass(120);
  expect(minutes()).toEqual(["12:01", "12:02", "12:09"]);
  wallMs += limits.healthSilenceMs + 1_000;
  passedMs += limits.healthSilenceMs + 1_000;
  await pass(60);
  expect(minutes()).toEqual(["12:01", "12:02", "12:09"]);
  isUnsure = true;
  await pass(240);
  expect(minutes()).toEqual(["12:01", "12:02", "12:09"]);
  isUnsure = false;
  records = start();
  await pass(120);
  expect(minutes()).toHaveLength(4);
});

test("what a clock that went ahead wrote goes once the clock is right", async () => {
  await pass(160);
  wallMs += 3 * 3_600_000;
  await pass(180);
  expect(minutes()).toEqual(["12:01", "12:02", "15:04", "15:05"]);
  wallMs -= 3 * 3_600_000;
  await pass(120);
  expect(minutes()).toEqual(["12:01", "12:02", "12:07"]);
});

test("points, outages with their causes, and gaps", async () => {
  await pass(160);
  impaired = [["disk", "degraded"]];
  await pass(120);
  impaired = [];
  await answer("/v1/me", 5, "invalid_api_key");
  await pass(120);
  wallMs += 10 * MINUTE_MS;
  await pass(120);
  const { points, outages, errors, stepMinutes } = history(1);
  expect(stepMinutes).toBe(5);
  const sum = (of: "recorded" | "degraded" | "errors") => points.reduce((total, each) => total + each[of], 0);
  expect([sum("recorded"), sum("degraded"), sum("errors")]).toEqual([rows().length, 3, 1]);
  expect(errors).toEqual([{ code: "invalid_api_key", count: 1 }]);
  expect(outages.map(({ state, from, to, causes }) => [state, to - from, causes])).toEqual([
    ["unrecorded", 11, []],
    ["degraded", 3, ["disk"]],
  ]);
});

test("90 days of the fullest minutes take at most 20 MB, and the oldest go", async () => {
  const { db } = store;
  const size = () =>
    db
      .prepare<[], number>("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
      .pluck()
      .get() ?? 0;
  const before = size();
  const last = Math.floor(wallMs / MINUTE_MS);
  const causes = ["certificate", "database", "recognition", "models"];
  const errors = Array.from({ length: limits.healthCodes }, (_, index) => ({
    code: `a_long_error_code_${index}`,
    count: 999,
  }));
  const full = { state: "unavailable", causes, dictations: 9_999, p50Ms: 99_999, p95Ms: 999_999 } as const;
  inTransaction(db, () => {
    for (let minute = last - MINUTES; minute < last; minute++)
      addHealthMinute(db, { ...full, minute, oldestWaitMs: 3_600_000, errors });
  });
  const bytes = size() - before;
  expect(bytes).toBeLessThan(20e6);
  expect(bytes).toBeGreaterThan(5e6);
  expect(history(90).points.length).toBeLessThanOrEqual(limits.healthPoints + 1);
  await pass(120);
  expect(history(90).outages.at(-1)?.state).toBe("unavailable");
  expect(healthMinutes(db, ALL, 1)[0]?.minute).toBeGreaterThanOrEqual(last - MINUTES + 1);
});
