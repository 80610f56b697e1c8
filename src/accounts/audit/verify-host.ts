/** The process that verifies the audit log: reading all of it takes seconds. */
import { join } from "node:path";
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { openExisting } from "../../store/backup/open-existing.ts";
import { verifyAudit } from "./audit-log.ts";

export const verifyHostOptions = z.object({
  dataDir: z.string(),
  nativeBinding: z.string(),
  expected: z.string().nullable(),
});

/** Says how far it is, a share a line, and at last the verdict as JSON. */
export function runVerifyHost(text: string): void {
  const { dataDir, nativeBinding, expected } = verifyHostOptions.parse(JSON.parse(text));
  const db = openExisting(join(dataDir, "tiro.db"), nativeBinding);
  try {
    const verdict = verifyAudit(db, expected, (line, of) => {
      if (line % limits.auditLinesVerifiedAtOnce === 0) rest();
      if (line % limits.auditLinesTold === 0) process.stdout.write(`${line / of}\n`);
    });
    process.stdout.write(JSON.stringify(verdict));
  } finally {
    db.close();
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Lets go of the processor. Linux lets a process finish its slice, of milliseconds, though one of a higher priority has
 * become ready: requests on a machine with few processors would wait for that.
 */
function rest(): void {
  Atomics.wait(never, 0, 0, limits.auditVerificationRestMs);
}
