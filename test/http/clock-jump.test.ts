/** A server on a machine whose clock is set five days forward. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { systemClock } from "../../src/lib/clock.ts";
import { eventually } from "../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const JUMP_MS = 5 * 24 * 3600_000;
const JOBS = "/audio/transcription-jobs";

let jumpedMs = 0;

const server = await testServer({
  overrides: { clock: { ...systemClock, now: () => Date.now() + jumpedMs } },
});
await server.context.engine.ready();

const health = async () => (await (await fetch(`${server.url}/health`)).json()) as Json;

test("results stay, health says it, and a key ends by the wall clock", async () => {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]);
  const headers = { "Content-Type": CONTENT_TYPE, "Idempotency-Key": "before the jump" };
  const { id } = (await (await server.call(JOBS, { method: "POST", headers, body })).json()) as Json;
  const job = async () => (await (await server.call(`${JOBS}/${id}`)).json()) as Json;
  await eventually(async () => (await job()).status, "succeeded");
  await server.context.functionalCheck.runOnce();
  const expiring = server.newKey();
  server.context.db.exec(
    `UPDATE api_keys SET expires_at = ${Date.now() + 3600_000} WHERE id = (SELECT id FROM api_keys ORDER BY created_at DESC, id DESC LIMIT 1)`,
  );

  jumpedMs = JUMP_MS;
  await server.context.transcription.sweep();
  const result = await server.call(`${JOBS}/${id}/result`);
  expect((await result.json()) as Json).toMatchObject({ text: RECORDING_TEXT });
  const again = await server.call(JOBS, { method: "POST", headers, body });
  expect((await again.json()) as Json).toMatchObject({ id });
  expect(server.context.functionalCheck.health().status).toBe("ok");
  await server.context.databaseWatch.look();
  // The machine's uptime is known to the second.
  const jump_seconds = expect.closeTo(JUMP_MS / 1000, -1);
  expect((await health()).checks.clock).toEqual({
    status: "degraded",
    jump_seconds,
    jumped_at: expect.any(String),
    withheld_seconds: jump_seconds,
  });
  expect(server.log.some(({ event }) => event === "clock_jumped")).toBe(true);
  const keys = await Promise.all(
    [server.key, expiring].map((key) => server.call("/me", { headers: { Authorization: `Bearer ${key}` } })),
  );
  expect(keys.map(({ status }) => status).sort()).toEqual([200, 401]);

  // What `tiro clock confirm` writes, by this server's clock.
  server.context.db.exec("UPDATE heartbeat SET withheld_ms = 0, jump_ms = NULL, jumped_at = NULL");
  await server.context.databaseWatch.look();
  expect((await health()).checks.clock).toEqual({ status: "ok" });
  await server.context.transcription.sweep();
  expect((await server.call(`${JOBS}/${id}/result`)).status).toBe(410);
});
