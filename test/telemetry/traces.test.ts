/** Traces of real requests, as a collector gets them. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";
import { type CollectedSpan, startCollector } from "./collector.ts";

const AUTHORIZATION = "Bearer for-the-collector";
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

const collector = startCollector();
const server = await testServer({
  environment: {
    TIRO_TRACES_ENDPOINT: collector.endpoint,
    TIRO_TRACES_AUTHORIZATION: AUTHORIZATION,
  },
});
await server.context.engine.ready();

afterAll(async () => {
  await collector.stop();
});

const traceparent = (traceId: string, sampled = true) => ({
  traceparent: `00-${traceId}-${PARENT_ID}-0${sampled ? 1 : 0}`,
});

/** All of a trace once the server's span is there, the parents first. */
async function traced(traceId: string, name: string): Promise<CollectedSpan[]> {
  for (;;) {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    if (spans.some((span) => span.name === name)) return spans;
    await Bun.sleep(50);
  }
}

function transcribe(path: string, headers: Record<string, string>): Promise<Response> {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "prompt", body: "Thursday, secretword" },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]);
  return server.call(path, { method: "POST", headers: { "Content-Type": CONTENT_TYPE, ...headers }, body });
}

test("a transcription's steps, below the span that its caller named", async () => {
  const answer = await transcribe("/audio/transcriptions", traceparent(TRACE_ID));
  expect(answer.status).toBe(200);
  const name = "POST /v1/audio/transcriptions";
  const spans = await traced(TRACE_ID, name);
  const [root] = spans.filter((span) => span.name === name);
  expect(root).toMatchObject({ parentSpanId: PARENT_ID, kind: 2, failed: false });
  expect(root?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/v1/audio/transcriptions",
    "http.response.status_code": 200,
    "tiro.request_id": answer.headers.get("x-request-id") ?? "",
  });
  const steps = spans.filter((span) => span.parentSpanId === root?.spanId);
  expect(steps.map((span) => span.name)).toEqual(["open recording and wait for turn", "recognize", "commit"]);
  expect(steps[1]?.attributes).toEqual({
    "tiro.lane": expect.stringMatching(/^(interactive|batch)$/),
    "tiro.pack": "starter-en@1.0.0",
    "tiro.audio_seconds": 3.685,
  });
  for (const span of steps) expect(span.durationMs).toBeLessThanOrEqual(root?.durationMs ?? 0);
  expect(spans).toHaveLength(4);
});

test("a job's steps belong to the request that brought it", async () => {
  const traceId = TRACE_ID.replace("0af7", "1af7");
  expect((await transcribe("/audio/transcription-jobs", traceparent(traceId))).status).toBe(202);
  const spans = await traced(traceId, "commit");
  const root = (await traced(traceId, "POST /v1/audio/transcription-jobs")).find(({ kind }) => kind === 2);
  expect(spans.find(({ name }) => name === "commit")?.parentSpanId).toBe(root?.spanId ?? "");
});

test("a failure tells its code", async () => {
  const traceId = TRACE_ID.replace("0af7", "2af7");
  const headers = { authorization: "Bearer tiro_nobody", ...traceparent(traceId) };
  await fetch(`${server.url}/v1/me`, { headers });
  const [span] = await traced(traceId, "GET /v1/me");
  expect(span?.attributes).toMatchObject({
    "http.response.status_code": 401,
    "error.type": "invalid_api_key",
  });
  expect(span?.failed).toBe(false);
});

test("a caller may say that its request is not to be traced, and one that says nothing is", async () => {
  const traceId = TRACE_ID.replace("0af7", "3af7");
  await fetch(`${server.url}/v1/models?x=untold`, { headers: traceparent(traceId, false) });
  await fetch(`${server.url}/docs/errors`, { headers: { traceparent: "nonsense" } });
  while (!collector.spans.some(({ name }) => name === "GET /docs/errors")) await Bun.sleep(50);
  const own = collector.spans.find(({ name }) => name === "GET /docs/errors");
  expect(own?.parentSpanId).toBeNull();
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

test("no content goes out, and the collector knows who sends", async () => {
  const sent = collector.bodies.join();
  for (const word of [...RECORDING_TEXT.split(" "), "secretword", "talk.wav", "untold", server.key])
    expect(sent).not.toMatch(new RegExp(`\\b${word}\\b`, "i"));
  expect(sent).not.toMatch(/\b(usr|key|org|ses)_[0-9a-f]{8}|example\.org/);
  expect(collector.headers[0]?.get("authorization")).toBe(AUTHORIZATION);
  expect(collector.resource()).toMatchObject({
    "service.name": "tiro",
    "service.version": server.context.version,
  });
});

test("a collector that cannot be reached costs nothing but a line in the log", async () => {
  const gone = startCollector();
  await gone.stop();
  const alone = await startServer({ environment: { TIRO_TRACES_ENDPOINT: gone.endpoint } });
  expect((await alone.call("/me")).status).toBe(200);
  await alone.close();
  expect(alone.log.filter(({ event }) => event === "traces_not_sent")).toHaveLength(1);
});

test("the stop does not wait for a collector until sending to it is given up", async () => {
  const given: AbortSignal[] = [];
  const silent = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: ({ signal }) => {
      given.push(signal);
      return new Promise(() => {});
    },
  });
  const alone = await startServer({ environment: { TIRO_TRACES_ENDPOINT: silent.url.origin } });
  expect((await alone.call("/me")).status).toBe(200);
  await alone.close();
  expect(alone.log.filter(({ event }) => event === "traces_not_sent")).toHaveLength(1);
  expect(given.map(({ aborted }) => aborted)).toEqual([false]);
  await silent.stop(true);
});
