/** One executable that carries packs, on a machine without a network: made, moved, started, and what it hears. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { readBundle } from "../../src/packs/bundle/format.ts";
import {
  AUDIO,
  bareEnvironment,
  EXECUTABLE,
  emptyFolder,
  type Finished,
  NO_NETWORK,
  tiro,
} from "./executable.ts";

const STARTER = join(import.meta.dir, "../../models/starter-en");
const TEXT = "The meeting has been moved to Thursday at half past two.";
/** The first of the routes for English, so that it is what the bundle starts with. */
const PACK = "parakeet-tdt-0.6b-v2";

let folder: ReturnType<typeof emptyFolder>;
let site = "";

beforeAll(() => {
  folder = emptyFolder();
  const mine = join(folder.path, "mine");
  cpSync(STARTER, mine, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(mine, "pack.json"), "utf8"));
  writeFileSync(join(mine, "pack.json"), JSON.stringify({ ...manifest, id: PACK, version: "1.0.0" }));
  copyFileSync(join(AUDIO, "synth_02_rms.wav"), join(folder.path, "talk.wav"));
  site = join(folder.path, "tiro-site");
});
afterAll(() => folder.remove());

/** A file of this test as the machine it was carried to would start it: nothing there, no network where that is permitted. */
function start(executable: string, args: string[]): Finished {
  const place = join(folder.path, crypto.randomUUID());
  mkdirSync(place);
  copyFileSync(join(folder.path, "talk.wav"), join(place, "talk.wav"));
  const { exitCode, stdout, stderr } = Bun.spawnSync([...NO_NETWORK, executable, ...args], {
    cwd: place,
    env: bareEnvironment(place),
    stdout: "pipe",
    stderr: "pipe",
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

function overwrite(path: string, position: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.from([255]), 0, 1, position);
  closeSync(file);
}

test(
  NO_NETWORK.length > 0 ? "the network is away" : "the network is there: unshare is not permitted here",
  () => {
    const { stdout } = Bun.spawnSync([...NO_NETWORK, "cat", "/proc/net/route"]);
    if (NO_NETWORK.length > 0) expect(stdout.toString().trim().split("\n").length).toBeLessThanOrEqual(1);
  },
);

test("a pack is installed from a folder and bundled; the sums are told", () => {
  expect(tiro(["models", "install", "mine", "--data", "data"], { cwd: folder.path })).toMatchObject({
    exitCode: 0,
  });
  const made = tiro(["models", "bundle", "--output", site, "--data", "data", "--json"], { cwd: folder.path });
  expect(made.exitCode).toBe(0);
  const told = JSON.parse(made.stdout);
  expect(told.packs).toEqual([`${PACK}@1.0.0`]);
  expect(told.sha256).toBe(new Bun.CryptoHasher("sha256").update(readFileSync(site)).digest("hex"));
  expect(told.bytes).toBe(statSync(site).size);
  expect(readBundle(site)?.executableBytes).toBe(statSync(EXECUTABLE).size);
  expect(statSync(site).mode & 0o111).toBe(0o111);
}, 300_000);

describe("carried to another machine", () => {
  test("it transcribes with its pack", () => {
    const { exitCode, stdout, stderr } = start(site, [
      "transcribe",
      "talk.wav",
      "--data",
      "data",
      "--format",
      "json",
    ]);
    expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain(TEXT);
    expect(stderr).toContain("unpacking 100 %");
  }, 300_000);

  test("it knows what it carries, once unpacked and never again, every byte right", () => {
    const data = join(folder.path, "unpacked");
    const list = () => JSON.parse(start(site, ["models", "list", "--data", data, "--json"]).stdout).packs;
    const first = list();
    const [bundled] = readdirSync(join(data, "models/.bundled"));
    const before = statSync(join(data, "models/.bundled", bundled ?? "")).ino;
    expect(list()).toEqual(first);
    expect(statSync(join(data, "models/.bundled", bundled ?? "")).ino).toBe(before);
    expect(first).toContainEqual(
      expect.objectContaining({ name: `${PACK}@1.0.0`, chosen: true, builtin: false }),
    );
    const verified = start(site, ["models", "verify", "--data", data]);
    expect(verified.stdout).toContain(`${PACK}@1.0.0: ok`);
    expect(start(site, ["models", "remove", PACK, "--data", data])).toMatchObject({ exitCode: 1 });
  }, 300_000);

  test("it makes a bundle of itself that is the same", () => {
    const again = join(folder.path, "again");
    const made = start(site, [
      "models",
      "bundle",
      "--output",
      again,
      "--data",
      join(folder.path, "unpacked"),
      "--json",
    ]);
    expect(made.exitCode).toBe(0);
    expect(readFileSync(again).equals(readFileSync(site))).toBe(true);
  }, 300_000);

  test("cut short it is tiro without packs or says that it is damaged; changed it says so", () => {
    const broken = join(folder.path, "broken");
    const copied = (change: (path: string) => void) => {
      copyFileSync(site, broken);
      chmodSync(broken, 0o755);
      change(broken);
      return start(broken, ["models", "list", "--data", "data", "--json"]);
    };
    const whole = readBundle(site);
    const cut = copied((path) => truncateSync(path, statSync(path).size - 1000));
    const names = JSON.parse(cut.stdout).packs.map(({ name }: { name: string }) => name);
    expect(names.some((name: string) => name.startsWith("starter-en@"))).toBe(true);
    expect(names.some((name: string) => name.startsWith(PACK))).toBe(false);
    const offset = whole?.index.packs[0]?.files.find(({ path }) => path === "tokens.txt")?.offset ?? 0;
    const changed = copied((path) => overwrite(path, offset + 7));
    expect(changed.exitCode).toBe(1);
    expect(changed.stderr).toContain("tokens.txt differs from its checksum");
    const index = copied((path) => overwrite(path, statSync(path).size - 70));
    expect(index.stderr).toContain("its list of packs is damaged");
  }, 300_000);
});
