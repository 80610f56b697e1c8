/** Root's commands on a data folder of somebody else's. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// A shared machine can be slow; a hang still ends.
setDefaultTimeout(60_000);

const MAIN = join(import.meta.dir, "../../main.ts");
const OWNER = 65_534;
const isRoot = process.getuid?.() === 0;
const note = (name: string) => (isRoot ? name : `${name}: only root can try`);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tiro-site-config-"));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function tiro(...args: string[]) {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, MAIN, ...args], {
    env: { PATH: process.env.PATH ?? "", TIRO_DATA: join(folder, "data") },
    stderr: "pipe",
  });
  return { exitCode, stderr: stderr.toString() };
}

/** Whoever owns something at or below a folder. */
function owners(place: string): number[] {
  const names = statSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, encoding: "utf8" })
    : [];
  return [...new Set(["", ...names].map((name) => statSync(join(place, name)).uid))];
}

test.skipIf(!isRoot)(note("what they write belongs to the folder's owner, wherever root may write"), () => {
  const [data, elsewhere, restored] = ["data", "elsewhere", "restored"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(data, { mode: 0o700 });
  mkdirSync(elsewhere, { mode: 0o700 });
  chownSync(data, OWNER, OWNER);
  const good = { exitCode: 0, stderr: expect.any(String) };
  expect(tiro("users", "add", "--email", "a@example.com", "--name", "A")).toEqual(good);
  expect(tiro("tls", "self-signed", "--host", "localhost", "--out", join(elsewhere, "tls"))).toEqual(good);
  expect(tiro("secrets", "rotate")).toEqual(good);
  expect(tiro("backup", elsewhere)).toEqual(good);
  const backup = readdirSync(elsewhere).find((name) => name.endsWith(".tar")) ?? "";
  const key = ["--secret-key", join(data, "secret.key")];
  expect(tiro("restore", join(elsewhere, backup), restored, ...key)).toEqual(good);
  for (const place of [data, join(elsewhere, "tls"), join(elsewhere, backup), restored])
    expect([place, owners(place)]).toEqual([place, [OWNER]]);
});
