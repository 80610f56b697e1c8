/** Watched folders: what is complete is transcribed once, whatever is killed; what is not a recording is left alone. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { checkFolders } from "../../src/cli/doctor/folder-check.ts";
import { loadConfig } from "../../src/config/load.ts";
import { addHook } from "../../src/delivery/webhooks/hooks.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

setDefaultTimeout(600_000);

const RECORDING = join(import.meta.dir, "../audio/synth_04_rms.wav");
const SAID = "conference room on the second floor";
/** No shell, log or header reads a part of it as its own. */
const ODD = "b $(id) %2F..\n\"'\\;ü";
const KILLS = 2;
const folder = temporaryFolder();
const dataDir = join(folder.path, "data");
const place = (name: string) => join(folder.path, name);
const [kept, moved, removed, zero, done] = ["kept", "moved", "removed", "zero", "done"].map(place) as [
  string,
  string,
  string,
  string,
  string,
];
for (const path of [dataDir, kept, moved, removed, zero, done]) mkdirSync(path);

const folders = [
  { dir: kept, account: "ada@example.com" },
  { dir: moved, account: "Acme", format: "srt", originals: "move", moved_to: done },
  { dir: removed, account: "ada@example.com", format: "json", originals: "remove" },
  { dir: zero, account: "Zero", originals: "remove" },
];
const file = place("tiro.toml");
writeFileSync(
  file,
  `[models]\ndefault = "starter-en"\n[watch]\nevery_seconds = 1\nsettle_seconds = 1\nfolders = [\n${folders
    .map(
      (each) =>
        `  { ${Object.entries(each)
          .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
          .join(", ")} },`,
    )
    .join("\n")}\n]\n`,
);

/** Calls of Acme's webhook: by job, the ids under which they came. */
const heard = new Map<string, Set<string>>();
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    const { data } = (await request.json()) as { data: { id: string } };
    const ids = heard.get(data.id) ?? new Set();
    heard.set(data.id, ids.add(request.headers.get("webhook-id") ?? ""));
    return new Response(null, { status: 204 });
  },
});
const settings = {
  TIRO_CONFIG: file,
  TIRO_WEBHOOKS_ALLOW: `127.0.0.1:${receiver.port}`,
  TIRO_WEBHOOKS_NETWORKS: "127.0.0.0/8",
};

let server: ServerProcess;

afterAll(async () => {
  await server?.kill();
  await receiver.stop(true);
  folder[Symbol.dispose]();
});

function database() {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  return { db, [Symbol.dispose]: () => void db.close() };
}

/** The same words, and other bytes: a comment after the sound. */
function record(dir: string, name: string, mark = name): void {
  copyFileSync(RECORDING, join(dir, `.${name}`));
  writeFileSync(
    join(dir, `.${name}`),
    Buffer.concat([readFileSync(RECORDING), Buffer.from(`LIST\u0004\0\0\0${mark.padEnd(4).slice(0, 4)}`)]),
  );
  Bun.spawnSync(["mv", join(dir, `.${name}`), join(dir, name)]);
  old(join(dir, name));
}

const old = (path: string) => utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
const there = (dir: string, name: string) => existsSync(join(dir, name));
const start = async () => {
  server = await startServerProcess({ dataDir, settings });
};
function counts() {
  using open = database();
  const count = (sql: string) => open.db.prepare(sql).pluck().get();
  return {
    jobs: count("SELECT count(*) FROM transcription_jobs"),
    billed: count("SELECT count(*) FROM usage"),
    keys: open.db.prepare("SELECT DISTINCT key_id FROM usage").pluck().all(),
  };
}

test("each complete recording gets one result and one line of the ledger, however often the server is killed", async () => {
  {
    using open = database();
    const deps = { db: open.db, clock: systemClock, actor: TEST_ACTOR };
    const ada = addUser(deps, { email: "ada@example.com", name: "Ada" });
    const { id: organizationId } = addOrganization(deps, { name: "Acme", owner: ada });
    const { config } = loadConfig({ environment: settings });
    const url = `http://127.0.0.1:${receiver.port}/`;
    addHook(deps, config, { organizationId, url, events: ["job.succeeded"], withResult: false });
    const owner = addUser(deps, { email: "zoe@example.com", name: "Zoe" });
    setPolicy(deps, addOrganization(deps, { name: "Zero", owner }).id, { zeroRetention: true });
  }
  for (const name of ["a.wav", `${ODD}.wav`]) for (const dir of [kept, moved, removed]) record(dir, name);
  record(zero, "secret.wav");
  writeFileSync(place("elsewhere.wav"), readFileSync(RECORDING));
  symlinkSync(place("elsewhere.wav"), join(kept, "link.wav"));
  linkSync(place("elsewhere.wav"), join(kept, "hard.wav"));
  record(kept, "upload.wav.part");
  writeFileSync(join(kept, "broken.wav"), "no sound at all");
  old(join(kept, "broken.wav"));
  await start();
  for (let kills = 0; kills < KILLS; kills++) {
    await eventually(() => (counts().jobs as number) > kills, true);
    await server.kill();
    await start();
  }
  const results = () => ({
    kept: ["a", ODD].every((name) => there(kept, `${name}.wav.txt`) && there(kept, `${name}.wav`)),
    moved: ["a", ODD].every((name) => there(moved, `${name}.wav.srt`) && there(done, `${name}.wav`)),
    removed: ["a", ODD].every((name) => there(removed, `${name}.wav.json`) && !there(removed, `${name}.wav`)),
    broken: there(kept, "broken.wav.error.txt"),
  });
  await eventually(results, { kept: true, moved: true, removed: true, broken: true });
  expect(readFileSync(join(kept, "a.wav.txt"), "utf8")).toContain(SAID);
  expect(readFileSync(join(kept, "broken.wav.error.txt"), "utf8")).toStartWith("unsupported_media_type");
  expect(readdirSync(moved).filter((name) => name.endsWith(".wav"))).toEqual([]);
  await eventually(() => counts().billed, 6);
  // A call that a kill cut off comes again a minute later, under the same id.
  await eventually(() => heard.size, 2);
  expect([...heard.values()].map((ids) => ids.size)).toEqual([1, 1]);
  expect(counts().keys).toEqual(["watch"]);
  for (const name of ["link.wav", "hard.wav", "upload.wav.part"])
    expect(readdirSync(kept).filter((other) => other.startsWith(`${name}.`))).toEqual([]);
  expect(readdirSync(zero)).toEqual(["secret.wav"]);
});

test("a touched recording is not transcribed again, a changed one is, and results are read as their recordings are", async () => {
  const before = counts();
  old(join(kept, "a.wav"));
  record(kept, "b.wav", "other words");
  await eventually(() => counts().billed, (before.billed as number) + 1);
  expect(counts().jobs).toBe((before.jobs as number) + 1);
  const mode = (name: string) => statSync(join(kept, name)).mode & 0o777;
  expect(mode("a.wav.txt")).toBe((mode("a.wav") & 0o664) | 0o600);
});

test("the doctor tells of a folder that is not there, and of an account under zero retention", () => {
  const { config } = loadConfig({ file, environment: {}, flags: { data: dataDir } });
  const { status, detail } = checkFolders(config, { data: dataDir, config: file });
  expect({ status, detail }).toEqual({ status: "fail", detail: "Zero is under zero retention" });
});
