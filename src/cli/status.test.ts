import { expect, test } from "bun:test";
import type { Json } from "../../test/support/server.ts";
import { testServer } from "../../test/support/test-servers.ts";
import { announceServer } from "../store/data-folder/server-lock.ts";

const MAIN = new URL("../main.ts", import.meta.url).pathname;
const PUBLIC_URL = "https://stt.example.com";

/** Beside this process, which answers it. */
async function status(...args: string[]): Promise<{ code: number; stdout: string }> {
  const child = Bun.spawn([process.execPath, MAIN, "status", ...args], {
    env: { PATH: process.env.PATH ?? "" },
    stdout: "pipe",
  });
  const stdout = await new Response(child.stdout).text();
  return { code: await child.exited, stdout };
}

const server = await testServer();
announceServer(server.dataDir, { publicUrl: PUBLIC_URL, listenUrl: server.url });
await server.context.engine.ready();

test("the server of the data folder tells how it is", async () => {
  const { code, stdout } = await status("--data", server.dataDir);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^tiro \d+\.\d+\.\d+ works\.\n/)]);
  expect(stdout).toContain(`address     ${PUBLIC_URL}\n`);
  expect(stdout).toMatch(/^recognizer +ready on cpu, 1 of 1 processes ready/m);
  expect(stdout).toMatch(
    /^packs +starter-en@[\d.]+ \(ready, \d+ MiB\), starter-punctuation-en@[\d.]+ \(ready, 0 MiB\)$/m,
  );
  expect(stdout).toMatch(/^queue +0 of 1000 recordings wait$/m);
});

test("as JSON, whole", async () => {
  const { code, stdout } = await status("--data", server.dataDir, "--json");
  const said = JSON.parse(stdout);
  expect([code, said.running, said.public_url, said.health.status]).toEqual([0, true, PUBLIC_URL, "ok"]);
  expect(said.functional).toHaveProperty("last_success_at");
});

test("without a server", async () => {
  expect(await status("--data", "/nowhere/tiro")).toEqual({
    code: 3,
    stdout: "No server runs on the data folder /nowhere/tiro.\n",
  });
  expect((await status("--data", "/nowhere/tiro", "--json")).stdout).toBe('{\n  "running": false\n}\n');
});

const OK = { status: "ok" };
const HEALTH = {
  status: "ok",
  version: "9.8.7",
  uptime_seconds: 93_784,
  checks: {
    database: { ...OK, latency_ms: 0.2 },
    clock: OK,
    engine: {
      ...OK,
      state: "ready",
      provider: "cuda",
      device: "L4",
      processes: 2,
      processes_ready: 2,
      sandbox: "on",
      oom_kills: 0,
      hung: 0,
    },
    models: { ...OK, loaded: "one@1", packs: [], quarantined: [] },
    disk: { ...OK, free_bytes: 3 * 1024 ** 3 },
    queue: { ...OK, waiting: 0, capacity: 10 },
  },
};
const CHECK = {
  status: "ok",
  last_run_at: null,
  last_success_at: null,
  latency_ms: null,
  word_error_rate: null,
};
const withChecks = (status: string, checks: Json) => ({
  ...HEALTH,
  status,
  checks: { ...HEALTH.checks, ...checks },
});

const ANSWERS: [name: string, health: Json, functional: Json, code: number, says: RegExp[]][] = [
  [
    "a GPU",
    HEALTH,
    CHECK,
    0,
    [
      /^tiro 9\.8\.7 works\.$/m,
      /^up for +1 d 2 h$/m,
      /on cuda \(L4\)/,
      /^packs +one@1$/m,
      /^last check +not yet$/m,
    ],
  ],
  [
    "a recognizer that hung",
    withChecks("ok", { engine: { ...HEALTH.checks.engine, hung: 2 } }),
    CHECK,
    0,
    [/^tiro 9\.8\.7 works\.$/m, /sandbox on, 2 replaced because they hung$/m],
  ],
  [
    "a full queue and a clock that jumped",
    withChecks("degraded", {
      queue: { status: "degraded", waiting: 10, capacity: 10 },
      clock: {
        status: "degraded",
        jump_seconds: 7200,
        jumped_at: "2026-11-22T10:00:00.000Z",
        withheld_seconds: 7200,
      },
      models: { status: "degraded", loaded: "one@1", packs: [], quarantined: [{ id: "two@1" }] },
    }),
    CHECK,
    4,
    [
      /works, but somebody should look\.$/m,
      /^queue +degraded: 10 of 10 recordings wait$/m,
      /^clock +degraded: jumped by 7200 s at 2026-11-22T10:00:00Z; confirm/m,
      /^packs +degraded: two@1 could not be loaded$/m,
    ],
  ],
  [
    "a database that may be damaged, of which no backup is made",
    withChecks("degraded", {
      database: { status: "degraded", latency_ms: 0.2, may_be_damaged: true, examined_at: null },
      backup: { status: "degraded", failure: "backup_damaged", last_at: "2026-11-22T10:00:00.000Z" },
      report: { status: "degraded", failure: "disk_full", last_month: null },
    }),
    CHECK,
    4,
    [
      /works, but somebody should look\.$/m,
      /^database +degraded: may be damaged; the log says more$/m,
      /^backups +degraded: the last one failed \(backup_damaged\), the newest is of 2026-11-22T10:00:00Z$/m,
      /^reports +degraded: the last one failed \(disk_full\), none yet$/m,
    ],
  ],
  [
    "workers, of which one is lost",
    withChecks("degraded", {
      workers: {
        ...{ status: "degraded", broker_connected: false },
        ...{ ready: 2, draining: 0, lost: 1, refused: 0, unseen: 3, certificate_days_left: 5 },
        ...{ faulty: 1, clock_off: 0, languages_missing: ["de"] },
      },
    }),
    CHECK,
    4,
    [
      /^workers +degraded: the broker does not answer, a certificate ends in 5 days, 2 ready, 1 lost, 3 not seen yet, 1 with no pack or a refused one, nothing recognizes de$/m,
    ],
  ],
  [
    "a full disk",
    withChecks("unavailable", { disk: { status: "unavailable" } }),
    { ...CHECK, status: "degraded", last_run_at: "2026-11-22T10:00:00.000Z" },
    5,
    [
      /does not work\.$/m,
      /^disk +unavailable$/m,
      /^last check +degraded: recorded speech last recognized never$/m,
    ],
  ],
  [
    "a server that hears nothing any more",
    HEALTH,
    { ...CHECK, status: "unavailable", last_run_at: "2026-11-22T10:00:00.000Z" },
    5,
    [/does not work\.$/m, /^database +0\.2 ms$/m],
  ],
  ["a server that stops", withChecks("unavailable", { server: "stopping" }), CHECK, 5, [/is stopping\.$/m]],
  ["another program", { hello: "world" }, {}, 5, [/^The server does not answer/m]],
];
test.each(ANSWERS)("%s", async (_, health, functional, code, says) => {
  using other = Bun.serve({
    port: 0,
    routes: { "/health": () => Response.json(health), "/health/functional": () => Response.json(functional) },
  });
  const told = await status("--utc", "--url", other.url.origin);
  expect(told.code).toBe(code);
  for (const text of says) expect(told.stdout).toMatch(text);
});

test("an address where nobody listens", async () => {
  const { code, stdout } = await status("--url", "http://127.0.0.1:9");
  expect([code, stdout]).toEqual([5, expect.stringContaining("does not answer")]);
});
