/** Backups of a server that runs: scheduled ones, and one that is made beside its work. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { selfCommand } from "../../src/lib/self-command.ts";
import { lastBackup } from "../../src/store/backup/last-backup.ts";
import { recentLogLines } from "../../src/store/data-folder/recent-log.ts";
import { temporaryFolder } from "../support/database.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { open } from "./site.ts";

const FILLING_BYTES = 60_000_000;
const folder = temporaryFolder();
const dataDir = join(folder.path, "data");
const target = join(folder.path, "backups");
let server: ServerProcess;
let key: string;

const start = (settings: Record<string, string> = {}) =>
  startServerProcess({ dataDir, settings: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000", ...settings } });

beforeAll(async () => {
  mkdirSync(target);
  server = await start();
  key = server.key ?? "";
  // The next steps hold the database's lock for longer than the last steps of a start wait for it.
  expect((await fetch(`${server.url}/health`)).status).toBeLessThan(600);
});
afterAll(async () => {
  await server.kill();
  folder[Symbol.dispose]();
});

async function backupHealth() {
  const answer = await fetch(`${server.url}/health`);
  return ((await answer.json()) as { checks: { backup?: { status: string; last_at: string | null } } }).checks
    .backup;
}

test("the server answers as ever while a backup is made", async () => {
  const db = open(dataDir);
  db.exec("CREATE TABLE filling (bytes BLOB)");
  db.prepare("INSERT INTO filling VALUES (randomblob(?))").run(FILLING_BYTES);
  db.close();
  const headers = { Authorization: `Bearer ${key}` };
  const me = async () => {
    const beganMs = performance.now();
    expect((await fetch(`${server.url}/me`, { headers })).status).toBe(200);
    return performance.now() - beganMs;
  };
  const recipient = await identityToRecipient(await generateX25519Identity());
  const child = Bun.spawn(
    [...selfCommand(), "backup", target, "--verify", "--recipient", recipient, "--data", dataDir],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const beganMs = performance.now();
  const times: number[] = [];
  while (child.exitCode === null) {
    times.push(await me());
    await Bun.sleep(1);
  }
  const tookMs = performance.now() - beganMs;
  times.sort((a, b) => a - b);
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  console.log(
    `GET /me during ${tookMs.toFixed(0)} ms of backup: median ${share(0.5).toFixed(1)} ms, p99 ${share(0.99).toFixed(1)} ms`,
  );
  expect(child.exitCode).toBe(0);
  // Waiting for the backup would have meant waiting for most of it.
  expect(share(0.99)).toBeLessThan(Math.max(250, tookMs / 4));
});

test("a scheduled backup that was missed is made at the start, and health tells of it", async () => {
  expect(await backupHealth()).toBeUndefined();
  await server.stop();
  const scheduled = join(folder.path, "scheduled");
  mkdirSync(scheduled);
  forgetLast();
  server = await start({ TIRO_BACKUP_DIR: scheduled, TIRO_BACKUP_KEEP: "2", TIRO_BACKUP_EVERY_HOURS: "1" });
  const whole = () => readdirSync(scheduled).filter((name) => name.endsWith(".tar"));
  while (lastBackupOf() === null) await Bun.sleep(50);
  expect(whole().length).toBe(1);
  const { at, verified } = lastBackupOf() ?? {};
  expect(verified).toBe(true);
  expect(await backupHealth()).toMatchObject({ status: "ok", last_at: new Date(at ?? 0).toISOString() });
  // It is written down, too, if a support bundle finds it.
  const told = () => recentLogLines(dataDir).some((line) => line.includes('"backup_made"'));
  while (!told()) await Bun.sleep(50);
});

test("a support bundle has the running server's metrics, and not their token", async () => {
  const settings = { TIRO_METRICS_TOKEN: "MARKER-metrics" };
  await server.stop();
  server = await start(settings);
  const file = join(folder.path, "bundle.tar");
  const command = [process.execPath, join(import.meta.dir, "../../src/main.ts"), "support-bundle", file];
  const made = Bun.spawn([...command, "--data", dataDir], {
    env: { ...process.env, ...settings },
    stderr: "pipe",
  });
  expect([await made.exited, await made.stderr.text()]).toEqual([0, ""]);
  const content = readFileSync(file, "utf8");
  expect(content).toContain("\ntiro_http_requests_total{");
  expect(content).not.toContain("MARKER-metrics");
});

test("a server that ends in the middle leaves nothing of a backup behind for long", async () => {
  const scheduled = join(folder.path, "again");
  mkdirSync(scheduled);
  await server.stop();
  forgetLast();
  const work = join(dataDir, "backup");
  const settings = { TIRO_BACKUP_DIR: scheduled };
  server = await start(settings);
  while (!existsSync(work)) await Bun.sleep(1);
  const backup = server
    .children()
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`).includes("backup-host"));
  expect(backup).toBeDefined();
  await server.stop();
  expect(existsSync(`/proc/${backup}`)).toBe(false);
  expect(readdirSync(scheduled).filter((name) => name.endsWith(".tar"))).toEqual([]);
  server = await start();
  expect(existsSync(work)).toBe(false);
});

function forgetLast() {
  const db = open(dataDir);
  db.exec("DELETE FROM last_backup");
  db.close();
}

function lastBackupOf() {
  const db = open(dataDir);
  try {
    return lastBackup(db);
  } finally {
    db.close();
  }
}
