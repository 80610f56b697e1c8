/**
 * Watched folders in which the server may not do what it would: recordings that it cannot read, folders in which it cannot
 * write or remove, a full disk. Nothing is transcribed twice for it, and other recordings get their turn.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { canMount } from "../support/disk.ts";
import { eventually } from "../support/eventually.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

const RECORDING = join(import.meta.dir, "../audio/synth_04_rms.wav");
/** Debian's `nobody`, as whom the server runs. */
const NOBODY = 65_534;
const asNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
/** Needs root, and a clone that others may read. */
const canTry =
  canMount &&
  process.getuid?.() === 0 &&
  Bun.which("setpriv") !== null &&
  Bun.spawnSync([...asNobody, ...selfCommand(), "--version"], { stderr: "ignore" }).success;
if (!canTry) console.warn("skipped: watched folders of others need root, setpriv and the right to mount");

const folder = temporaryFolder();
const place = (name: string) => join(folder.path, name);
/** More than are taken at once. */
const UNREADABLE = limits.watchJobsAtOnce + 8;
let server: ServerProcess;
/** The disk that is full is the server's alone. */
const onSmallDisk = (name: string) => join(`/proc/${server.pid}/root`, place("full"), name);

function record(path: string): void {
  copyFileSync(RECORDING, path);
  utimesSync(path, new Date(0), new Date(0));
}

function count(table: string): number {
  const db = openDatabase({ dataDir: place("data"), nativeBinding: testBinding() });
  try {
    return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  } finally {
    db.close();
  }
}

/** With which codes looks failed, one line each. */
const told = (name: string) =>
  server
    .stderrTail()
    .split("\n")
    .filter((line) => line.includes("watch_folder_failed") && line.includes(`${place(name)}"`))
    .map((line) => JSON.parse(line).code);

beforeAll(async () => {
  if (!canTry) return;
  chmodSync(folder.path, 0o711);
  const folders = ["mixed", "sticky", "foreign", "full"];
  for (const name of ["data", ...folders]) mkdirSync(place(name));
  const db = openDatabase({ dataDir: place("data"), nativeBinding: testBinding() });
  addUser({ db, clock: systemClock, actor: TEST_ACTOR }, { email: "ada@example.com", name: "Ada" });
  db.close();
  for (const name of readdirSync(place("data"))) chownSync(join(place("data"), name), NOBODY, NOBODY);
  for (const name of ["data", "mixed"]) chownSync(place(name), NOBODY, NOBODY);
  chmodSync(place("data"), 0o700);
  // As /tmp: everybody writes, and removes only what is theirs.
  chmodSync(place("sticky"), 0o1777);
  for (let number = 0; number < UNREADABLE; number += 1) {
    const path = join(place("mixed"), `a${number}.wav`);
    writeFileSync(path, "not for others", { mode: 0o600 });
    utimesSync(path, new Date(0), new Date(0));
  }
  for (const name of ["mixed/z.wav", "sticky/a.wav", "foreign/a.wav"]) record(place(name));
  const mount = `mount -t tmpfs -o size=192k,mode=777 tiro '${place("full")}' && exec "$@"`;
  server = await startServerProcess({
    dataDir: place("data"),
    command: ["unshare", "-m", "sh", "-ec", mount, "sh", ...asNobody, ...selfCommand()],
    settings: {
      TIRO_MODELS_DEFAULT: "starter-en",
      TIRO_LOG_LEVEL: "warn",
      TIRO_WATCH_EVERY_SECONDS: "1",
      TIRO_WATCH_SETTLE_SECONDS: "1",
      TIRO_WATCH_FOLDERS: JSON.stringify(
        folders.map((name) => ({ dir: place(name), account: "ada@example.com", originals: "remove" })),
      ),
    },
  });
});
afterAll(async () => {
  await server?.kill();
  folder[Symbol.dispose]();
});

test.skipIf(!canTry)(
  "what is not the server's stays, costs one transcription at most, and one line of the log",
  async () => {
    await eventually(() => existsSync(join(place("mixed"), "z.wav.txt")), true);
    await eventually(() => existsSync(join(place("sticky"), "a.wav.txt")), true);
    await eventually(() => count("usage"), 3);
    await eventually(
      () => [told("mixed"), told("sticky"), told("foreign")],
      [["EACCES"], ["EPERM"], ["EACCES"]],
    );
    expect(existsSync(join(place("mixed"), "z.wav"))).toBe(false);
    expect(readdirSync(place("mixed"))).toHaveLength(UNREADABLE + 1);
    expect(readdirSync(place("sticky")).sort()).toEqual(["a.wav", "a.wav.txt"]);
    expect(readdirSync(place("foreign"))).toEqual(["a.wav"]);
    expect(server.stderrTail()).not.toContain("a0.wav");
  },
);

test.skipIf(!canTry)(
  "a result waits for room on a full disk, and nothing is transcribed again for it",
  async () => {
    copyFileSync(RECORDING, onSmallDisk(".a.wav"));
    expect(() => writeFileSync(onSmallDisk("filling"), Buffer.alloc(200_000))).toThrow("ENOSPC");
    Bun.spawnSync(["mv", onSmallDisk(".a.wav"), onSmallDisk("a.wav")]);
    utimesSync(onSmallDisk("a.wav"), new Date(0), new Date(0));
    await eventually(() => told("full"), ["ENOSPC"]);
    await eventually(() => count("usage"), 4);
    expect(readdirSync(onSmallDisk("")).filter((name) => name.endsWith(".txt"))).toEqual([]);
    rmSync(onSmallDisk("filling"));
    await eventually(() => readdirSync(onSmallDisk("")), ["a.wav.txt"]);
    // Those of the other folders were looked at all the time.
    expect([count("usage"), count("transcription_jobs")]).toEqual([4, 4]);
  },
);
