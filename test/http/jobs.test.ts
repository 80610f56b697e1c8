/** Stored jobs over the wire, letter by letter where the contract says so. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openAudio } from "../../src/audio/open-audio.ts";
import { eventually } from "../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { type Json, startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const PATH = "/audio/transcription-jobs";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const server = await testServer();
await server.context.engine.ready();

const upload = multipart([
  { name: "model", body: "speech-v1.5" },
  { name: "response_format", body: "text" },
  { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
]);

function createJob(headers: Record<string, string> = {}): Promise<Response> {
  return server.call(PATH, {
    method: "POST",
    headers: { "Content-Type": CONTENT_TYPE, ...headers },
    body: upload,
  });
}

async function get(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: Json }> {
  const answer = await server.call(path, init);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function ended(id: string): Promise<Record<string, unknown>> {
  await eventually(async () => (await get(`${PATH}/${id}`)).body.status === "queued", false);
  return (await get(`${PATH}/${id}`)).body;
}

test("a job from its creation to its result", async () => {
  const created = await createJob();
  expect(created.status).toBe(202);
  const job = (await created.json()) as Record<string, unknown>;
  const id = created.headers.get("x-request-id") ?? "";
  expect(job).toEqual({
    id,
    object: "transcription.job",
    status: "queued",
    created_at: expect.stringMatching(TIME),
    completed_at: null,
    audio_duration_seconds: job.audio_duration_seconds,
    error_code: null,
    result_url: null,
  });
  expect(await ended(id)).toEqual({
    ...job,
    status: "succeeded",
    completed_at: expect.stringMatching(TIME),
    audio_duration_seconds: 3.685,
    result_url: `${server.url}/v1${PATH}/${id}/result`,
  });
  const result = await server.call(`${PATH}/${id}/result`);
  expect(result.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await result.text()).toBe(`${RECORDING_TEXT}\n`);
  await server.spoolEmpty();
});

test("a pending job's result asks to come back, another account's job is not there", async () => {
  const { id } = (await (await createJob()).json()) as { id: string };
  const early = await get(`${PATH}/${id}/result`);
  if (early.status === 409) {
    expect(early.body.error).toMatchObject({ code: "job_not_complete", type: "invalid_request_error" });
    expect(early.headers.get("x-should-retry")).toBe("true");
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const stranger = { headers: { Authorization: `Bearer ${server.newKey()}` } };
  for (const path of [`${PATH}/${id}`, `${PATH}/${id}/result`]) {
    const { status, body } = await get(path, stranger);
    expect([status, body.error.code]).toEqual([404, "job_not_found"]);
  }
  await ended(id);
});

test("a cancelled job, and what is left of it", async () => {
  const { id } = (await (await createJob()).json()) as { id: string };
  const cancelled = await get(`${PATH}/${id}/cancel`, { method: "POST" });
  expect(cancelled.status).toBeOneOf([200, 409]);
  if (cancelled.status === 200) {
    expect(cancelled.body).toMatchObject({ id, status: "cancelled", result_url: null });
    const { status, body, headers } = await get(`${PATH}/${id}/result`);
    expect([status, body.error.code, headers.get("x-should-retry")]).toEqual([409, "job_cancelled", "false"]);
  }
  await server.spoolEmpty();
});

test("the same key makes one job", async () => {
  const key = { "Idempotency-Key": "one job" };
  const [first, second] = [await createJob(key), await createJob(key)];
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(second.status).toBe(202);
  expect(await second.text()).toBe(await first.text());
});

test("the list is paged, newest first, and takes nothing that it does not know", async () => {
  const page = await get(`${PATH}?limit=2`);
  expect(page.status).toBe(200);
  expect(page.body).toEqual({
    object: "list",
    data: [expect.objectContaining({ object: "transcription.job" }), expect.anything()],
    has_more: true,
    next_cursor: expect.any(String),
  });
  const next = await get(`${PATH}?limit=100&cursor=${encodeURIComponent(page.body.next_cursor)}`);
  expect(next.body).toMatchObject({ has_more: false, next_cursor: null });
  const ids = [...page.body.data, ...next.body.data].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ["?limit=0", "invalid_request", "limit"],
  ["?limit=101", "invalid_request", "limit"],
  ["?limit=ten", "invalid_request", "limit"],
  ["?limit=1.5", "invalid_request", "limit"],
  ["?limit=1&limit=2", "invalid_request", "limit"],
  ["?order=asc", "invalid_request", "order"],
  ["?cursor=forged", "invalid_cursor", "cursor"],
  [`?cursor=${"x".repeat(2_049)}`, "invalid_cursor", "cursor"],
])("the list refuses query %#", async (query, code, param) => {
  const { status, body } = await get(PATH + query);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

test("a job is refused before it is stored where its recording is none", async () => {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "talk.wav", body: "This is no audio." },
  ]);
  const answer = await server.call(PATH, { method: "POST", headers: { "Content-Type": CONTENT_TYPE }, body });
  expect(answer.status).toBe(415);
  await server.spoolEmpty();
});

test("a synchronous call past its deadline is a job from then on, under the id of the call", async () => {
  const patient = await startServer({
    environment: { TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000" },
    overrides: {
      openAudio: async (...recording) => {
        await Bun.sleep(1_500);
        return openAudio(...recording);
      },
    },
  });
  try {
    const init = { method: "POST", headers: { "Content-Type": CONTENT_TYPE }, body: upload };
    const answer = await patient.call("/audio/transcriptions", init);
    const id = answer.headers.get("x-request-id");
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([504, "false"]);
    expect(await answer.json()).toMatchObject({
      error: { type: "timeout_error", code: "request_timeout", job_id: id },
    });
    const result = () => patient.call(`${PATH}/${id}/result`);
    await eventually(async () => (await result()).status, 200);
    expect(await (await result()).text()).toBe(`${RECORDING_TEXT}\n`);
    await patient.spoolEmpty();
  } finally {
    await patient.close();
  }
});
