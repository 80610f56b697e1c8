/**
 * Backups that are copied to a bucket, under kills of the command: no half copy has a backup's name, and the next attempt
 * succeeds. With Debian's Swift.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { loadConfig } from "../../../src/config/load.ts";
import { selfCommand } from "../../../src/lib/self-command.ts";
import { Bucket, bucketSettings } from "../../../src/store/bucket/bucket.ts";
import { startSwift } from "../../support/storage-server.ts";
import type { Site } from "./work.ts";

/** In a table of tiro's own, so that a copy takes several parts. */
const FILLING_BYTES = 36_000_000;
const KEPT = "3";
/** From the moment at which the backup has its name: its copy begins. */
const LONGEST_COPY_MS = 1_500;

export class BackingUp implements AsyncDisposable {
  /** Commands that were killed while their copy was under way, or before it. */
  killed = 0;
  copied = 0;
  readonly #site: Site;
  readonly #target: string;
  readonly #bucket: Bucket;
  readonly #environment: Record<string, string>;
  readonly #resources: AsyncDisposableStack;

  private constructor(
    site: Site,
    parts: {
      target: string;
      bucket: Bucket;
      environment: Record<string, string>;
      resources: AsyncDisposableStack;
    },
  ) {
    this.#site = site;
    this.#target = parts.target;
    this.#bucket = parts.bucket;
    this.#environment = parts.environment;
    this.#resources = parts.resources;
  }

  /** @param folder an empty one. */
  static async start(site: Site, { folder, target }: { folder: string; target: string }): Promise<BackingUp> {
    const resources = new AsyncDisposableStack();
    const swift = resources.use(await startSwift(folder));
    const environment = {
      TIRO_S3_ENDPOINT: swift.endpoint,
      TIRO_S3_ACCESS_KEY: swift.accessKey,
      TIRO_S3_SECRET_KEY: swift.secretKey,
      TIRO_BACKUP_DIR: target,
      TIRO_BACKUP_BUCKET: "s3://tiro/backups",
      TIRO_BACKUP_BUCKET_KEEP: KEPT,
    };
    const { config, secrets } = loadConfig({ environment });
    const bucket = new Bucket(bucketSettings(config, secrets), { bucket: "tiro", prefix: "backups/" });
    await bucket.put("", "");
    site.db.prepare("INSERT INTO secrets VALUES ('filling', randomblob(?))").run(FILLING_BYTES);
    return new BackingUp(site, { target, bucket, environment, resources });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  /** Kills a backup on its way to the bucket, and makes another without a kill. */
  async round(): Promise<void> {
    const { random } = this.#site;
    const before = this.#names();
    const child = this.#spawn();
    const isMade = () => this.#names().some((name) => !before.includes(name));
    while (!isMade() && child.exitCode === null) await Bun.sleep(5);
    await Bun.sleep(random.next() * LONGEST_COPY_MS);
    child.kill("SIGKILL");
    await child.exited;
    if (child.signalCode !== null) this.killed += 1;
    await this.#compare();
    const next = this.#spawn();
    const [stderr, status] = await Promise.all([next.stderr.text(), next.exited]);
    if (status !== 0) this.#site.violations.push(`a backup after a kill ended with ${status}: ${stderr}`);
    await this.#compare();
    const newest = this.#names().at(-1) ?? "";
    if (!(await this.#copies()).has(newest)) this.#site.violations.push(`${newest} has no copy`);
    else this.copied += 1;
  }

  #spawn() {
    const { dataDir } = this.#site;
    return Bun.spawn([...selfCommand(), "backup", "--keep", KEPT, "--data", dataDir], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...this.#environment, PATH: process.env.PATH ?? "" },
    });
  }

  /** Of backups in the folder, the oldest first. */
  #names(): string[] {
    return readdirSync(this.#target)
      .filter((name) => name.endsWith(".tar"))
      .sort();
  }

  /** Those in the bucket, with their sizes. */
  async #copies(): Promise<Map<string, number>> {
    const objects = await Array.fromAsync(this.#bucket.list());
    return new Map(objects.map(({ key, bytes }) => [basename(key), bytes]));
  }

  /** What lies there under a backup's name is that backup, byte for byte. */
  async #compare(): Promise<void> {
    const there = this.#names();
    for (const [name, bytes] of await this.#copies()) {
      if (!there.includes(name)) continue;
      const file = join(this.#target, name);
      if (bytes !== statSync(file).size) {
        this.#site.violations.push(`${name} has ${bytes} bytes in the bucket`);
        continue;
      }
      if (name !== there.at(-1)) continue;
      const copy = Buffer.concat(await Array.fromAsync(this.#bucket.read(`backups/${name}`)));
      if (!copy.equals(readFileSync(file))) this.#site.violations.push(`${name} is another in the bucket`);
    }
  }
}
