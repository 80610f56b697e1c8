/**
 * A company's server with its background work and its users' input, under `kill -9` of the server at random
 * moments: mail and webhooks, watched folders, uploads in parts, edits of transcripts; and kills of backups, of the command's
 * and of the server's own, on their way to a bucket. Nothing that was acknowledged is lost, nothing is transcribed or billed
 * twice, nothing is sent twice but under the same id.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { faultsOf } from "../../../src/store/database/integrity.ts";
import type { Db } from "../../../src/store/db.ts";
import { openDatabase } from "../../../src/store/open-database.ts";
import { temporaryFolder, testBinding } from "../../support/database.ts";
import { freePort } from "../../support/free-port.ts";
import { programUnderTest } from "../../support/program.ts";
import { startServerProcess } from "../../support/server-process.ts";
import { hasSwift } from "../../support/storage-server.ts";
import { assertGone } from "../hosts.ts";
import { Random } from "../random.ts";
import { BackingUp } from "./backing-up.ts";
import { BackupStorage } from "./backup-storage.ts";
import { editing } from "./editing.ts";
import { addHookedOrganization, passTime, Receivers, sending } from "./sending.ts";
import { uploading } from "./uploading.ts";
import { watching, watchSettings } from "./watching.ts";
import type { Site, Work } from "./work.ts";

export interface CompanyOptions {
  /** In all. */
  kills: number;
  seed: number;
  log: (line: string) => void;
  /** After which there are no more kills; what was acknowledged until then is judged as ever. */
  enough?: AbortSignal;
}

export interface CompanyReport {
  /** All that was wrong; empty when nothing was. */
  violations: string[];
  serverKills: number;
  /** How much of each kind was done, and what was sent again. */
  done: Record<string, number>;
}

const ACCOUNT = "Acme";
/** One in so many kills is that of a command that makes a backup, and one that of the server's own. */
const BACKUP_EVERY = 8;
/** Some kills come in quick succession, some let work get on. */
const LONGEST_PAUSES_MS = [300, 2_000, 5_000];
/** So long nothing may end while nobody kills: a job that a busy machine made fail waits a minute or two for its next try. */
const STUCK_MS = 300_000;
/** Kills come faster than work gets on: after so many, it gets the time. */
const KILLS_AT_ONCE = 10;
const SETTINGS = {
  TIRO_BILLING_MODE: "off",
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
  TIRO_LOG_LEVEL: "warn",
};

export async function runCompany({ kills, seed, log, enough }: CompanyOptions): Promise<CompanyReport> {
  const random = new Random(seed);
  using folder = temporaryFolder();
  const place = (name: string) => join(folder.path, name);
  for (const name of ["data", "backups", "swift"]) mkdirSync(place(name), { mode: 0o700 });
  const dataDir = place("data");
  const folders = { inbox: place("inbox"), done: place("done"), account: ACCOUNT };
  const port = freePort();
  await using receivers = await new Receivers(random).start(`http://127.0.0.1:${port}`);
  await using storage = hasSwift
    ? await BackupStorage.start({ folder: place("swift"), target: place("backups") })
    : null;
  if (storage === null) log("without backups in a bucket: OpenStack Swift is missing");
  const settings = {
    ...SETTINGS,
    ...receivers.settings,
    ...watchSettings(folders),
    ...storage?.settings,
  };
  const start = () => startServerProcess({ dataDir, settings, port, command: programUnderTest() });
  const report: CompanyReport = { violations: [], serverKills: 0, done: {} };
  const { violations } = report;
  let server = await start();
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  const site: Site = { db, dataDir, url: () => server.url, key: server.key ?? "", random, violations };
  addHookedOrganization(site, ACCOUNT, receivers);
  const works: Work[] = [
    watching(site, folders),
    sending(site, receivers, () => report.serverKills),
    uploading(site),
    editing(site),
  ];
  const stop = new AbortController();
  const running = works.map(({ run }) => run(stop.signal));
  const killServer = async () => {
    const children = server.children();
    await server.kill();
    await assertGone(children, violations);
    report.serverKills += 1;
    passTime(db);
    server = await start();
  };
  const backups =
    storage && new BackingUp(site, { storage, restart: killServer, children: () => server.children() });
  try {
    for (let round = 1; round <= kills && !enough?.aborted; round += 1) {
      await Bun.sleep(random.next() * random.pick(LONGEST_PAUSES_MS));
      const [isCommand, isOwn] = [2, 3].map((turn) => round % BACKUP_EVERY === turn);
      if (backups !== null && isCommand) await backups.killCommand();
      else if (backups !== null && isOwn) await backups.killOwn();
      else await killServer();
      if (round % KILLS_AT_ONCE === 0) await progress(db, violations);
      log(`${round} kills, ${violations.length} violations, ${works.map(({ left }) => left())} left`);
    }
    stop.abort();
    await Promise.all(running);
    receivers.beKind();
    await killServer();
    if (!(await drained(works, log)))
      violations.push(`not all came to its end: ${openWork(db)} ${server.stderrTail()}`);
    for (const work of works) Object.assign(report.done, await work.check());
    Object.assign(report.done, backups?.done());
    for (const fault of faultsOf(db)) violations.push(fault);
  } finally {
    stop.abort();
    await server.stop();
    db.close();
  }
  return report;
}

/** Waits until something more is billed. */
async function progress(db: Db, violations: string[]): Promise<void> {
  const billed = db.prepare<[], number>("SELECT count(*) FROM usage").pluck();
  const before = billed.get();
  for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += 50) {
    if (billed.get() !== before) return;
    await Bun.sleep(50);
  }
  violations.push(`no work was done for ${STUCK_MS} ms`);
}

/** Waits until nothing is left, as long as it becomes less. @returns whether it did. */
async function drained(works: readonly Work[], log: CompanyOptions["log"]): Promise<boolean> {
  const all = () => works.reduce((sum, { left }) => sum + left(), 0);
  const [beganMs, first] = [performance.now(), all()];
  let left = first;
  for (let waitedMs = 0; left > 0 && waitedMs < STUCK_MS; waitedMs += 50) {
    await Bun.sleep(50);
    const now = all();
    if (now < left) waitedMs = 0;
    left = now;
  }
  log(`${first} left at the end, ${left} after ${Math.round((performance.now() - beganMs) / 1_000)} s`);
  return left === 0;
}

function openWork(db: Db): string {
  const jobs = db
    .prepare("SELECT id, status, attempts FROM transcription_jobs WHERE status = 'queued'")
    .all();
  const deliveries = db.prepare("SELECT id, lane, attempts FROM deliveries WHERE next_at IS NOT NULL").all();
  const watched = db
    .prepare(
      `SELECT watched_files.state, job_id, status, error_code FROM watched_files
       LEFT JOIN transcription_jobs ON id = job_id WHERE watched_files.state <> 'done'`,
    )
    .all();
  return JSON.stringify({ jobs, deliveries, watched });
}
