/** Files that come in parts while the disk that takes them is full, or may not be written: a clear error, and nothing is lost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selfCommand } from "../../../src/lib/self-command.ts";
import { temporaryFolder } from "../../support/database.ts";
import { canMount } from "../../support/disk.ts";
import { eventually } from "../../support/eventually.ts";
import type { Json } from "../../support/server.ts";
import { type ServerProcess, startServerProcess } from "../../support/server-process.ts";

const canTry = canMount && process.getuid?.() === 0 && Bun.which("nsenter") !== null;
const folder = temporaryFolder();
const spool = join(folder.path, "data", "spool");
let server: ServerProcess;
/** The small disk is the server's alone. */
const inSpool = (name = "") => join(`/proc/${server.pid}/root`, spool, name);

beforeAll(async () => {
  if (!canTry) return;
  mkdirSync(spool, { recursive: true });
  const mount = `mount -t tmpfs -o size=2m tiro '${spool}' && exec "$@"`;
  server = await startServerProcess({
    dataDir: join(folder.path, "data"),
    command: ["unshare", "-m", "sh", "-ec", mount, "sh", ...selfCommand()],
  });
});
afterAll(async () => {
  await server?.kill();
  folder[Symbol.dispose]();
});

function tus(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
) {
  const own = { Authorization: `Bearer ${server.key}`, "Tus-Resumable": "1.0.0", ...headers };
  return fetch(`${server.url}${path}`, { method, headers: own, ...(body && { body }) });
}

async function begun(length: number): Promise<string> {
  const answer = await tus("POST", "/uploads", { "Upload-Length": String(length) });
  expect(answer.status).toBe(201);
  return (answer.headers.get("location") ?? "").replace("/v1", "");
}

const part = (path: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
  tus(
    "PATCH",
    path,
    { "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
    body,
  );
const received = async (path: string) => Number((await tus("HEAD", path)).headers.get("upload-offset"));
/** Beside files of the server's own, such as the recording with which it checks its recognizer. */
const isStored = (content: Buffer) =>
  readdirSync(inSpool()).some((name) => readFileSync(inSpool(name)).equals(content));
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as Json).error.code];

/** As soon as no file is open to be written: the server makes some of its own. */
async function remount(how: "ro" | "rw"): Promise<void> {
  const mount = ["mount", "-o", `remount,${how}`, spool];
  const tried = () =>
    Bun.spawnSync(["nsenter", "-t", String(server.pid), "-m", ...mount], { stderr: "ignore" });
  await eventually(() => tried().exitCode, 0);
}

test.skipIf(!canTry)(
  "what arrived before a disk was full stays, and the rest follows once there is room",
  async () => {
    const content = randomBytes(1_500_000);
    const path = await begun(content.byteLength);
    expect((await part(path, 0, content.subarray(0, 500_000))).status).toBe(204);
    writeFileSync(inSpool("filling"), Buffer.alloc(1_200_000));
    expect(await codeOf(await part(path, 500_000, content.subarray(500_000)))).toEqual([503, "storage_full"]);
    const kept = await received(path);
    expect(kept).toBeGreaterThanOrEqual(500_000);
    expect(kept).toBeLessThan(content.byteLength);
    rmSync(inSpool("filling"));
    expect((await part(path, kept, content.subarray(kept))).status).toBe(204);
    expect(isStored(content)).toBe(true);
    expect((await tus("DELETE", path)).status).toBe(204);
    expect(isStored(content)).toBe(false);
  },
);

test.skipIf(!canTry)(
  "where nothing may be written nothing is taken, and it goes on once something may",
  async () => {
    const content = randomBytes(3_000);
    const path = await begun(content.byteLength);
    expect((await part(path, 0, content.subarray(0, 1_000))).status).toBe(204);
    await remount("ro");
    const refused = [
      await tus("POST", "/uploads", { "Upload-Length": "1" }),
      await part(path, 1_000, content.subarray(1_000)),
    ];
    expect(await Promise.all(refused.map(codeOf))).toEqual([
      [503, "storage_unavailable"],
      [503, "storage_unavailable"],
    ]);
    expect(await received(path)).toBe(1_000);
    await remount("rw");
    expect((await part(path, 1_000, content.subarray(1_000))).status).toBe(204);
    expect(isStored(content)).toBe(true);
  },
);
