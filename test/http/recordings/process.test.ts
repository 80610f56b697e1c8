/** A recording's way through kills, a new secret key, a backup and a restore, with the server as people run it. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";
import { type ServerProcess, startServerProcess } from "../../support/server-process.ts";
import { runTiro } from "../../support/tiro.ts";
import { RECORDING } from "../../support/transcription.ts";

const content = readFileSync(RECORDING);
const PART = "application/offset+octet-stream";

function caller(key: string) {
  return async (server: ServerProcess, method: string, path: string, more: RequestInit = {}) =>
    fetch(`${server.url}${path}`, {
      ...more,
      method,
      headers: { Authorization: `Bearer ${key}`, ...more.headers },
    });
}

const json = (...args: string[]) => {
  const { code, stdout, stderr } = runTiro(...args, "--json");
  if (code !== 0) throw new Error(`tiro ${args.join(" ")} failed: ${stderr}`);
  return JSON.parse(stdout);
};

test("an upload goes on after kill -9, and its recording is heard after a restore from a backup", async () => {
  using folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  let server = await startServerProcess({ dataDir: at("data") });
  const ask = caller(server.key ?? "");
  const tus = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    ask(server, method, path, {
      headers: { "Tus-Resumable": "1.0.0", ...headers },
      ...(body && { body: Buffer.from(body) }),
    });
  try {
    const made = await tus("POST", "/uploads", { "Upload-Length": String(content.length) });
    const upload = (made.headers.get("location") ?? "").replace("/v1", "");
    const send = (from: number, to: number) =>
      tus(
        "PATCH",
        upload,
        { "Upload-Offset": String(from), "Content-Type": PART },
        content.subarray(from, to),
      );
    expect((await send(0, 70_000)).status).toBe(204);
    await server.kill();
    server = await startServerProcess({ dataDir: at("data") });
    expect((await tus("HEAD", upload)).headers.get("upload-offset")).toBe("70000");
    expect((await send(70_000, content.length)).status).toBe(204);
    const { id } = (await (
      await ask(server, "POST", "/recordings", {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ upload_id: upload.split("/").at(-1), language: "en" }),
      })
    ).json()) as { id: string };
    const stateOf = async () =>
      ((await (await ask(server, "GET", `/recordings/${id}`)).json()) as { state: string }).state;
    await eventually(stateOf, "ready");
    await server.stop();

    expect(json("secrets", "rotate", "--data", at("data")).secrets).toBeGreaterThan(0);
    const without = json("backup", at("without.tar"), "--data", at("data"));
    const { file, sounds } = json("backup", at("with.tar"), "--audio", "--data", at("data"));
    expect([without.sounds, sounds, existsSync(join(at("data"), "backup"))]).toEqual([null, 1, false]);
    const key = join(at("data"), "secret.key");
    expect(json("restore", file, at("restored"), "--secret-key", key).sounds).toBe(1);
    server = await startServerProcess({ dataDir: at("restored") });
    const range = await ask(server, "GET", `/recordings/${id}/audio`, {
      headers: { Range: "bytes=65530-70000" },
    });
    expect(range.status).toBe(206);
    expect(Buffer.from(await range.arrayBuffer()).equals(content.subarray(65_530, 70_001))).toBe(true);
    await server.stop();

    // Without the key nobody could hear it: nothing of it stays.
    expect(json("restore", file, at("new"), "--new-key").sounds).toBe(0);
    expect(existsSync(join(at("new"), "recordings"))).toBe(false);
    server = await startServerProcess({ dataDir: at("new") });
    expect(await stateOf()).toBe("ready");
    expect((await ask(server, "GET", `/recordings/${id}/audio`)).status).toBe(410);
  } finally {
    await server.kill();
  }
});
