import { z } from "zod";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";
import { bucketPlace } from "./s3-schema.ts";
import { whole } from "./whole.ts";

export const backupSchema = z
  .strictObject({
    dir: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Folder for scheduled backups, used by this installation alone, best on another disk. Without it, none are scheduled.",
      )
      .meta({ examples: ["/backup/tiro"] }),
    every_hours: z
      .literal([1, 2, 3, 4, 6, 8, 12, 24])
      .default(24)
      .describe("How often a backup is made, in hours."),
    at: patterned(/^([01]\d|2[0-3]):[0-5]\d$/, "a time of day, such as `02:30`")
      .default("02:30")
      .describe(
        "When, in the machine's local time, HH:MM; with several backups a day, the time of one of them. A backup that was missed is made at the next start.",
      ),
    keep: whole(1, limits.backupsKept)
      .default(7)
      .describe("How many backups stay in the folder; older ones are deleted."),
    bucket: bucketPlace
      .optional()
      .describe(
        "Bucket of `s3`, with a prefix for this installation alone, to which each backup is copied once it is examined. `dir` must be set too.",
      )
      .meta({ examples: ["s3://tiro/backups"] }),
    bucket_keep: whole(1, limits.backupsKept)
      .default(30)
      .describe("How many backups stay in the bucket; older ones are deleted."),
    recipients: z
      .array(patterned(/^age1[02-9ac-hj-np-z]+$/, "a recipient of age, `age1…`"))
      .min(0)
      .max(limits.backupRecipients)
      .default([])
      .describe(
        "Public keys of age, for which backups are encrypted; the holder of any one of them can read a backup. Without any, backups are in clear.",
      )
      .meta({ examples: [["age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"]] }),
    audio: z
      .boolean()
      .default(false)
      .describe(
        "Whether the sound of recordings goes into the backup, encrypted as it lies. Without it, transcripts are restored whole and cannot be played.",
      ),
    include_key: z
      .boolean()
      .default(false)
      .describe(
        "Whether the secret key goes into the backup, which must then be encrypted. Otherwise keep a copy of it elsewhere.",
      ),
  })
  .prefault({});
