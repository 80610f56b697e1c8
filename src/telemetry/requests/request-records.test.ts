import { afterEach, beforeEach, expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../../test/support/database.ts";
import { longestTurn } from "../../../test/support/event-loop.ts";
import { slowness } from "../../../test/support/thread-time.ts";
import { addUser } from "../../accounts/people/users.ts";
import { limits } from "../../config/limits.ts";
import { configSchema } from "../../config/schema.ts";
import { newId } from "../../lib/ids.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { createLogger } from "../../lib/logger.ts";
import { type Slices, withoutPauses } from "../../lib/slices.ts";
import { traced } from "../../lib/tracing.ts";
import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import { deleteUser } from "../../store/people/user-removal.ts";
import { type FailedFilter, listFailedRequests } from "../../store/requests/failed-requests.ts";
import { listSlowRequests, type SlowFilter } from "../../store/requests/slow-requests.ts";
import type { Exchange } from "../../web/route.ts";
import { RequestRecords } from "./request-records.ts";

let store: ReturnType<typeof testDatabase>;
let clock: ReturnType<typeof testClock>;
let records: RequestRecords;
let ada: string;

beforeEach(() => {
  store = testDatabase();
  clock = testClock(Date.UTC(2026, 10, 21, 12));
  const config = configSchema.parse({});
  records = new RequestRecords({ db: store.db, clock, config, logger: createLogger("silent") });
  const deps = { db: store.db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  ada = addUser(deps, { email: "ada@example.com", name: "Ada" }).id;
});

afterEach(async () => {
  await records.close();
  store[Symbol.dispose]();
});

interface Sent {
  by?: string;
  route?: string;
  code?: string | null;
  ms?: number;
  work?: () => Promise<unknown>;
}

async function send({ by = ada, route = "/v1/me", code = null, ms = 1, work }: Sent = {}): Promise<string> {
  const exchange = {
    requestId: newId("req"),
    route: { method: "GET", path: route },
    principal: by === "" ? null : { accountId: by },
    logIn: null,
    errorCode: null as string | null,
  };
  const handle = records.requests(async () => {
    await work?.();
    clock.nowMs += ms;
    exchange.errorCode = code;
    return new Response(null, { status: code === null ? 200 : 400 });
  });
  await handle(exchange as unknown as Exchange);
  return exchange.requestId;
}

const listFailed = (filter: FailedFilter) => withoutPauses(listFailedRequests(store.db, filter));
const listSlow = (filter: SlowFilter) => withoutPauses(listSlowRequests(store.db, filter));
const ALL = { accountId: null, code: null, route: null, sinceMs: 0, limit: limits.requestsListedMax };
const failed = () => listFailed(ALL).map(({ code, requests }) => [code, requests]);
const slow = (route: string | null = null) => listSlow({ ...ALL, route }).map(({ requestId }) => requestId);

test("failures are counted by account and code, and what was written before is added to", async () => {
  for (const code of ["a", "a", "b", null]) await send({ code });
  await send({ by: "", code: "a" });
  await records.write();
  await send({ code: "a" });
  await records.write();
  expect(listFailed(ALL)).toMatchObject([
    { accountId: ada, code: "a", requests: 3 },
    { accountId: "", code: "a", requests: 1 },
    { accountId: ada, code: "b", requests: 1 },
  ]);
  expect(listFailed({ ...ALL, accountId: ada, code: "b" })).toHaveLength(1);
  expect(listFailed({ ...ALL, limit: 1 })).toHaveLength(1);
});

test("between two writes so many accounts are told apart, and of more it is known that they failed", async () => {
  for (let count = 0; count < limits.failedRequestsPending - 1; count++)
    await send({ by: newId("usr"), code: "a" });
  await send({ code: "a" });
  await send({ code: "b" });
  await send({ code: "a" });
  await records.write();
  expect(listFailed(ALL)).toMatchObject([
    { accountId: ada, code: "a", requests: 2 },
    { accountId: "", code: "b", requests: 1 },
  ]);
});

test("of each route and hour the slowest stay, whenever they were written", async () => {
  const ids: string[] = [];
  for (let ms = 1; ms <= limits.slowRequestsOfRoute + 1; ms++) {
    ids.unshift(await send({ ms, route: "/v1/one" }));
    if (ms === 2) await records.write();
  }
  const other = await send({ route: "/v1/two" });
  await records.write();
  expect(slow("GET /v1/one")).toEqual(ids.slice(0, limits.slowRequestsOfRoute));
  expect(slow("GET /v1/two")).toEqual([other]);
  clock.nowMs += HOUR_MS;
  const later = await send({ route: "/v1/one" });
  await records.write();
  expect(slow("GET /v1/one")).toEqual([...ids.slice(0, limits.slowRequestsOfRoute), later]);
});

test("steps are those of the request itself, as many as there may be, without what is told of them", async () => {
  const step = (name: string) =>
    traced(name, async (tell) => {
      tell({ pack: "secret" });
      clock.nowMs += 2;
    });
  let finish = () => {};
  const behind = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await step("outside");
  await send({
    work: async () => {
      for (let count = 0; count <= limits.slowRequestSteps; count++) await step(`step ${count}`);
    },
  });
  await send({ route: "/v1/job", work: async () => void traced("behind the answer", () => behind) });
  finish();
  await behind;
  await records.write();
  const [first, second] = listSlow(ALL);
  expect(first?.steps).toHaveLength(limits.slowRequestSteps);
  expect(first?.steps.at(-1)).toEqual({
    name: `step ${limits.slowRequestSteps - 1}`,
    began: (limits.slowRequestSteps - 1) * 2,
    duration: 2,
  });
  expect(second?.steps).toEqual([]);
  expect(JSON.stringify(first)).not.toContain("secret");
});

test.each([
  [0, 1],
  [HOUR_MS - 1, 1],
  [HOUR_MS, 0],
])("what is a day and %d ms old is kept: %d", async (more, left) => {
  await send({ code: "a", ms: 0 });
  await records.write();
  clock.nowMs += limits.requestsKeptMs + more;
  await records.write();
  expect([failed().length, slow().length]).toEqual([left, left]);
});

test("days for reports are kept as long as they may be", async () => {
  const days = () => store.db.prepare("SELECT count(*) FROM failed_request_days").pluck().get();
  await send({ code: "a" });
  await records.write();
  clock.nowMs += limits.failedRequestDays * DAY_MS;
  await records.write();
  expect(days()).toBe(1);
  clock.nowMs += DAY_MS;
  await records.write();
  expect(days()).toBe(0);
});

test("what was not written when the server stops is written then", async () => {
  const id = await send({ code: "a" });
  await records.close();
  expect([failed(), slow()]).toEqual([[["a", 1]], [id]]);
});

test("who was removed is forgotten, and not written again", async () => {
  await send({ code: "a" });
  await records.write();
  await send({ code: "a" });
  deleteUser(store.db, ada);
  expect([failed(), slow()]).toEqual([[], []]);
  await records.write();
  expect([failed(), slow()]).toEqual([[], []]);
});

test("neither writing nor listing many holds up others for long", async () => {
  const most = 40 * slowness();
  for (let count = 0; count < limits.failedRequestsPending; count++)
    await send({ by: `usr_${count}`, code: "a", route: `/v1/${count}` });
  for (let count = 0; count < 2_000; count++) await send({ route: `/v1/${count % 500}`, ms: count });
  expect((await longestTurn(() => records.write())).cpuMs).toBeLessThan(most);
  expect(slow().length).toBeGreaterThan(500);
  store.db.exec(`INSERT INTO failed_requests
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    SELECT ${Math.floor(clock.nowMs / HOUR_MS)} + i % 24, 'usr_' || (i / 24), 'a', 1 + i % 7, i FROM n`);
  const lists: (() => Slices<unknown[]>)[] = [
    () => listFailedRequests(store.db, ALL),
    () => listSlowRequests(store.db, ALL),
  ];
  for (const list of lists) {
    const { cpuMs } = await longestTurn(async () => {
      expect((await inTurns(list(), limits.requestsTurnMs)).length).toBe(limits.requestsListedMax);
    });
    expect(cpuMs).toBeLessThan(most);
  }
});
