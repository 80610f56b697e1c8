/** The process of a scheduled backup: copying and examining a database blocks its process. */
import { setPriority } from "node:os";
import { systemClock } from "../lib/clock.ts";
import { isKnownError } from "../lib/errors.ts";
import { Bucket } from "../store/bucket/bucket.ts";
import { copyToBucket } from "./bucket-copies.ts";
import {
  type BackupHostOptions,
  type BackupOutcome,
  type HostFailure,
  hostOptionsSchema,
} from "./host-protocol.ts";
import { makeBackup } from "./make-backup.ts";
import { newestBackup } from "./target.ts";

const NICENESS = 10;

/**
 * Says how it went; a failure that nobody thought of ends the process with a stack on standard error.
 * @param text the options, from standard input: a list of processes must not show the storage's key.
 */
export async function runBackupHost(text: string): Promise<void> {
  setPriority(NICENESS);
  const options = hostOptionsSchema.parse(JSON.parse(text));
  const made = options.makes ? await orFailure(() => make(options)) : null;
  const file = made === null ? newestBackup(options.target) : "failure" in made ? null : made.file;
  const copied = file === null ? null : await orFailure(() => copy(options, file));
  process.stdout.write(JSON.stringify({ made, copied } satisfies BackupOutcome));
}

function make({ secretKeyFile, ...options }: BackupHostOptions) {
  return makeBackup({ ...options, secretKeyFile, verify: true, clock: systemClock });
}

async function copy({ dataDir, nativeBinding, bucket }: BackupHostOptions, file: string) {
  if (bucket === null) return null;
  const { settings, place, keep } = bucket;
  return copyToBucket(new Bucket(settings, place), { dataDir, nativeBinding, file, keep });
}

async function orFailure<T>(work: () => Promise<T>): Promise<T | { failure: HostFailure }> {
  try {
    return await work();
  } catch (error) {
    if (!isKnownError(error)) throw error;
    const { hint } = error.extras;
    return { failure: { code: error.code, message: error.message, ...(hint && { hint }) } };
  }
}
