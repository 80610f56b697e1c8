/** A server whose database another program holds locked. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { limits } from "../../src/config/limits.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import type { Json } from "../support/server.ts";
import { holdWriteLock } from "../support/spawn-database.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const server = await testServer();
await server.context.engine.ready();

const setLanguage = (language: string) =>
  server.call("/settings", {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ language }),
  });

function transcribe(): Promise<Response> {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]);
  return server.call("/audio/transcriptions", {
    method: "POST",
    headers: { "Content-Type": CONTENT_TYPE },
    body,
  });
}

test("what reads is answered in time, and what writes once the lock is free", async () => {
  // A key that was never used would have its use noted.
  const key = server.newKey();
  await setLanguage("en");
  const lock = await holdWriteLock(server.dataDir);
  const latenciesMs: number[] = [];
  for (let call = 0; call < 20; call++) {
    const beganMs = performance.now();
    const headers = { Authorization: `Bearer ${call % 2 === 0 ? key : server.key}` };
    expect((await server.call("/me", { headers })).status).toBe(200);
    latenciesMs.push(performance.now() - beganMs);
  }
  // Of the calls with one of the keys, all would have waited for so long.
  const ninthSlowestMs = latenciesMs.toSorted((a, b) => b - a)[8];
  expect(ninthSlowestMs).toBeLessThan(limits.databaseBusyMs);
  const writes = Promise.all(["fr", "de", "it"].map(setLanguage));
  const transcription = transcribe();
  // It comes after them, and does not wait for the lock.
  expect((await server.call("/me")).status).toBe(200);
  await lock.release();
  expect((await writes).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await (await transcription).json()) as Json).toMatchObject({ text: RECORDING_TEXT });
});

test("what writes is refused with Retry-After when the lock is held for too long", async () => {
  const lock = await holdWriteLock(server.dataDir);
  const refused = await setLanguage("es");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe(String(limits.storageRetrySeconds));
  expect((await refused.json()) as Json).toMatchObject({ error: { code: "storage_unavailable" } });
  await lock.release();
  expect((await setLanguage("es")).status).toBe(200);
});
