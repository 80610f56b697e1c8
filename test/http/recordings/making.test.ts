/** From a file to a transcript that can be read and heard. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Upload } from "tus-js-client";
import { endlessEngine, holdingEngine } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../../support/multipart.ts";
import { type Json, startServer, type TestServer } from "../../support/server.ts";
import { upload } from "../../support/tenants.ts";
import { testServer } from "../../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../../support/transcription.ts";

const content = readFileSync(RECORDING);

const server = await testServer();
await server.context.engine.ready();

async function json(path: string, init: RequestInit = {}): Promise<{ status: number; body: Json }> {
  const answer = await server.call(path, init);
  return { status: answer.status, body: (await answer.json()) as Json };
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return json(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function uploaded(name: string, bytes: Buffer = content): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(bytes, {
    endpoint: `${server.url}/v1/uploads`,
    headers: { authorization: `Bearer ${server.key}` },
    metadata: { filename: name },
    chunkSize: 50_000,
    onSuccess: () => resolve(),
    onError: reject,
  });
  upload.start();
  await promise;
  return upload.url?.split("/").at(-1) ?? "";
}

async function ready(id: string): Promise<Json> {
  await eventually(async () => (await json(`/recordings/${id}`)).body.state, "ready");
  return (await json(`/recordings/${id}`)).body;
}

async function textOf(id: string): Promise<string> {
  const { body } = await json(`/recordings/${id}/transcript`);
  return body.data.flatMap(({ words }: Json) => words.map(({ word }: Json) => word)).join(" ");
}

test("an upload becomes a recording whose words can be read and whose sound is heard", async () => {
  const upload_id = await uploaded("../talks/Staff meeting.wav");
  const made = await post(
    "/recordings",
    { upload_id, tags: ["team"], language: "en" },
    { "Idempotency-Key": "one" },
  );
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: "Staff meeting",
    state: "waiting",
    tags: ["team"],
    source: "upload",
    access: "owner",
    audio: { kind: "audio", content_type: "audio/wav", size: content.byteLength },
  });
  const replayed = await post(
    "/recordings",
    { upload_id, tags: ["team"], language: "en" },
    { "Idempotency-Key": "one" },
  );
  expect(replayed.body.id).toBe(made.body.id);
  expect((await post("/recordings", { upload_id })).body.error.code).toBe("upload_not_found");

  const { id } = made.body;
  const recording = await ready(id);
  expect(recording).toMatchObject({ duration_seconds: 3.685, word_count: 11, progress: null, error: null });
  expect(await textOf(id)).toBe(RECORDING_TEXT);
  await server.spoolEmpty();

  const whole = await server.call(`/recordings/${id}/audio`);
  expect(whole.status).toBe(200);
  expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
  expect(whole.headers.get("content-security-policy")).toStartWith("sandbox;");
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(content);
  const part = await server.call(`/recordings/${id}/audio`, { headers: { Range: "bytes=65530-70000" } });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 65530-70000/${content.byteLength}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(65_530, 70_001));
  const past = await server.call(`/recordings/${id}/audio`, { headers: { Range: "bytes=9999999-" } });
  expect(past.status).toBe(416);

  const { body: wave } = await json(`/recordings/${id}/peaks?count=20`);
  expect(wave).toMatchObject({ object: "peaks", start: 0, end: 3.685, duration: 3.685 });
  expect(wave.data).toHaveLength(20);
  expect(Math.max(...wave.data)).toBeGreaterThan(20);

  const lines = server.context.db.prepare("SELECT audio_seconds FROM usage").pluck();
  const before = lines.all();
  const again = await post(`/recordings/${id}/recognize`, { start: 0, end: 3.6 });
  expect(again.status).toBe(200);
  expect(lines.all()).toEqual([...before, 4]);
  const heard = again.body.segments
    .flatMap(({ words }: Json) => words.map(({ word }: Json) => word))
    .join(" ");
  expect(heard).toContain("moved to Thursday");
  expect((await post(`/recordings/${id}/recognize`, { start: 3, end: 3 })).status).toBe(400);
  const { body: recognizers } = await json("/recordings/recognizers");
  expect(recognizers.data).toMatchObject([{ object: "recognizer", id: "starter-en", languages: ["en"] }]);
  const chosen = await post(`/recordings/${id}/recognize`, { start: 0, end: 3.6, pack: "starter-en" });
  expect(chosen.body.segments.map(({ words }: Json) => words.length)).toEqual(
    again.body.segments.map(({ words }: Json) => words.length),
  );
  const refused = await post(`/recordings/${id}/recognize`, { start: 0, end: 1, pack: "other" });
  expect([refused.status, refused.body.error.details.issues[0].param]).toEqual([400, "pack"]);
  expect((await post(`/recordings/${id}/retry`, {})).body.error.code).toBe("recording_state_conflict");

  const [kept] = readdirSync(join(server.dataDir, "recordings"));
  const stored = readFileSync(join(server.dataDir, "recordings", kept ?? ""));
  expect(stored.includes(content.subarray(1_000, 1_100))).toBe(false);
  // Of a part only its own blocks are opened.
  stored.writeUInt8(stored.readUInt8(stored.length - 1) ^ 1, stored.length - 1);
  writeFileSync(join(server.dataDir, "recordings", kept ?? ""), stored);
  expect((await post(`/recordings/${id}/recognize`, { start: 0.5, end: 1.9 })).status).toBe(200);
  expect((await post(`/recordings/${id}/recognize`, { start: 0.5, end: 3.6 })).status).toBe(500);

  expect((await server.call(`/recordings/${id}`, { method: "DELETE" })).status).toBe(204);
  await eventually(() => readdirSync(join(server.dataDir, "recordings")), []);
});

test("a file is sent with its fields, and is metered once", async () => {
  const metered = () =>
    server.context.db.prepare<[], Json>("SELECT kind, audio_seconds FROM usage ORDER BY rowid").all();
  const before = metered();
  const made = await json("/recordings", {
    method: "POST",
    headers: { "Content-Type": CONTENT_TYPE },
    body: multipart([
      { name: "name", body: "Call" },
      { name: "tags", body: "one, two" },
      { name: "file", fileName: "call.wav", body: content },
    ]),
  });
  expect(made).toMatchObject({ status: 201, body: { name: "Call", tags: ["one", "two"] } });
  await ready(made.body.id);
  expect(await textOf(made.body.id)).toBe(RECORDING_TEXT);
  expect(metered()).toEqual([...before, { kind: "transcription", audio_seconds: 4 }]);
  await server.spoolEmpty();
});

const jobOf = async (format: string, at: TestServer = server) =>
  ((await (await at.call("/audio/transcription-jobs", upload(format))).json()) as Json).id as string;

test("a job that ended becomes a recording of what its format holds", async () => {
  const metered = () => server.context.db.prepare("SELECT count(*) FROM usage").pluck().get();
  const jobs = await Promise.all(["verbose_json", "srt", "json"].map((format) => jobOf(format)));
  for (const job of jobs)
    await eventually(async () => (await json(`/audio/transcription-jobs/${job}`)).body.status, "succeeded");
  const before = metered();
  for (const job_id of jobs) {
    const made = await post("/recordings", { job_id, name: "Call", tags: ["api"] });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        name: "Call",
        tags: ["api"],
        state: "ready",
        source: "job",
        job_id,
        duration_seconds: 3.685,
        audio: null,
      },
    ]);
    expect(await textOf(made.body.id)).toBe(RECORDING_TEXT);
    expect((await post("/recordings", { job_id })).body.id).toBe(made.body.id);
  }
  expect(metered()).toBe(before);
  const unknown = await post("/recordings", { job_id: `req_${"0".repeat(32)}` });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "job_not_found"]);
  const neither = await post("/recordings", { name: "x" });
  const both = await post("/recordings", { job_id: jobs[0], language: "en" });
  expect([neither.status, both.status, both.body.error.details.issues[0].param]).toEqual([
    400,
    400,
    "language",
  ]);
});

test("a job that is worked on becomes a recording, whose words come with its end", async () => {
  const held = holdingEngine();
  const slow = await startServer({ overrides: { engine: held.engine } });
  try {
    const ask = async (path: string, init: RequestInit = {}) =>
      (await (await slow.call(path, init)).json()) as Json;
    const job_id = await jobOf("text", slow);
    await eventually(() => slow.context.transcription.jobFigures().working, 1);
    const made = await ask("/recordings", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ job_id }),
    });
    expect(made).toMatchObject({ state: "waiting", source: "job", name: "Transcription" });
    held.release();
    await eventually(async () => (await ask(`/recordings/${made.id}`)).state, "ready");
    const { data } = await ask(`/recordings/${made.id}/transcript`);
    expect(data.flatMap(({ words }: Json) => words.map(({ word }: Json) => word))).toEqual(["Held", "back."]);
    // The API's client gets its result all the same.
    const result = await slow.call(`/audio/transcription-jobs/${job_id}/result`);
    expect(await result.text()).toContain("Held back.");
  } finally {
    held.release();
    await slow.close();
  }
});

test("an import with a key is made once, also while the first call runs", async () => {
  const asked = { content: "Ada: Once.\nBen: Only once.", name: "Once" };
  const once = () => post("/recordings/import", asked, { "Idempotency-Key": "import" });
  const [one, two] = await Promise.all([once(), once()]);
  expect([one.status, two.body.id, (await once()).body.id]).toEqual([201, one.body.id, one.body.id]);
  const { body } = await json("/recordings?query=only");
  expect(body.data.filter(({ name }: Json) => name === "Once").length).toBeLessThan(2);
  const other = await post(
    "/recordings/import",
    { ...asked, name: "Twice" },
    { "Idempotency-Key": "import" },
  );
  expect([other.status, other.body.error.code]).toEqual([409, "idempotency_conflict"]);
});

test("what is no recording is refused, and nothing of it stays", async () => {
  const upload_id = await uploaded("letter.wav", Buffer.from("Dear Sir or Madam"));
  const refused = await post("/recordings", { upload_id });
  expect(refused).toMatchObject({ status: 415, body: { error: { code: "unsupported_media_type" } } });
  expect(
    await server.call(`/uploads/${upload_id}`, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" } }),
  ).toHaveProperty("status", 204);
  await server.spoolEmpty();
});

test("a transcript of another program is kept with its sound, and not recognized", async () => {
  const upload_id = await uploaded("interview.wav");
  const srt = "1\n00:00:00,000 --> 00:00:02,000\nAda: Something else.\n";
  const { status, body } = await post("/recordings/import", { content: srt, name: "Interview", upload_id });
  expect([status, body.state, body.source, body.audio]).toEqual([
    ...[201, "ready", "import"],
    expect.objectContaining({ kind: "audio", content_type: "audio/wav", size: content.length }),
  ]);
  const heard = await server.call(`/recordings/${body.id}/audio`);
  expect(Buffer.from(await heard.arrayBuffer()).equals(content)).toBe(true);
  expect(await textOf(body.id)).toBe("Something else.");
  // It is used up; and what is no sound leaves nothing.
  expect((await post("/recordings/import", { content: srt, upload_id })).body.error.code).toBe(
    "upload_not_found",
  );
  const noSound = await uploaded("page.wav", Buffer.from("<script>alert(1)</script>".repeat(100)));
  const refused = await post("/recordings/import", { content: srt, upload_id: noSound });
  expect([refused.status, refused.body.error.code]).toEqual([415, "unsupported_media_type"]);
  await server.call(`/uploads/${noSound}`, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" } });
});

test("one that is worked on is cancelled, begun anew, and erased with its job", async () => {
  const slow = await startServer({ overrides: { engine: endlessEngine } });
  // The server's own check of the recognizer keeps its recording as long as that works.
  const left = async () => (await slow.context.spool.names()).length <= 1;
  try {
    const ask = async (path: string, init: RequestInit = {}) =>
      (await (await slow.call(`/recordings${path}`, init)).json()) as Json;
    const { id, job_id } = await ask("", {
      method: "POST",
      headers: { "Content-Type": CONTENT_TYPE },
      body: multipart([{ name: "file", fileName: "call.wav", body: content }]),
    });
    await eventually(async () => (await ask(`/${id}`)).state, "recognizing");
    expect(await ask(`/${id}/cancel`, { method: "POST" })).toMatchObject({ state: "cancelled", job_id });
    await eventually(left, true);
    const headers = { "Content-Type": "application/json" };
    const begun = await ask(`/${id}/retry`, { method: "POST", headers, body: "{}" });
    expect(begun).toMatchObject({ state: "waiting", error: null });
    expect(begun.job_id).not.toBe(job_id);
    expect((await slow.call(`/recordings/${id}`, { method: "DELETE" })).status).toBe(204);
    await slow.context.transcription.sweep();
    await eventually(left, true);
    expect((await slow.call(`/audio/transcription-jobs/${begun.job_id}`)).status).toBe(200);
    expect(readdirSync(join(slow.dataDir, "recordings"))).toEqual([]);
  } finally {
    await slow.close();
  }
});
