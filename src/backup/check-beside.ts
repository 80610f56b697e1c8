/** A backup read again beside a running server. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { runOwnChild } from "../lib/own-child.ts";
import type { BackupVerdict } from "./check-backup.ts";
import type { checkHostOptions } from "./check-host.ts";
import { failureSchema, hostFailure } from "./host-protocol.ts";

export interface BackupSite {
  dataDir: string;
  nativeBinding: string;
  secretKeyFile?: string | undefined;
}

const verdictSchema = z.object({
  bytes: z.int(),
  encrypted: z.boolean(),
  authenticated: z.boolean().nullable(),
  auditProblem: z.string().nullable(),
});
const outcomeSchema = z.union([verdictSchema, z.object({ failure: failureSchema })]);

/** @throws OperatorError as `checkBackup`. */
export async function verifyBackupBeside(
  { dataDir, nativeBinding, secretKeyFile }: BackupSite,
  file: string,
  { signal, progress }: { signal: AbortSignal; progress: (share: number) => void },
): Promise<BackupVerdict> {
  const options: z.infer<typeof checkHostOptions> = {
    ...{ dataDir, nativeBinding, file },
    ...(secretKeyFile && { secretKeyFile }),
  };
  const { exitCode, output, problem } = await runOwnChild(["check-backup-host", JSON.stringify(options)], {
    signal,
    env: {},
    onLine: (line) => progress(Number(line)),
    mostBytes: limits.ownChildOutputBytes,
  });
  if (exitCode !== 0) throw new Error(`the check of a backup ended with ${exitCode}: ${problem}`);
  const outcome = outcomeSchema.parse(JSON.parse(output));
  if ("failure" in outcome) throw hostFailure(outcome.failure);
  return outcome;
}
