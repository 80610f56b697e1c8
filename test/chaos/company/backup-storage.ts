/** Where backups go: a folder, and a bucket of Debian's Swift. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { loadConfig } from "../../../src/config/load.ts";
import { Bucket, bucketSettings } from "../../../src/store/bucket/bucket.ts";
import { startSwift } from "../../support/storage-server.ts";

export const KEPT = 3;
const PREFIX = "backups/";

export class BackupStorage implements AsyncDisposable {
  readonly target: string;
  /** Of the server and of the command. */
  readonly settings: Record<string, string>;
  readonly #bucket: Bucket;
  readonly #resources: AsyncDisposableStack;

  private constructor(
    target: string,
    settings: Record<string, string>,
    bucket: Bucket,
    resources: AsyncDisposableStack,
  ) {
    this.target = target;
    this.settings = settings;
    this.#bucket = bucket;
    this.#resources = resources;
  }

  /** @param folder an empty one, for the bucket. */
  static async start({ folder, target }: { folder: string; target: string }): Promise<BackupStorage> {
    const resources = new AsyncDisposableStack();
    const swift = resources.use(await startSwift(folder));
    const settings = {
      TIRO_S3_ENDPOINT: swift.endpoint,
      TIRO_S3_ACCESS_KEY: swift.accessKey,
      TIRO_S3_SECRET_KEY: swift.secretKey,
      TIRO_BACKUP_DIR: target,
      TIRO_BACKUP_KEEP: String(KEPT),
      TIRO_BACKUP_BUCKET: `s3://tiro/${PREFIX}`,
      TIRO_BACKUP_BUCKET_KEEP: String(KEPT),
    };
    const { config, secrets } = loadConfig({ environment: settings });
    const bucket = new Bucket(bucketSettings(config, secrets), { bucket: "tiro", prefix: PREFIX });
    await bucket.put("", "");
    return new BackupStorage(target, settings, bucket, resources);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  /** Of backups in the folder, the oldest first. */
  names(): string[] {
    return readdirSync(this.target)
      .filter((name) => name.endsWith(".tar"))
      .sort();
  }

  /** Those in the bucket, with their sizes. */
  async copies(): Promise<Map<string, number>> {
    const objects = await Array.fromAsync(this.#bucket.list());
    return new Map(objects.map(({ key, bytes }) => [basename(key), bytes]));
  }

  /** Names of copies that are not ended. */
  async unfinished(): Promise<string[]> {
    return (await this.#bucket.uploads()).map(({ key }) => basename(key));
  }

  async readCopy(name: string): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.#bucket.read(PREFIX + name)));
  }
}
