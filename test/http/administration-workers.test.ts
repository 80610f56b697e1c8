/** Workers as administrators and machines see them: on their page, in health and in metrics; drained and resumed. */
import { expect, test } from "bun:test";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { limits } from "../../src/config/limits.ts";
import { auditRows } from "../../src/store/audit/audit-log.ts";
import { clusterWorker, putClusterWorker } from "../../src/store/cluster/workers.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { type Browser, browserCalls } from "../support/browser.ts";
import { brokenEngine } from "../support/engines.ts";
import { EventReader } from "../support/event-source.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";
import { seenCluster, WORKERS, workerView } from "../support/workers.ts";

const METRICS_TOKEN = "let-me-see";

const { seen, cluster } = seenCluster(WORKERS);

const people = await testPeople({
  overrides: { cluster, engine: brokenEngine },
  environment: { TIRO_METRICS_TOKEN: METRICS_TOKEN },
});
const { db, clock } = people.server.context;
const person = people.add("Ada");
setServerRole(people.deps, person.id, "administrator");
insertTotp(db, person.id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
const administrator = await browserCalls(people, person);
putClusterWorker(db, {
  ...{ name: "cellar-1", nkey: "U", sealingKey: "key", certificateEndsAt: 0, addedAt: 0 },
  ...{ rotatedAt: null, revokedAt: null, drainingSince: null },
});

test("each with its state, what it has and when it was heard of", async () => {
  const { json } = await administrator.call("GET", "/administration/workers");
  expect(json).toMatchObject({ configured: true, broker_connected: true });
  expect(json.data.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual(
    WORKERS.map(({ name, state }) => [name, state]),
  );
  const [first] = json.data;
  expect(first).toMatchObject({
    streams: 3,
    capacity: { recordings: 8 },
    packs: [{ id: "starter-en@1.0.0" }],
  });
  expect(Date.parse(json.at) - Date.parse(first.last_seen_at)).toBe(400);
  expect(json.data.at(-1)).toMatchObject({ version: null, last_seen_at: null, packs: [] });
});

test("a change is told, and a beat alone is not", async () => {
  const { recognitionView } = people.server.context;
  const reader = await EventReader.open(people.server.url, administrator.headers);
  const told = () => reader.events.filter(({ type }) => type === "recognition").length;
  const pass = () => {
    people.clock.nowMs += limits.recognitionViewMs;
    recognitionView.tell();
  };
  pass();
  seen.views = WORKERS.map((worker) => ({ ...worker, lastSeenMs: 900, skewSeconds: 0.3 }));
  pass();
  seen.views = [workerView("cellar-1", { state: "lost" })];
  pass();
  await reader.until(() => told() >= 2);
  expect(told()).toBe(2);
  reader.close();
  seen.views = WORKERS;
});

test("draining and resuming are kept, and stand in the audit log", async () => {
  const { db } = people.server.context;
  const act = (name: string) => administrator.call("POST", `/administration/workers/cellar-1/${name}`, {});
  expect((await act("drain")).status).toBe(200);
  expect(clusterWorker(db, "cellar-1")?.drainingSince).not.toBeNull();
  expect((await act("resume")).status).toBe(200);
  expect(clusterWorker(db, "cellar-1")?.drainingSince).toBeNull();
  const actions = [...auditRows(db)].map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("worker."))).toEqual([
    "worker.drained",
    "worker.resumed",
  ]);
});

test("health and metrics count them, and only who may see them has the page", async () => {
  const health = async () => {
    const { checks } = (await (await fetch(`${people.server.url}/health`)).json()) as Json;
    return checks.workers;
  };
  const counts = { ready: 2, draining: 2, lost: 1, refused: 1, unseen: 1 };
  const others = { faulty: 0, clock_off: 1, languages_missing: [], certificate_days_left: null };
  expect(await health()).toEqual({ status: "degraded", broker_connected: true, ...counts, ...others });
  seen.views = WORKERS.filter(({ state }) => state === "ready");
  expect(await health()).toMatchObject({ status: "ok", ready: 2, lost: 0 });
  seen.views = [workerView("cellar-1", { problem: "Its pack starter-en@1.0.0 is another." })];
  expect(await health()).toMatchObject({ status: "degraded", ready: 1, faulty: 1 });
  seen.views = WORKERS.filter(({ state }) => state === "ready");
  seen.broker = { isConnected: false, serverVersion: null, problem: "It is gone." };
  expect(await health()).toMatchObject({ status: "degraded", broker_connected: false });
  const { json } = await administrator.call("GET", "/administration/workers");
  expect(json.broker_problem).toBe("It is gone.");
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${people.server.url}/metrics`, { headers })).text();
  for (const line of [
    "tiro_broker_connected 0",
    'tiro_workers{state="ready"} 2',
    'tiro_worker_ready{worker="gpu-1"} 1',
    'tiro_worker_streams{worker="cellar-1"} 3',
    'tiro_worker_audio_seconds_total{worker="cellar-1"} 90',
    'tiro_worker_round_trip_seconds{worker="cellar-1"} 0.002',
  ])
    expect(text).toContain(`${line}\n`);
  const profileOf = async ({ call }: Browser) => (await call("GET", "/me/profile")).json.has_workers;
  expect(await profileOf(administrator)).toBe(true);
  expect(await profileOf(await browserCalls(people, people.add("Bo")))).toBe(false);
});
