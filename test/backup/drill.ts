/**
 * `kill -9` at random moments of backups and restores: a backup that has its name is whole and holds all that was stored
 * before it began, the installation itself loses nothing, and a folder that was half restored does not start.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../src/lib/clock.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { isRestoreUnfinished } from "../../src/store/data-folder/data-folder.ts";
import { faultsOf } from "../../src/store/database/integrity.ts";
import type { Db } from "../../src/store/db.ts";
import { insertJob } from "../../src/store/transcription/jobs.ts";
import { Random } from "../chaos/random.ts";
import { backupSite, open } from "./site.ts";

export interface DrillOptions {
  kills: number;
  seed: number;
  log: (line: string) => void;
}

export interface DrillReport {
  /** Of commands that were killed before they ended, and of those that were faster. */
  killed: number;
  finished: number;
  /** Backups that were restored and compared. */
  compared: number;
  violations: string[];
}

const KEPT = 3;
const UPLOADS = 8;
const UPLOAD_BYTES = 65_536;
const FILLING_BYTES = 12_000_000;

export async function runBackupDrill({ kills, seed, log }: DrillOptions): Promise<DrillReport> {
  using site = backupSite();
  const drill = new Drill(site, seed);
  const fullMs = { backup: await drill.timed("backup"), restore: await drill.timed("restore") };
  log(`a backup takes ${Math.round(fullMs.backup)} ms, a restore ${Math.round(fullMs.restore)} ms`);
  for (let round = 1; drill.report.killed < kills; round++) {
    const what = round % 2 === 1 ? "backup" : "restore";
    await drill.round(what, fullMs[what]);
    if (round % 10 === 0) log(`${drill.report.killed} kills, ${drill.report.violations.length} violations`);
  }
  await drill.timed("backup");
  drill.expect(
    !readdirSync(site.target).some((name) => name.endsWith(".part")),
    "remains lie beside the backups",
  );
  drill.expect(!existsSync(join(site.dataDir, "backup")), "remains lie in the data folder");
  return drill.report;
}

type Site = ReturnType<typeof backupSite>;

class Drill {
  readonly report: DrillReport = { killed: 0, finished: 0, compared: 0, violations: [] };
  readonly #site: Site;
  readonly #random: Random;
  /** The number of the last row that was stored before a backup began, by the backup's name. */
  readonly #stored = new Map<string, number>();
  #row = 0;

  constructor(site: Site, seed: number) {
    this.#site = site;
    this.#random = new Random(seed);
    // In a table of tiro's own: a restore refuses any other.
    site.db.prepare("INSERT INTO secrets VALUES ('filling', randomblob(?))").run(FILLING_BYTES);
    for (let n = 0; n < UPLOADS; n++) addUpload(site, n);
  }

  expect(holds: boolean, violation: string): void {
    if (!holds) this.report.violations.push(violation);
  }

  /** Without a kill. @returns how long it takes. */
  async timed(what: "backup" | "restore"): Promise<number> {
    const beganMs = performance.now();
    await this.#run(what, null);
    return performance.now() - beganMs;
  }

  async round(what: "backup" | "restore", withinMs: number): Promise<void> {
    await this.#run(what, this.#random.next() * withinMs);
  }

  async #run(what: "backup" | "restore", killAfterMs: number | null): Promise<void> {
    const { target, dataDir } = this.#site;
    if (what === "restore") return this.#restore(this.#newest(), killAfterMs);
    const before = new Set(readdirSync(target));
    const stored = this.#store();
    const args = ["backup", target, "--keep", String(KEPT), "--verify", "--data", dataDir];
    const ended = await this.#command(args, killAfterMs);
    const backups = readdirSync(target).filter((name) => !name.startsWith("."));
    for (const name of backups) if (!before.has(name)) this.#stored.set(name, stored);
    this.expect(!ended || backups.some((name) => !before.has(name)), "a backup ended well and is not there");
    const kept = [...before].filter((name) => !name.startsWith(".")).length;
    this.expect(backups.length >= Math.min(kept, KEPT), "older backups are gone");
    this.#compare("the installation", dataDir, this.#row);
  }

  /** Kills a restore of the backup, and then restores it without a kill. */
  async #restore(name: string, killAfterMs: number | null): Promise<void> {
    const { inFolder, target, key } = this.#site;
    const to = inFolder("restored");
    rmSync(to, { recursive: true, force: true });
    const args = ["restore", join(target, name), to, "--secret-key", key];
    const ended = await this.#command(args, killAfterMs);
    if (!ended && this.#starts(to))
      this.#compare("a restore that was cut off and starts", to, this.#storedIn(name));
    if (!this.#starts(to)) this.expect(await this.#command(args, null), "a restore cannot be done again");
    this.#compare(`a restore of ${name}`, to, this.#storedIn(name));
    this.report.compared++;
  }

  /** Where nothing of tiro is, it starts with an empty database: as before the restore. */
  #starts(dataDir: string): boolean {
    return existsSync(join(dataDir, "tiro.db")) && !isRestoreUnfinished(dataDir);
  }

  async #command(args: string[], killAfterMs: number | null): Promise<boolean> {
    const child = Bun.spawn([...selfCommand(), ...args], { stdio: ["ignore", "ignore", "pipe"], env: {} });
    const timer = killAfterMs === null ? null : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    const writing = setInterval(() => void this.#store(), 5);
    const [stderr] = await Promise.all([child.stderr.text(), child.exited]);
    clearInterval(writing);
    if (timer !== null) clearTimeout(timer);
    if (child.signalCode === null) this.report.finished++;
    else this.report.killed++;
    this.expect(child.signalCode !== null || child.exitCode === 0, `${args[0]} failed: ${stderr}`);
    return child.exitCode === 0;
  }

  #store(): number {
    this.#site.db.prepare("INSERT INTO secrets VALUES ('row ' || ?, x'')").run(++this.#row);
    return this.#row;
  }

  #newest(): string {
    return (
      readdirSync(this.#site.target)
        .filter((name) => !name.startsWith("."))
        .sort()
        .at(-1) ?? ""
    );
  }

  #storedIn(name: string): number {
    return this.#stored.get(name) ?? 0;
  }

  #compare(what: string, dataDir: string, stored: number): void {
    const db = open(dataDir);
    try {
      for (const fault of faultsOf(db)) this.expect(false, `${what}: ${fault}`);
      const count = rowCount(db);
      this.expect(count >= stored, `${what} has ${count} rows of ${stored}`);
      const spool = join(dataDir, "spool");
      for (const name of spoolNames(db)) this.expect(existsSync(join(spool, name)), `${what} lacks ${name}`);
    } finally {
      db.close();
    }
  }
}

function rowCount(db: Db): number {
  const { count, last } = db
    .prepare<[], { count: number; last: number | null }>(
      `SELECT count(*) AS count, coalesce(max(CAST(substr(name, 5) AS INTEGER)), 0) AS last
       FROM secrets WHERE name LIKE 'row %'`,
    )
    .get() ?? { count: 0, last: 0 };
  return count === last ? count : -1;
}

function spoolNames(db: Db): string[] {
  return db
    .prepare<[], string>("SELECT spool_name FROM transcription_jobs WHERE spool_name IS NOT NULL")
    .pluck()
    .all();
}

function addUpload({ db, dataDir }: Site, n: number): void {
  const spoolName = `upload-${String(n).padStart(32, "0")}`;
  mkdirSync(join(dataDir, "spool"), { recursive: true });
  writeFileSync(join(dataDir, "spool", spoolName), crypto.getRandomValues(new Uint8Array(UPLOAD_BYTES)));
  insertJob(db, {
    id: `req_${String(n).padStart(32, "0")}`,
    accountId: `usr_${"a".repeat(32)}`,
    keyId: "key",
    parameters: "{}",
    spoolName,
    spoolSha256: "0".repeat(64),
    spoolBytes: UPLOAD_BYTES,
    attempts: 0,
    createdAt: systemClock.now(),
  });
}
