/**
 * Backups that are copied to a bucket, under kills: of the command, and of the process in which the server makes one by
 * itself. No half copy has a backup's name, those that are good stay, and the next attempt succeeds.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { workFolder } from "../../../src/backup/leftovers.ts";
import { lastBackup } from "../../../src/store/backup/last-backup.ts";
import { programUnderTest } from "../../support/program.ts";
import { isHost, kill } from "../hosts.ts";
import { type BackupStorage, KEPT } from "./backup-storage.ts";
import type { Site } from "./work.ts";

/** In a table of tiro's own, so that a copy takes several parts. */
const FILLING_BYTES = 36_000_000;
/** From the moment at which the backup has its name: its copy begins. */
const LONGEST_COPY_MS = 1_500;
/** From the moment at which the server begins one of its own. */
const LONGEST_BACKUP_MS = 3_000;
const STUCK_MS = 300_000;

export interface BackingUpParts {
  storage: BackupStorage;
  /** Kills the server and starts it. */
  restart: () => Promise<void>;
  /** The server's processes. */
  children: () => number[];
}

/** Backups in the folder and in the bucket, the oldest first. */
interface There {
  names: readonly string[];
  copies: readonly string[];
}

export class BackingUp {
  /** Commands that were killed while their copy was under way, or before it. */
  #killed = 0;
  /** The server's own, at any moment. */
  #ownKilled = 0;
  #copied = 0;
  readonly #site: Site;
  readonly #parts: BackingUpParts;
  readonly #storage: BackupStorage;

  constructor(site: Site, parts: BackingUpParts) {
    this.#site = site;
    this.#parts = parts;
    this.#storage = parts.storage;
    site.db.prepare("INSERT INTO secrets VALUES ('filling', randomblob(?))").run(FILLING_BYTES);
  }

  done(): Record<string, number> {
    return { backupKills: this.#killed, ownBackupKills: this.#ownKilled, backupsCopied: this.#copied };
  }

  /** Kills a command on its way to the bucket, and makes another without a kill. */
  async killCommand(): Promise<void> {
    const { random } = this.#site;
    // Only one is made at a time: that of the last start comes first.
    await this.#until("the server's own backup ends", () => this.#own() === undefined);
    const before = await this.#there();
    const child = this.#spawn();
    const isMade = () => this.#storage.names().some((name) => !before.names.includes(name));
    while (!isMade() && child.exitCode === null) await Bun.sleep(5);
    await Bun.sleep(random.next() * LONGEST_COPY_MS);
    child.kill("SIGKILL");
    await child.exited;
    if (child.signalCode !== null) this.#killed += 1;
    const between = await this.#compare(before);
    const next = this.#spawn();
    const [stderr, status] = await Promise.all([next.stderr.text(), next.exited]);
    if (status !== 0) this.#site.violations.push(`a backup after a kill ended with ${status}: ${stderr}`);
    await this.#requireWhole(between);
  }

  /** Kills one that the server makes by itself, and lets it make the next. */
  async killOwn(): Promise<void> {
    const { random } = this.#site;
    const before = await this.#there();
    await this.#makeDue();
    const isMade = () => lastBackup(this.#site.db) !== null;
    await this.#until("the server begins a backup of its own", () => this.#own() !== undefined || isMade());
    await Bun.sleep(random.next() * LONGEST_BACKUP_MS);
    const own = this.#own();
    if (own !== undefined && kill(own, "SIGKILL")) this.#ownKilled += 1;
    await this.#until("a killed backup is gone", () => own === undefined || this.#own() !== own);
    const between = await this.#compare(before);
    await this.#makeDue();
    await this.#until("the server makes its next backup", isMade);
    await this.#until("the server copies its next backup", () => this.#own() === undefined);
    await this.#requireWhole(between);
  }

  /** As if its time had come while the server was down. */
  async #makeDue(): Promise<void> {
    this.#site.db.exec("DELETE FROM last_backup");
    await this.#parts.restart();
  }

  #own(): number | undefined {
    return this.#parts.children().find((pid) => isHost(pid, "backup-host"));
  }

  async #until(what: string, isSo: () => boolean): Promise<void> {
    for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += 5) {
      if (isSo()) return;
      await Bun.sleep(5);
    }
    this.#site.violations.push(`${what}: not within ${STUCK_MS} ms`);
  }

  #spawn() {
    const { dataDir } = this.#site;
    return Bun.spawn([...programUnderTest(), "backup", "--keep", String(KEPT), "--data", dataDir], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...this.#storage.settings, PATH: process.env.PATH ?? "" },
    });
  }

  /** After an attempt that nobody killed: nothing half is left, and the newest has its copy. */
  async #requireWhole(before: There): Promise<void> {
    const { violations, dataDir } = this.#site;
    const { names, copies } = await this.#compare(before);
    const inFolder = readdirSync(this.#storage.target).filter((name) => !names.includes(name));
    const others = [...inFolder, ...(await this.#storage.unfinished())];
    if (others.length > 0 || existsSync(workFolder(dataDir)))
      violations.push(`a backup left its work behind: ${others}`);
    const newest = names.at(-1) ?? "";
    if (!copies.includes(newest)) violations.push(`${newest} has no copy`);
    else this.#copied += 1;
  }

  async #there(): Promise<There> {
    return { names: this.#storage.names(), copies: [...(await this.#storage.copies()).keys()].sort() };
  }

  /** A file with a backup's name is that backup, byte for byte, and none is missing. */
  async #compare(before: There): Promise<There> {
    const { violations } = this.#site;
    const there = await this.#there();
    const gone = [...goneOf(before.names, there.names), ...goneOf(before.copies, there.copies)];
    if (gone.length > 0) violations.push(`good backups went: ${gone}`);
    for (const [name, bytes] of await this.#storage.copies()) {
      if (!there.names.includes(name)) continue;
      const file = join(this.#storage.target, name);
      if (bytes !== statSync(file).size) {
        violations.push(`${name} has ${bytes} bytes in the bucket`);
        continue;
      }
      if (name !== there.names.at(-1)) continue;
      if (!(await this.#storage.readCopy(name)).equals(readFileSync(file)))
        violations.push(`${name} is another in the bucket`);
    }
    return there;
  }
}

/** Those that should be there still: the oldest go for new ones, and no other. */
function goneOf(before: readonly string[], there: readonly string[]): string[] {
  const made = there.filter((name) => !before.includes(name)).length;
  const oldest = Math.max(0, before.length + made - KEPT);
  return before.slice(oldest).filter((name) => !there.includes(name));
}
