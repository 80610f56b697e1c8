/** Files that come in parts, with the client that the app has and by hand. */
import { expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Upload } from "tus-js-client";
import { limits } from "../../../src/config/limits.ts";
import { clearLimit, setLimit } from "../../../src/metering/limits.ts";
import { TEST_ACTOR } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";
import { testServer } from "../../support/test-servers.ts";

const PART = "application/offset+octet-stream";

const server = await testServer({
  environment: {
    TIRO_RECORDINGS_UPLOAD_MIB: "1",
    TIRO_RECORDINGS_UNFINISHED_UPLOADS_GIB: "1",
    TIRO_LIMITS_SHARE_PERCENT: "1",
  },
});

function tus(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer> | ReadableStream,
) {
  const own = { "Tus-Resumable": "1.0.0", ...headers };
  return server.call(path, { method, headers: own, ...(body !== undefined && { body }) });
}

async function begun(length: number): Promise<string> {
  const answer = await tus("POST", "/uploads", { "Upload-Length": String(length) });
  expect(answer.status).toBe(201);
  return (answer.headers.get("location") ?? "").replace("/v1", "");
}

const part = (
  path: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => tus("PATCH", path, { "Upload-Offset": String(offset), "Content-Type": PART, ...headers }, body);
const received = async (path: string) => Number((await tus("HEAD", path)).headers.get("upload-offset"));
const remove = async (path: string) => expect((await tus("DELETE", path)).status).toBe(204);

test("tus-js-client sends a file in parts, after a break from where it broke off", async () => {
  const content = randomBytes(700_000);
  const options = {
    endpoint: `${server.url}/v1/uploads`,
    headers: { authorization: `Bearer ${server.key}` },
    metadata: { filename: "Überblick.wav" },
    chunkSize: 100_000,
  };
  const first = Promise.withResolvers<string>();
  const broken = new Upload(content, {
    ...options,
    onChunkComplete: (_, accepted) => {
      if (accepted < 300_000) return;
      void broken.abort().then(() => first.resolve(broken.url ?? ""));
    },
    onError: first.reject,
  });
  broken.start();
  const uploadUrl = await first.promise;
  const done = Promise.withResolvers<void>();
  const resumed = new Upload(content, {
    ...options,
    uploadUrl,
    retryDelays: [0, 1_000, 3_000, 5_000],
    onSuccess: () => done.resolve(),
    onError: done.reject,
  });
  resumed.start();
  await done.promise;
  const path = new URL(uploadUrl).pathname.replace("/v1", "");
  expect(await received(path)).toBe(content.byteLength);
  const { fileName } = server.context.db
    .prepare<[], { fileName: string }>("SELECT file_name AS fileName FROM uploads")
    .get() ?? { fileName: "" };
  const stored = await Bun.file(join(server.dataDir, "spool", fileName)).bytes();
  expect(Buffer.from(stored).equals(content)).toBe(true);
  await remove(path);
  await eventually(() => readdirSync(join(server.dataDir, "spool")), []);
});

test("parts out of order, twice, too long or with a wrong checksum change nothing", async () => {
  const content = randomBytes(3_000);
  const path = await begun(content.byteLength);
  expect((await part(path, 1_000, content.subarray(1_000))).status).toBe(409);
  const checksum = (of: Uint8Array) => ({
    "Upload-Checksum": `sha1 ${createHash("sha1").update(of).digest("base64")}`,
  });
  const wrong = await part(path, 0, content.subarray(0, 1_000), checksum(content.subarray(1)));
  expect([wrong.status, await received(path)]).toEqual([460, 0]);
  const right = await part(path, 0, content.subarray(0, 1_000), checksum(content.subarray(0, 1_000)));
  expect([right.status, right.headers.get("upload-offset")]).toEqual([204, "1000"]);
  const twice = await part(path, 0, content.subarray(0, 1_000));
  expect([twice.status, twice.headers.get("upload-offset")]).toEqual([409, "1000"]);
  expect((await part(path, 1_000, randomBytes(2_001), checksum(content))).status).toBe(413);
  expect((await part(path, 1_000, content.subarray(1_000), { "Content-Type": "text/plain" })).status).toBe(
    415,
  );
  expect((await server.call(path, { method: "PATCH" })).status).toBe(412);
  expect(await received(path)).toBe(1_000);
  expect((await part(path, 1_000, content.subarray(1_000))).status).toBe(204);
  await remove(path);
});

test("while one connection writes, another is told to wait, and nothing is lost", async () => {
  const content = randomBytes(200_000);
  const path = await begun(content.byteLength);
  let isFinishing = false;
  /** Continues where the upload ends, a little at a time, until it may finish. */
  const write = async (from: number) => {
    let at = from;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const end = isFinishing ? content.byteLength : Math.min(at + 100, content.byteLength - 1);
        if (end === at) await Bun.sleep(20);
        else controller.enqueue(content.subarray(at, end));
        at = end;
        if (at === content.byteLength) controller.close();
      },
    });
    return (await tus("PATCH", path, { "Upload-Offset": String(from), "Content-Type": PART }, body)).status;
  };
  let writing: Promise<number> | null = null;
  const other = () => part(path, content.byteLength, new Uint8Array(0));
  await eventually(async () => {
    // One that was still for too long gave way.
    writing ??= write(await received(path)).finally(() => {
      writing = null;
    });
    const { status, headers } = await other();
    return [status, headers.has("retry-after")];
  }, [423, true]);
  isFinishing = true;
  await eventually(async () => {
    await writing?.catch(() => 0);
    const at = await received(path);
    if (at < content.byteLength) await write(at);
    return at;
  }, content.byteLength);
  const { fileName } = server.context.db
    .prepare<[], { fileName: string }>("SELECT file_name AS fileName FROM uploads")
    .get() ?? { fileName: "" };
  const stored = await Bun.file(join(server.dataDir, "spool", fileName)).bytes();
  expect(Buffer.from(stored).equals(content)).toBe(true);
  await remove(path);
});

test("one account has no more than its share of the unfinished uploads", async () => {
  for (let count = 0; count < limits.uploadsOfAccount; count++) await begun(1);
  const refused = await tus("POST", "/uploads", { "Upload-Length": "1" });
  expect([refused.status, refused.headers.get("retry-after") !== null]).toEqual([429, true]);
  const another = { authorization: `Bearer ${server.newKey()}` };
  expect((await tus("POST", "/uploads", { "Upload-Length": "1", ...another })).status).toBe(201);
  server.context.db.exec("UPDATE uploads SET expires_at = 1");
  await server.context.uploads.sweep();
  await server.spoolEmpty();
});

test("announced bytes count before they come: no account has more than its share, or than it may store", async () => {
  const MIB = 1024 * 1024;
  // A hundredth of a GiB.
  const most = Math.floor((1024 * MIB) / 100 / MIB);
  const paths: string[] = [];
  for (let count = 0; count < most; count++) paths.push(await begun(MIB));
  const asked = async (headers: Record<string, string> = {}) =>
    (await tus("POST", "/uploads", { "Upload-Length": String(MIB), ...headers })).status;
  expect(await asked()).toBe(429);
  const another = { authorization: `Bearer ${server.newKey()}` };
  expect(await asked(another)).toBe(201);
  await remove(paths.pop() ?? "");
  paths.push(await begun(MIB));
  expect(await asked()).toBe(429);
  for (const path of paths) await remove(path);

  const { db, clock } = server.context;
  const own = db.prepare("SELECT id FROM users WHERE email = 'person1@example.org'").pluck().get() as string;
  setLimit({ db, clock, actor: TEST_ACTOR }, own, "storage_bytes", String(2 * MIB));
  for (const _ of [1, 2]) await begun(MIB);
  expect(await asked()).toBe(429);
  clearLimit({ db, clock, actor: TEST_ACTOR }, own, "storage_bytes");
  db.exec("UPDATE uploads SET expires_at = 1");
  await server.context.uploads.sweep();
  await server.spoolEmpty();
});

test("an unfinished upload is no recording", async () => {
  const path = await begun(10);
  expect((await part(path, 0, new Uint8Array(6))).status).toBe(204);
  const made = await server.call("/recordings", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ upload_id: path.split("/").at(-1) }),
  });
  expect([made.status, ((await made.json()) as { error: { code: string } }).error.code]).toEqual([
    409,
    "upload_incomplete",
  ]);
  await remove(path);
});

test("what is too large is refused, and what is a day old goes", async () => {
  expect((await tus("POST", "/uploads", { "Upload-Length": "1048577" })).status).toBe(413);
  const path = await begun(1_000);
  const { db, clock } = server.context;
  db.prepare("UPDATE uploads SET expires_at = ?").run(clock.now() - limits.uploadLifeMs);
  expect((await tus("HEAD", path)).status).toBe(404);
  await server.context.uploads.sweep();
  await server.spoolEmpty();
  expect(db.prepare("SELECT count(*) FROM uploads").pluck().get()).toBe(0);
});
