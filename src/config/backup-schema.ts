import { z } from "zod";
import { limits } from "./limits.ts";
import { bucketPlace } from "./s3-schema.ts";
import { flag, listOf, optional, path, patterned, section, setting, whole } from "./setting.ts";

export const backupSchema = section({
  dir: optional(
    path,
    "/backup/tiro",
    "Folder for scheduled backups of this installation only, preferably on another disk. Without it, no backups are scheduled.",
  ),
  every_hours: setting(z.literal([1, 2, 3, 4, 6, 8, 12, 24]), 24, "How often a backup is made, in hours."),
  at: setting(
    patterned(/^([01]\d|2[0-3]):[0-5]\d$/, "a time of day, such as `02:30`"),
    "02:30",
    "Time of the backup, or of one of several a day, in the machine's local time, HH:MM. A missed backup is made at the next start.",
  ),
  keep: setting(
    whole(1, limits.backupsKept),
    7,
    "How many backups stay in the folder; older ones are deleted.",
  ),
  bucket: optional(
    bucketPlace,
    "s3://tiro/backups",
    "Bucket of `s3`, with a prefix for this installation only, to which each backup is copied after it was verified. `dir` must be set too.",
  ),
  bucket_keep: setting(
    whole(1, limits.backupsKept),
    30,
    "How many backups stay in the bucket; older ones are deleted.",
  ),
  recipients: setting(
    listOf(patterned(/^age1[02-9ac-hj-np-z]+$/, "a recipient of age, `age1…`"), limits.backupRecipients),
    [],
    "Public keys of age, for which backups are encrypted; the holder of any one of them can read a backup. Without any, backups are not encrypted.",
    ["age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"],
  ),
  audio: flag(
    false,
    "Whether backups include the sound of recordings, encrypted as it is in the data folder. Without it, transcripts are restored completely but cannot be played.",
  ),
  include_key: flag(
    false,
    "Whether backups include the secret key; they must then be encrypted. Otherwise keep a copy of the key elsewhere.",
  ),
});
