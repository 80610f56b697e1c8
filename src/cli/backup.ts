import { Command, InvalidArgumentError } from "commander";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import packageJson from "../../package.json" with { type: "json" };
import { copyToBucket } from "../backup/bucket-copies.ts";
import { type Backup, makeBackup } from "../backup/make-backup.ts";
import { limits } from "../config/limits.ts";
import type { LoadedConfig } from "../config/load.ts";
import { systemClock, toIsoTime } from "../lib/clock.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";
import { wireForm } from "../lib/wire-form.ts";
import { Bucket, bucketSettings } from "../store/bucket/bucket.ts";
import { bucketPlaceOf, isBucketAddress } from "../store/bucket/place.ts";
import { requireDatabase } from "../store/data-folder/data-folder.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printJson, printLine } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";

interface BackupFlags extends SiteFlags {
  keep?: number;
  verify?: boolean;
  recipient?: string[];
  includeKey?: boolean;
  audio?: boolean;
}

export function buildCommand(): Command {
  const command = new Command("backup")
    .description(
      "Makes a backup of the data folder in one file: the database and the recordings of unfinished jobs. The server may run meanwhile. `tiro restore` makes a data folder of it.",
    )
    .argument(
      "[target]",
      "folder, or a file that ends with .tar or .tar.age (default: backup.dir of the configuration; the backup is then copied to backup.bucket, if that is set)",
    )
    .option("--keep <backups>", "delete all but the newest so many backups in the folder", kept)
    .option("--verify", "read the backup again once it is written")
    .option(
      "--recipient <key...>",
      "encrypt for these public keys of age (default: backup.recipients of the configuration)",
    )
    .option("--include-key", "also back up the secret key; the backup must be encrypted")
    .option("--audio", "also back up the sound of recordings (default: backup.audio of the configuration)")
    .action(backup);
  return addSiteOptions(command);
}

async function backup(named: string | undefined, flags: BackupFlags): Promise<void> {
  const { config, secrets } = siteConfig({ config: flags.config, data: flags.data });
  const dataDir = config.data.dir;
  const target = named ?? config.backup.dir;
  if (target === undefined)
    throw new TiroError("invalid_request", "Say where the backup is to lie.", {
      param: "target",
      hint: "tiro backup FOLDER, or set backup.dir in the configuration.",
    });
  if (isBucketAddress(target))
    throw new TiroError(
      "invalid_request",
      "A backup is made in a folder, and copied to a bucket from there.",
      {
        param: "target",
        hint: "Set backup.dir and backup.bucket, and call tiro backup without a target.",
      },
    );
  requireDatabase(dataDir);
  const nativeBinding = prepareNativeLibraries({ dataDir }).sqliteBindingPath;
  const made = await makeBackup({
    dataDir,
    nativeBinding,
    secretKeyFile: config.secret.key_file,
    target,
    keep: flags.keep ?? null,
    recipients: flags.recipient ?? config.backup.recipients,
    includeKey: flags.includeKey ?? false,
    includeAudio: flags.audio ?? config.backup.audio,
    verify: flags.verify ?? false,
    version: packageJson.version,
    clock: systemClock,
  });
  const copied = named === undefined ? await copy({ config, secrets }, nativeBinding, made.file) : null;
  if (flags.json) printJson({ ...toJson(made), copied_to: copied });
  else print(made, copied);
  if (made.auditProblem !== null) throw auditBroken(made.auditProblem);
}

/** If the configuration names a bucket. @returns its address there; null if there is none. */
async function copy(
  { config, secrets }: Pick<LoadedConfig, "config" | "secrets">,
  nativeBinding: string,
  file: string,
): Promise<string | null> {
  const { bucket, bucket_keep: keep } = config.backup;
  if (bucket === undefined) return null;
  const place = bucketPlaceOf(bucket);
  const options = { dataDir: config.data.dir, nativeBinding, file, keep };
  const { key } = await copyToBucket(new Bucket(bucketSettings(config, secrets), place), options);
  return `s3://${place.bucket}/${key}`;
}

function print(made: Backup, copied: string | null): void {
  const { file, bytes, verified, encrypted, recordings, missingRecordings, sounds, removed } = made;
  const how = [encrypted ? "encrypted" : "in clear", ...(verified ? ["verified"] : [])].join(", ");
  printLine(`Backed up to ${file}: ${(bytes / 1e6).toFixed(1)} MB, ${how}.`);
  if (!made.authenticated)
    printLine("Without the secret key, which is not there: only --unauthenticated restores it.");
  if (recordings > 0) printLine(`With ${recordings} recordings of unfinished jobs.`);
  if (missingRecordings > 0) printLine(`Without ${missingRecordings} recordings that were not there.`);
  if (sounds !== null) printLine(`With the sound of ${sounds} recordings.`);
  if (copied !== null) printLine(`Copied to ${copied}.`);
  for (const old of removed) printLine(`Deleted ${old}.`);
}

function toJson(made: Backup) {
  return {
    file: made.file,
    made_at: toIsoTime(made.at),
    ...wireForm(made, "bytes", "verified", "encrypted", "authenticated", "includesKey", "schema"),
    ...wireForm(made, "recordings", "missingRecordings", "sounds", "auditProblem"),
    deleted: made.removed,
  };
}

function kept(text: string): number {
  const count = wholeNumber(text);
  if (count >= 1 && count <= limits.backupsKept) return count;
  throw new InvalidArgumentError(`Must be from 1 to ${limits.backupsKept}.`);
}

/** The backup is made all the same. */
function auditBroken(problem: string): OperatorError {
  return new OperatorError("audit_log_broken", `The audit log is broken at ${problem}`, {
    hint: "The backup is made and holds the log as it is. Compare it with an older backup: `tiro audit verify`.",
  });
}
