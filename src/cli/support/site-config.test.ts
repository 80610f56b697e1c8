/** Root's commands on a data folder of somebody else's. */
import { beforeEach, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../../../test/support/folders.ts";

// A shared machine can be slow; a hang still ends.
const MAIN = join(import.meta.dir, "../../main.ts");
const OWNER = 65_534;
const STRANGER = 65_533;
const isRoot = process.getuid?.() === 0;
const note = (name: string) => (isRoot ? name : `${name}: only root can try`);

const folder = freshFolder();
beforeEach(() => {
  chmodSync(folder, 0o755);
});

function tiro(...args: string[]) {
  return spawned([process.execPath, MAIN, ...args]);
}

/** As a user who has nothing to do with the folder; Bun starts no process as another user. */
function tiroOfStranger(...args: string[]) {
  const user = [`--reuid=${STRANGER}`, `--regid=${STRANGER}`, "--clear-groups"];
  return spawned(["setpriv", ...user, process.execPath, MAIN, ...args]);
}

function spawned(command: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(command, {
    env: { PATH: process.env.PATH ?? "", TIRO_DATA: join(folder, "data") },
    stderr: "pipe",
  });
  return { exitCode, stderr: stderr.toString() };
}

/** The owner of something at or below a folder. */
function owners(place: string): number[] {
  const names = statSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, encoding: "utf8" })
    : [];
  return [...new Set(["", ...names].map((name) => statSync(join(place, name)).uid))];
}

/** Modes of everything in a folder, by path. */
function modes(place: string): Record<string, string> {
  const names = readdirSync(place, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    ["", ...names].map((name) => [name, (statSync(join(place, name)).mode & 0o7777).toString(8)]),
  );
}

test.skipIf(!isRoot)(note("modes of files stay, and none of root's commands opens one to others"), () => {
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, OWNER, OWNER);
  expect(tiro("users", "add", "--email", "a@example.com", "--name", "A").exitCode).toBe(0);
  const before = modes(data);
  expect(before).toMatchObject({ "": "700", "tiro.db": "600" });
  for (const command of [["users", "list"], ["secrets", "rotate"], ["models", "list"], ["status"]])
    tiro(...command);
  for (const [name, mode] of Object.entries(modes(data)))
    expect([name, mode]).toEqual([name, before[name] ?? expect.stringMatching(/^[67]00$/)]);
});

test.skipIf(!isRoot || Bun.which("setpriv") === null)(
  note("an unrelated user is told in a sentence what they may not reach, and changes nothing"),
  () => {
    const data = join(folder, "data");
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, OWNER, OWNER);
    expect(tiro("users", "add", "--email", "a@example.com", "--name", "A").exitCode).toBe(0);
    const before = modes(data);
    for (const command of [
      ["users", "list"],
      ["models", "list"],
      ["secrets", "rotate"],
      ["backup", folder],
    ]) {
      const { exitCode, stderr } = tiroOfStranger(...command);
      expect([command, exitCode]).toEqual([command, 1]);
      expect(stderr).toStartWith(`tiro: this user may not reach ${data}`);
      expect(stderr).toEndWith(
        ` [not_permitted]\n      ${data} is closed to it. Call tiro as the owner of the data folder or as root (sudo tiro …), or give the service's user access.\n`,
      );
      expect(stderr).not.toContain("    at ");
    }
    expect(modes(data)).toEqual(before);
  },
);

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
