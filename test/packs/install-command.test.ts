/** `tiro models install` as an operator runs it: through a proxy, killed half-way, on a pack larger than its memory. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { randomFillSync } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { honest, type RawServer, rawServer } from "./raw-server.ts";
import { tar } from "./tar.ts";

const TIRO = [process.execPath, join(import.meta.dir, "../../src/main.ts"), "models"];
const PACK = "parakeet-tdt-0.6b-v2";
const ARCHIVE_NAME = "sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8.tar.bz2";
const FILES = ["encoder.int8.onnx", "decoder.int8.onnx", "joiner.int8.onnx", "tokens.txt"];
const noise = Uint8Array.from({ length: 400_000 }, (_, i) => (i * 2_654_435_761) >>> 24);
const ARCHIVE = tar(FILES.map((name) => ({ name: `sherpa/${name}`, content: noise })));

let folder = "";
let server: RawServer | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tiro-install-command-"));
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const sumOf = (archive: Uint8Array) => [
  "--sha256",
  new Bun.CryptoHasher("sha256").update(archive).digest("hex"),
];
const SUM = sumOf(ARCHIVE);

function start(args: string[], env: Record<string, string> = {}) {
  return Bun.spawn([...TIRO, ...args, "--data", join(folder, "data")], {
    cwd: folder,
    env: { HOME: folder, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
}
async function finished(child: ReturnType<typeof start>) {
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout, stderr };
}
const shown = () => {
  const models = join(folder, "data/models");
  return existsSync(models) ? readdirSync(models).filter((name) => !name.startsWith(".")) : [];
};

test("a proxy of the environment is used, but for the hosts that are left out", async () => {
  server = await rawServer((request, socket) => honest(request, socket, { content: ARCHIVE }));
  const args = ["install", PACK, "--from", "http://mirror.invalid/packs/", ...SUM];
  const proxied = await finished(start(args, { HTTP_PROXY: server.url, http_proxy: server.url }));
  expect({ exitCode: proxied.exitCode, stderr: proxied.exitCode === 0 ? "" : proxied.stderr }).toEqual({
    exitCode: 0,
    stderr: "",
  });
  expect(server.requests.map(({ path }) => path)).toEqual([`http://mirror.invalid/packs/${ARCHIVE_NAME}`]);
  expect(shown()).toEqual([`${PACK}-1.0.0`]);
  rmSync(join(folder, "data"), { recursive: true });
  const direct = {
    HTTP_PROXY: "http://127.0.0.1:1",
    http_proxy: "http://127.0.0.1:1",
    NO_PROXY: "127.0.0.1",
    no_proxy: "127.0.0.1",
  };
  expect(
    (await finished(start(["install", PACK, "--from", `${server.url}/packs/`, ...SUM], direct))).exitCode,
  ).toBe(0);
});

test("killed half-way it goes on where it stopped, tells its progress in lines and shows the sum", async () => {
  const half = Promise.withResolvers<void>();
  server = await rawServer((request, socket) => {
    if (request.from > 0) return honest(request, socket, { content: ARCHIVE });
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${ARCHIVE.length}\r\netag: "one"\r\n\r\n`);
    socket.write(ARCHIVE.subarray(0, 1_000_000));
    half.resolve();
  });
  const args = ["install", PACK, "--from", `${server.url}/`, ...SUM];
  const killed = start(args);
  await half.promise;
  const part = join(folder, `data/models/.partial-${PACK}-1.0.0/${ARCHIVE_NAME}.part`);
  while ((statSync(part, { throwIfNoEntry: false })?.size ?? 0) < 500_000) await Bun.sleep(10);
  killed.kill("SIGKILL");
  await killed.exited;
  expect(shown()).toEqual([]);
  const { exitCode, stdout, stderr } = await finished(start(args));
  expect(exitCode).toBe(0);
  expect(server.requests.map(({ from }) => from >= 500_000)).toEqual([false, true]);
  expect(stderr).toContain(`${PACK}: fetching 100 %`);
  expect(stdout).toContain(new Bun.CryptoHasher("sha256").update(ARCHIVE).digest("hex"));
  expect(stdout).toContain("as it must be");
  expect(shown()).toEqual([`${PACK}-1.0.0`]);
});

test("two programs at once: one installs, the other says who does", async () => {
  server = await rawServer(async (request, socket) => {
    await Bun.sleep(300);
    honest(request, socket, { content: ARCHIVE });
  });
  const args = ["install", PACK, "--from", `${server.url}/`, ...SUM];
  const [one, other] = [start(args), start(args)];
  const ends = await Promise.all([finished(one), finished(other)]);
  const lost = ends.find(({ exitCode }) => exitCode === 1);
  // The second may also come so late that it finds the pack installed.
  if (lost) expect(lost.stderr).toContain("installs or removes");
  expect(ends.some(({ exitCode }) => exitCode === 0)).toBe(true);
  expect(shown()).toEqual([`${PACK}-1.0.0`]);
});

test("a pack is never held in memory", async () => {
  // An eighth of it cannot be compressed: an archive of zeros alone would be refused as a bomb.
  const part = randomFillSync(Buffer.alloc(8 * 1024 * 1024), 0, 1024 * 1024);
  const parts = 50;
  const large = { name: `s/${FILES[0]}`, claimedBytes: parts * part.length };
  const others = tar(FILES.slice(1).map((name) => ({ name: `s/${name}`, content: "x" })));
  // Written in members, so that this test does not hold it either: a child's peak begins with its parent's.
  const member = gzipSync(part);
  const begin = gzipSync(tar([large], { end: false }));
  const archive = Buffer.concat([begin, ...Array(parts).fill(member), gzipSync(others)]);
  writeFileSync(join(folder, "large.tar.gz"), archive);
  const child = start(["install", PACK, "--from", join(folder, "large.tar.gz"), ...sumOf(archive)]);
  expect((await finished(child)).exitCode).toBe(0);
  const installed = join(folder, `data/models/${PACK}-1.0.0/${FILES[0]}`);
  expect(statSync(installed).size).toBe(large.claimedBytes);
  expect(child.resourceUsage()?.maxRSS ?? 0).toBeLessThan(large.claimedBytes);
}, 300_000);

test("what is wrong is said with the next step", async () => {
  const unknown = await finished(start(["install", "no-such-pack"]));
  expect(unknown).toMatchObject({ exitCode: 1 });
  expect(unknown.stderr).toStartWith("tiro: No such pack. [pack_not_found]\n");
  expect(unknown.stderr).toContain("Known packs: parakeet-tdt-0.6b-v3");
  const badSum = await finished(start(["install", PACK, "--sha256", "abc"]));
  expect(badSum).toMatchObject({ exitCode: 2 });
  const twoFrom = await finished(start(["install", PACK, "silero-vad", "--from", "/x"]));
  expect(twoFrom.stderr).toContain("a single pack");
});

test("an archive that is not its publisher's is refused, unless its sum is named", async () => {
  writeFileSync(join(folder, "sherpa.tar"), ARCHIVE);
  const changed = await finished(start(["install", PACK, "--from", "sherpa.tar"]));
  expect(changed).toMatchObject({ exitCode: 1 });
  expect(changed.stderr).toContain(`has the SHA-256 ${SUM[1]} instead of 157c157bc511`);
  expect(shown()).toEqual([]);
  expect((await finished(start(["install", PACK, "--from", "sherpa.tar", ...SUM]))).exitCode).toBe(0);
});

test("a pack that the configuration names stays, unless it is forced", async () => {
  writeFileSync(join(folder, "sherpa.tar"), ARCHIVE);
  expect((await finished(start(["install", PACK, "--from", "sherpa.tar", ...SUM]))).exitCode).toBe(0);
  const kept = await finished(start(["remove", PACK], { TIRO_MODELS_PACK: PACK }));
  expect(kept).toMatchObject({ exitCode: 1 });
  expect(kept.stderr).toContain("[pack_in_use]");
  expect(kept.stderr).toContain("the configuration names");
  expect(shown()).toEqual([`${PACK}-1.0.0`]);
  expect((await finished(start(["remove", PACK, "--force"], { TIRO_MODELS_PACK: PACK }))).exitCode).toBe(0);
  expect(shown()).toEqual([]);
});
