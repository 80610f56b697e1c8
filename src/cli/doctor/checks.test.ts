import { describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../../../test/support/folders.ts";
import { configSchema } from "../../config/schema.ts";
import { cpuFlags } from "../../lib/cpu-flags.ts";
import { TiroError } from "../../lib/errors.ts";
import { runCheck } from "./check.ts";
import { checkCpu, checkGlibc } from "./platform-checks.ts";
import { checkDataFolder, checkLoaded, checkPack, checkPort, isNoExec } from "./site-checks.ts";

const folder = freshFolder();
const site = (models: object) => configSchema.parse({ data: { dir: folder }, models });

test.each([
  ["x64", "flags\t\t: fpu sse4_2 avx avx2 fma f16c\n", "ok"],
  ["x64", "flags\t\t: fpu sse4_2 avx f16c\n", "warn"],
  ["arm64", "Features\t: fp asimd asimddp\n", "ok"],
  ["arm64", "Features\t: fp asimd\n", "warn"],
  ["x64", "", "warn"],
])("cpu %s with %j: %s", (arch, cpuinfo, status) => {
  expect(checkCpu(arch, cpuFlags(cpuinfo))).toMatchObject({ status });
});

test.each([
  ["2.34", "ok"],
  ["2.100", "ok"],
  ["2.33", "fail"],
  ["2.4", "fail"],
])("glibc %s: %s", (version, status) => {
  expect(checkGlibc(version).status).toBe(status as "ok");
});

test("a system without glibc is told that it is not supported", () => {
  expect(checkGlibc("")).toMatchObject({ status: "fail", advice: expect.stringContaining("Alpine") });
});

describe("data folder", () => {
  test("ok where only its owner may enter; nothing is left in it", () => {
    expect(checkDataFolder(folder).status).toBe("ok");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("others who may enter are worth a warning", () => {
    chmodSync(folder, 0o755);
    expect(checkDataFolder(folder)).toMatchObject({ status: "warn", advice: `chmod 700 ${folder}` });
  });

  test("copies that an upgrade left when it was killed are named", () => {
    const copy = join(folder, `tiro-schema-9-unfinished.db.${2 ** 30}.part`);
    writeFileSync(copy, "secrets");
    const { status, detail } = checkDataFolder(folder);
    rmSync(copy);
    expect({ status, detail }).toEqual({ status: "warn", detail: expect.stringContaining(copy) });
  });

  test("a file in its place fails with what to do", () => {
    writeFileSync(join(folder, "file"), "");
    const result = checkDataFolder(join(folder, "file/data"));
    expect(result).toMatchObject({ status: "fail", advice: expect.stringContaining("--data") });
  });

  const MOUNTS = [
    "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
    "23 22 8:2 / /srv rw,nosuid,noexec,relatime - ext4 /dev/sda2 rw",
    "24 23 8:3 / /srv/with\\040space rw,relatime - ext4 /dev/sda3 rw",
  ].join("\n");
  test.each([
    ["/var/lib/tiro", false],
    ["/srv", true],
    ["/srv/tiro", true],
    ["/srvtiro", false],
    ["/srv/with space/tiro", false],
  ])("%s forbids execution: %p", (path, expected) => {
    expect(isNoExec(path, MOUNTS)).toBe(expected);
  });
});

describe("port", () => {
  const at = (listen: string, tls: object = {}) => configSchema.parse({ server: { listen, tls } }).server;

  test("free", async () => {
    expect(await checkPort(at("127.0.0.1:0"))).toMatchObject({ status: "ok" });
  });

  test("taken by another program", async () => {
    using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
    const result = await checkPort(at(`127.0.0.1:${other.port}`));
    expect(result).toMatchObject({ status: "fail", advice: expect.stringContaining("--listen") });
  });

  test("taken by tiro itself", async () => {
    const health = () => Response.json({ status: "ok", checks: { engine: { status: "ok" } } });
    using running = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: health });
    expect(await checkPort(at(`127.0.0.1:${running.port}`))).toMatchObject({ status: "ok" });
  });

  test("an address that this machine does not have", async () => {
    expect(await checkPort(at("192.0.2.1:8420"))).toMatchObject({ status: "fail" });
  });
});

test("model pack: the built-in one is whole, one that is not there fails with its name", async () => {
  expect(await checkPack(site({ memory_mib: 4096 }))).toMatchObject({
    status: "ok",
    detail: expect.stringMatching(/^moonshine-tiny-en@1\.0\.0, every checksum right/),
  });
  const missing = await runCheck("model pack", () => checkPack(site({ pack: "none" })));
  expect(missing).toMatchObject({ status: "fail", advice: expect.stringContaining("none") });
});

test("model pack: the starter for lack of memory is a warning, by the site's wish it is none", async () => {
  expect(await checkPack(site({ memory_mib: 512 }))).toEqual({
    status: "warn",
    detail: expect.stringMatching(
      /^starter-en@1\.0\.0, .*; the better moonshine-tiny-en needs 640 MiB for packs$/,
    ),
    advice: expect.stringContaining("models.memory_mib"),
  });
  expect(await checkPack(site({ memory_mib: 512, default: "starter-en" }))).toMatchObject({ status: "ok" });
});

describe("loaded packs", () => {
  const answering = (models: object, engine: object = { provider: "cpu", device: null }) =>
    Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json({ checks: { engine, models } }) });
  const packs = [{ id: "a@1.0.0", state: "ready", memory_mib: 119 }];

  test("as the running server tells them, with the device", async () => {
    using running = answering(
      { loaded: "a@1.0.0", packs, quarantined: [] },
      { provider: "cuda", device: "NVIDIA L4" },
    );
    expect(await checkLoaded(`http://127.0.0.1:${running.port}`)).toEqual({
      status: "ok",
      detail: "a@1.0.0 (ready, 119 MiB) on cuda, NVIDIA L4",
    });
  });

  test("one that could not be loaded is a warning with what to do", async () => {
    using running = answering({ loaded: "a@1.0.0", packs, quarantined: [{ id: "b@2.0.0" }] });
    expect(await checkLoaded(`http://127.0.0.1:${running.port}`)).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("could not be loaded: b@2.0.0"),
      advice: expect.stringContaining("tiro models verify"),
    });
  });

  test("no server, no packs", async () => {
    expect(await checkLoaded("http://127.0.0.1:1")).toMatchObject({
      status: "ok",
      detail: "no server is running",
    });
  });
});

test("a check that throws has failed, with the hint as advice", async () => {
  const broken = () => {
    throw new TiroError("internal_error", "Broken.", { hint: "Mend it." });
  };
  expect(await runCheck("x", broken)).toEqual({
    name: "x",
    status: "fail",
    detail: "Broken.",
    advice: "Mend it.",
  });
});
