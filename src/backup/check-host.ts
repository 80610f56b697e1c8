/** The process that reads a backup again. */
import { z } from "zod";
import { isKnownError } from "../lib/errors.ts";
import { type BackupVerdict, checkBackup } from "./check-backup.ts";
import type { HostFailure } from "./host-protocol.ts";

export const checkHostOptions = z.object({
  dataDir: z.string(),
  nativeBinding: z.string(),
  secretKeyFile: z.string().optional(),
  file: z.string(),
});

export type CheckOutcome = BackupVerdict | { failure: HostFailure };

/** Says how far it is, a share a line, and at last how it went as JSON; what nobody thought of ends it with a stack. */
export async function runCheckHost(text: string): Promise<void> {
  const { secretKeyFile, ...options } = checkHostOptions.parse(JSON.parse(text));
  process.stdout.write(JSON.stringify(await outcomeOf({ ...options, secretKeyFile })));
}

async function outcomeOf(options: Parameters<typeof checkBackup>[0]): Promise<CheckOutcome> {
  try {
    return await checkBackup(options, (share) => process.stdout.write(`${share}\n`));
  } catch (error) {
    if (!isKnownError(error)) throw error;
    const { hint } = error.extras;
    return { failure: { code: error.code, message: error.message, ...(hint && { hint }) } };
  }
}
