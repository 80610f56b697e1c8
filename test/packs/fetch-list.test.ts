/** Packs for a site without a network: fetched by a script of tiro's, checked, carried over and installed. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchScript } from "../../src/packs/fetch-list.ts";
import { tar } from "./tar.ts";

// A shared machine can be slow; a hang still ends.
const TIRO = [process.execPath, join(import.meta.dir, "../../src/main.ts"), "models"];
const DOLPHIN = "sherpa-onnx-dolphin-small-ctc-multi-lang-int8-2025-04-02.tar.bz2";
const PARAKEET = "sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8.tar.bz2";

let folder = "";
let served: Record<string, Uint8Array<ArrayBuffer>> = {};
let server: Bun.Server<undefined>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tiro-fetch-list-"));
  served = {};
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const content = served[new URL(url).pathname];
      return content ? new Response(content) : new Response("not here", { status: 404 });
    },
  });
});
afterEach(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

async function run(command: string[]) {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder, TIRO_DATA: join(folder, "data") },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout, stderr };
}
const mirror = () => `http://127.0.0.1:${server.port}/packs/`;
const sumOf = (content: Uint8Array) => new Bun.CryptoHasher("sha256").update(content).digest("hex");

test("the list names address, size and checksum of each file once, or that none is known", async () => {
  const packs = ["parakeet-tdt-0.6b-v2", "dolphin-small", "whisper-turbo", "whisper-turbo-fp32"];
  const { stdout } = await run([...TIRO, "fetch-list", ...packs, "--json"]);
  const release = "https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/";
  expect(JSON.parse(stdout)).toMatchObject(
    [
      { pack: packs[0], file: PARAKEET, address: release + PARAKEET, megabytes: 482, sha256: /^157c157b/ },
      { pack: packs[1], megabytes: 239, sha256: null },
      { pack: packs[2], file: "sherpa-onnx-whisper-turbo.tar.bz2" },
    ].map((row) =>
      row.sha256 instanceof RegExp ? { ...row, sha256: expect.stringMatching(row.sha256) } : row,
    ),
  );
  const table = (await run([...TIRO, "fetch-list", ...packs])).stdout.split("\n");
  expect(table[2]).toMatch(/^dolphin-small +239 MB +none known +https:/);
  const unknown = await run([...TIRO, "fetch-list", "no-such-pack"]);
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("[pack_not_found]") });
  expect((await run([...TIRO, "fetch-list", "ggml-tiny-q5_1", "--from", "ftp://x/"])).exitCode).toBe(2);
});

test("the script fetches what tiro then installs", async () => {
  const archive = tar(
    ["model.int8.onnx", "tokens.txt"].map((name) => ({ name: `dolphin/${name}`, content: name })),
  );
  served[`/packs/${DOLPHIN}`] = Uint8Array.from(archive);
  const script = await run([...TIRO, "fetch-list", "dolphin-small", "--from", mirror(), "--script"]);
  writeFileSync(join(folder, "fetch-packs.sh"), script.stdout);
  const fetched = await run(["sh", "fetch-packs.sh"]);
  expect(fetched.exitCode).toBe(0);
  expect(fetched.stdout).toContain("no checksum is known");
  expect(fetched.stdout).toContain(sumOf(archive));
  await server.stop(true);
  expect((await run(["sh", "fetch-packs.sh"])).exitCode).toBe(0);
  const installed = await run([...TIRO, "install", "dolphin-small", "--from", `./${DOLPHIN}`]);
  expect(installed.exitCode).toBe(0);
  expect(readdirSync(join(folder, "data/models"))).toContain("dolphin-small-1.0.0");
});

test("the script takes nothing that is not its publisher's, and says so", async () => {
  served[`/packs/${PARAKEET}`] = Buffer.from("another archive");
  const script = await run([...TIRO, "fetch-list", "parakeet-tdt-0.6b-v2", "--from", mirror(), "--script"]);
  writeFileSync(join(folder, "fetch-packs.sh"), script.stdout);
  const fetched = await run(["sh", "fetch-packs.sh"]);
  expect(fetched).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("not the publisher's file") });
  expect([existsSync(join(folder, PARAKEET)), existsSync(join(folder, `${PARAKEET}.wrong`))]).toEqual([
    false,
    true,
  ]);
});

test("a file whose checksum fits is taken, an address with quotation marks is data, and a missing file ends it", async () => {
  const content = Buffer.from("a pack");
  served["/packs/it's.bin"] = content;
  const file = {
    pack: "x",
    file: "it's.bin",
    address: `${mirror()}it's.bin`,
    megabytes: null,
    sha256: sumOf(content),
  };
  const script = (name: string, files: Parameters<typeof fetchScript>[0]) => {
    writeFileSync(join(folder, name), fetchScript(files));
    return run(["sh", name]);
  };
  expect(await script("good.sh", [file])).toMatchObject({ exitCode: 0, stdout: "it's.bin: OK\n" });
  const missing = await script("missing.sh", [{ ...file, file: "gone", address: `${mirror()}gone` }]);
  expect(missing.exitCode).not.toBe(0);
  expect(existsSync(join(folder, "gone"))).toBe(false);
});
