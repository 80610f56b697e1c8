/** The process of a scheduled backup: copying and examining a database holds up whoever does it. */
import { setPriority } from "node:os";
import { systemClock } from "../lib/clock.ts";
import { isKnownError } from "../lib/errors.ts";
import { type BackupHostOptions, type BackupOutcome, hostOptionsSchema } from "./host-protocol.ts";
import { makeBackup } from "./make-backup.ts";

const NICENESS = 10;

/** Says how it went; a failure that nobody thought of ends the process with a stack on standard error. */
export async function runBackupHost(text: string): Promise<void> {
  setPriority(NICENESS);
  process.stdout.write(JSON.stringify(await outcomeOf(hostOptionsSchema.parse(JSON.parse(text)))));
}

async function outcomeOf(options: BackupHostOptions): Promise<BackupOutcome> {
  try {
    const { secretKeyFile, ...others } = options;
    return await makeBackup({ ...others, secretKeyFile, verify: true, clock: systemClock });
  } catch (error) {
    if (!isKnownError(error)) throw error;
    const { hint } = error.extras;
    return { failure: { code: error.code, message: error.message, ...(hint && { hint }) } };
  }
}
