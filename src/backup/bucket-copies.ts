/** Copies of backups in a bucket: each is there once, under its own name, and the oldest go. */
import { statSync } from "node:fs";
import { basename } from "node:path";
import type { Bucket } from "../store/bucket/bucket.ts";
import { BucketFailed } from "../store/bucket/failure.ts";
import { lockBackups } from "./leftovers.ts";
import { isBackupName } from "./target.ts";

export interface CopiedBackup {
  key: string;
  /** How many older ones went. */
  removed: number;
}

interface CopyOptions {
  dataDir: string;
  nativeBinding: string;
  /** The backup. */
  file: string;
  /** How many stay in the bucket. */
  keep: number;
}

/**
 * Copies a backup unless it is there, then removes all but the newest `keep`, of which it is one whatever the clock said.
 * @throws BucketFailed; OperatorError `backup_running`.
 */
export async function copyToBucket(
  bucket: Bucket,
  { dataDir, nativeBinding, file, keep }: CopyOptions,
): Promise<CopiedBackup> {
  const unlock = lockBackups(dataDir, nativeBinding);
  try {
    const { prefix } = bucket.place;
    const key = prefix + basename(file);
    if ((await bucket.sizeOf(key)) !== statSync(file).size) {
      await giveUpUnfinished(bucket);
      await bucket.putFile(key, file);
    }
    const others = (await backupsIn(bucket)).filter((other) => other !== key);
    const oldest = others.slice(0, Math.max(0, others.length - (keep - 1)));
    for (const other of oldest) await bucket.delete(other);
    return { key, removed: oldest.length };
  } finally {
    unlock();
  }
}

/** Copies that a kill cut off: their parts are in no list of objects, but are kept, and paid for. */
async function giveUpUnfinished(bucket: Bucket): Promise<void> {
  const { prefix } = bucket.place;
  try {
    for (const upload of await bucket.uploads())
      if (isBackupName(upload.key.slice(prefix.length))) await bucket.giveUp(upload);
  } catch (error) {
    // Not every storage lists them, or lets everybody: then its own rule removes them. Any other fault meets the copy too.
    if (!(error instanceof BucketFailed)) throw error;
  }
}

/** From the oldest on. @throws BucketFailed */
export async function backupsIn(bucket: Bucket): Promise<string[]> {
  const { prefix } = bucket.place;
  const objects = await Array.fromAsync(bucket.list());
  return objects
    .map(({ key }) => key)
    .filter((key) => isBackupName(key.slice(prefix.length)))
    .sort();
}
