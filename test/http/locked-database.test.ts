/** A server whose database another program holds locked. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { limits } from "../../src/config/limits.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import type { Json } from "../support/server.ts";
import { databaseCommand, startChild } from "../support/spawn-database.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const server = await testServer();
await server.context.engine.ready();

async function holdLock(ms: number): Promise<Promise<number>[]> {
  const holder = startChild(databaseCommand("hold-reserved-lock", server.dataDir, String(ms)));
  await holder.stdout.getReader().read();
  return [holder.exited];
}

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
  const released = await holdLock(3_000);
  const writes = Promise.all(["fr", "de", "it"].map(setLanguage));
  const transcription = Bun.sleep(400).then(transcribe);
  const latenciesMs: number[] = [];
  for (let call = 0; call < 20; call++) {
    const beganMs = performance.now();
    const headers = { Authorization: `Bearer ${call % 2 === 0 ? key : server.key}` };
    expect((await server.call("/me", { headers })).status).toBe(200);
    latenciesMs.push(performance.now() - beganMs);
    await Bun.sleep(50);
  }
  // The machine may stand still once for other reasons; a waiter for the lock waits three times as long.
  const [, secondSlowestMs] = latenciesMs.toSorted((a, b) => b - a);
  expect(secondSlowestMs).toBeLessThan(1_000);
  expect((await writes).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await (await transcription).json()) as Json).toMatchObject({ text: RECORDING_TEXT });
  await Promise.all(released);
});

test("what writes is refused with Retry-After when the lock is held for too long", async () => {
  const released = await holdLock(limits.databaseBusyMs + 3_000);
  const refused = await setLanguage("es");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe(String(limits.storageRetrySeconds));
  expect((await refused.json()) as Json).toMatchObject({ error: { code: "storage_unavailable" } });
  await Promise.all(released);
  expect((await setLanguage("es")).status).toBe(200);
});
