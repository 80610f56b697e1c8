/** The audit log of a running server, verified beside it. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { runOwnChild } from "../../lib/own-child.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { ChangeDeps } from "./actor.ts";
import { type AuditVerdict, parseHead, recordAudit } from "./audit-log.ts";
import type { verifyHostOptions } from "./verify-host.ts";

export interface VerificationSite {
  dataDir: string;
  nativeBinding: string;
}

const verdictSchema = z.union([
  z.object({ intact: z.literal(true), lines: z.int(), head: z.string() }),
  z.object({ intact: z.literal(false), line: z.int(), problem: z.string() }),
]);

/** @throws TiroError `invalid_request` if that is no head. */
export function requireHead(expected: string | null): void {
  if (expected !== null) parseHead(expected);
}

/**
 * Who asked, and what was found, is a line of the log itself, unless it is broken: then it stays as it is.
 * @param expected as of `verifyAudit`.
 */
export async function verifyBeside(
  { dataDir, nativeBinding }: VerificationSite,
  deps: ChangeDeps,
  expected: string | null,
  { signal, progress }: { signal: AbortSignal; progress: (share: number) => void },
): Promise<AuditVerdict> {
  const options: z.infer<typeof verifyHostOptions> = { dataDir, nativeBinding, expected };
  const { exitCode, output, problem } = await runOwnChild(["verify-host", JSON.stringify(options)], {
    signal,
    env: {},
    onLine: (line) => progress(Number(line)),
    mostBytes: limits.ownChildOutputBytes,
  });
  if (exitCode !== 0) throw new Error(`the verification ended with ${exitCode}: ${problem}`);
  const verdict = verdictSchema.parse(JSON.parse(output));
  if (verdict.intact) {
    const { head } = verdict;
    await transact(deps.db, () => recordAudit(deps, "audit.verified", "audit", { head }));
  }
  return verdict;
}
