/** Between the server and the process of a scheduled backup. */
import { z } from "zod";

export const hostOptionsSchema = z.object({
  dataDir: z.string(),
  nativeBinding: z.string(),
  secretKeyFile: z.string().optional(),
  target: z.string(),
  keep: z.int(),
  recipients: z.array(z.string()),
  includeKey: z.boolean(),
  version: z.string(),
});
export type BackupHostOptions = z.infer<typeof hostOptionsSchema>;

/** What it says on standard output, as JSON. */
export const outcomeSchema = z.union([
  z.object({
    file: z.string(),
    bytes: z.int(),
    recordings: z.int(),
    missingRecordings: z.int(),
    auditProblem: z.string().nullable(),
  }),
  z.object({ failure: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }) }),
]);
export type BackupOutcome = z.infer<typeof outcomeSchema>;
