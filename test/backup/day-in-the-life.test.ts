/**
 * The manual's tutorial, command by command, with real processes: what an administrator does with tiro over the years. From
 * the source code and with folders of its own, so that it runs anywhere; `test/installed` walks it on a bare Debian.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocks, ROOT } from "../binary/documents.ts";
import { temporaryFolder } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";

const BLOCKS = codeBlocks("src/manual/tutorial.md").filter(({ language }) => language === "sh");
const SYSTEM_FOLDERS = ["/etc/tiro", "/var/lib/tiro", "/var/backups/tiro"];
const ENVIRONMENT_FILE = "environment";

const folder = temporaryFolder();
const inFolder = (path: string) => join(folder.path, path);
const port = freePort();
let server: { child: Bun.Subprocess; ended: Promise<number> } | null = null;
let block = 0;

beforeAll(() => {
  for (const name of ["bin", ...SYSTEM_FOLDERS.map((path) => join(path, ".."))])
    mkdirSync(inFolder(name), { recursive: true });
  copyFileSync(join(ROOT, "models/starter-en/check.wav"), inFolder("talk.wav"));
  writeFileSync(inFolder("bin/tiro"), `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/src/main.ts" "$@"\n`);
  chmodSync(inFolder("bin/tiro"), 0o755);
  writeFileSync(inFolder(ENVIRONMENT_FILE), "");
});
afterAll(async () => {
  await stop();
  folder[Symbol.dispose]();
});

/** In the test's folder, with its address. */
function localized(code: string): string {
  const paths = SYSTEM_FOLDERS.reduce((text, path) => text.replaceAll(path, inFolder(path)), code);
  return (
    paths
      .replaceAll("0.0.0.0:8443", `127.0.0.1:${port}`)
      .replaceAll("stt.example.com:8443", `localhost:${port}`)
      .replaceAll("stt.example.com", "localhost")
      .replaceAll(/^apt install .*$/gm, `tiro install-files ${folder.path}`)
      // The new version is the old one here.
      .replaceAll(/^dpkg-deb .*$/gm, "mkdir -p new/usr/bin; cp bin/tiro new/usr/bin/tiro")
      .replaceAll("--owner=tiro --group=tiro ", "")
  );
}

async function shell(code: string): Promise<string> {
  // Variables carry over from block to block, as in one terminal.
  const script = `set -a; . ./${ENVIRONMENT_FILE}; ${localized(code)}\nexport -p > ${ENVIRONMENT_FILE}`;
  const child = Bun.spawn(["bash", "-eo", "pipefail", "-c", script], {
    cwd: folder.path,
    env: { HOME: folder.path, PATH: `${inFolder("bin")}:${process.env.PATH}` },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const exitCode = await child.exited;
  expect([exitCode, exitCode === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
  return stdout;
}

/** The next commands of the page. */
async function next(): Promise<string> {
  const { code = "" } = BLOCKS[block] ?? {};
  block += 1;
  let told = "";
  // systemd's are this test's to do.
  for (const part of code.split(/^(systemctl .*)\n/m)) {
    if (/^systemctl (enable --now|start) tiro$/.test(part)) await start();
    else if (part === "systemctl stop tiro") await stop();
    else told += await shell(part);
  }
  return told;
}

/** Stands for `systemctl start tiro`. */
async function start(): Promise<void> {
  const child = Bun.spawn([inFolder("bin/tiro"), "serve", "--config", inFolder("/etc/tiro/tiro.toml")], {
    cwd: folder.path,
    env: { HOME: folder.path, TIRO_LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  server = { child, ended: child.exited };
  for (let status = 0; status !== 200; ) {
    if (child.exitCode !== null) throw new Error(`tiro serve ended with ${child.exitCode}`);
    await Bun.sleep(100);
    status = await answer("/health").catch(() => 0);
  }
}

async function stop(): Promise<void> {
  server?.child.kill("SIGINT");
  await server?.ended;
  server = null;
}

async function answer(path: string, key = ""): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const ca = await Bun.file(inFolder("/etc/tiro/tls/authority.crt")).text();
  return (await fetch(`https://localhost:${port}${path}`, { headers, tls: { ca } })).status;
}

test("install: the unit, the configuration and all else lie where the system looks for them", async () => {
  const written = await next();
  for (const path of [
    "etc/systemd/system/tiro.service",
    "etc/tiro/tiro.toml",
    "usr/local/share/man/man1/tiro.1",
  ]) {
    expect(written).toContain(inFolder(path));
    expect(existsSync(inFolder(path))).toBe(true);
  }
});

test("configure: a certificate, a configuration that is valid, a doctor without complaints", async () => {
  const told = await next();
  expect(told).toContain("The configuration is valid");
  expect(told).not.toContain("FAIL");
});

test("start: the server works, over https", async () => {
  expect(await next()).toMatch(new RegExp(`works\\.\\naddress +https://localhost:${port}\\n`));
});

let key = "";
test("two hundred people, one of whom dictates", async () => {
  const imported = await next();
  expect(imported).toContain("200");
  const links = (await Bun.file(inFolder("links.csv")).text()).trim().split("\n");
  expect([links.length, links[200]]).toEqual([201, expect.stringContaining(`https://localhost:${port}/`)]);
  expect(await next()).toContain("has been moved to Thursday");
  key = /TIRO_API_KEY="(.+)"/.exec(await Bun.file(inFolder(ENVIRONMENT_FILE)).text())?.[1] ?? "";
  expect(await answer("/v1/me", key)).toBe(200);
});

test("back up while it runs, and upgrade", async () => {
  await next();
  expect(await next()).toContain(".tar");
  expect(await next()).toContain("The audit log is intact");
  expect(await answer("/v1/me", key)).toBe(200);
});

test("somebody leaves: their key ends at once", async () => {
  await next();
  expect(await answer("/v1/me", key)).toBe(401);
});

test("restore in place, with everybody who was there, and let the leaver leave again", async () => {
  await next();
  expect(existsSync(inFolder("/var/lib/tiro/tiro.db"))).toBe(true);
  expect(await next()).toStartWith("200\n");
  expect(await answer("/v1/me", key)).toBe(401);
  expect(block).toBe(BLOCKS.length);
});
