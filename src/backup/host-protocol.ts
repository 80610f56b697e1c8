/** Between the server and the process of a scheduled backup. */
import { z } from "zod";
import { OperatorError } from "../lib/errors.ts";

/** Where finished backups are copied. */
const bucketSchema = z.object({
  settings: z.object({
    endpoint: z.string(),
    region: z.string(),
    accessKey: z.string(),
    secretKey: z.string(),
    caFile: z.string().optional(),
  }),
  place: z.object({ bucket: z.string(), prefix: z.string() }),
  keep: z.int(),
});

export const hostOptionsSchema = z.object({
  dataDir: z.string(),
  nativeBinding: z.string(),
  secretKeyFile: z.string().optional(),
  target: z.string(),
  keep: z.int(),
  recipients: z.array(z.string()),
  includeKey: z.boolean(),
  includeAudio: z.boolean(),
  version: z.string(),
  /** False: only what is there already is copied. */
  makes: z.boolean(),
  bucket: bucketSchema.nullable(),
});
export type BackupHostOptions = z.infer<typeof hostOptionsSchema>;

export const failureSchema = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });
export type HostFailure = z.infer<typeof failureSchema>;

/** The details that the process sent, for the server's caller. */
export function hostFailure({ code, message, hint }: HostFailure): OperatorError {
  return new OperatorError(code as OperatorError["code"], message, { ...(hint && { hint }) });
}

const madeSchema = z.object({
  file: z.string(),
  bytes: z.int(),
  recordings: z.int(),
  missingRecordings: z.int(),
  auditProblem: z.string().nullable(),
});
export type MadeBackup = z.infer<typeof madeSchema>;

/** Its standard output, as JSON. */
export const outcomeSchema = z.object({
  /** Null if none was to be made. */
  made: z.union([madeSchema, z.object({ failure: failureSchema })]).nullable(),
  /** Null if none was to be copied. */
  copied: z
    .union([z.object({ key: z.string(), removed: z.int() }), z.object({ failure: failureSchema })])
    .nullable(),
});
export type BackupOutcome = z.infer<typeof outcomeSchema>;
