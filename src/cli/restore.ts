import { existsSync } from "node:fs";
import { Command, Option } from "commander";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { type Restored, type RestoreOptions, requireEmpty, restoreBackup } from "../backup/restore.ts";
import { loadConfig } from "../config/load.ts";
import { systemClock } from "../lib/clock.ts";
import { wireForm } from "../lib/wire-form.ts";
import { bucketSettings } from "../store/bucket/bucket.ts";
import { isBucketAddress } from "../store/bucket/place.ts";
import { operator } from "./support/accounts.ts";
import { printJson, printLine } from "./support/output.ts";
import { actAsOwner, siteConfig } from "./support/site-config.ts";

interface RestoreFlags {
  identity?: string;
  secretKey?: string;
  newKey?: boolean;
  unauthenticated?: boolean;
  config?: string;
  json?: boolean;
}

export function buildCommand(): Command {
  return new Command("restore")
    .description(
      "Makes a data folder from a backup, once all of it is checked. The folder must hold no data; model packs may lie there.",
    )
    .argument(
      "<file>",
      "a backup, or a copy of the database that an upgrade kept; s3://BUCKET/NAME, or s3://BUCKET/PREFIX for its newest backup",
    )
    .argument("<dir>", "the data folder; made if missing")
    .option("--identity <file>", "secret keys of age, for an encrypted backup")
    .addOption(
      new Option(
        "--secret-key <file>",
        "the installation's secret key, if the backup does not hold it (default: secret.key_file of the configuration)",
      ).conflicts("newKey"),
    )
    .option("--new-key", "continue without the secret key: people then set up second steps and apps again")
    .option(
      "--unauthenticated",
      "take a backup for which no secret key vouches: a copy of a database, or one made without the key",
    )
    .option("--config <file>", "configuration file (default: TIRO_CONFIG, or none)")
    .option("--json", "print JSON")
    .action(restore);
}

async function restore(file: string, dir: string, flags: RestoreFlags): Promise<void> {
  const { config, secrets } = loadConfig({ file: flags.config, flags: { data: dir } });
  const dataDir = config.data.dir;
  // A new folder is for the service that has the configured one.
  if (existsSync(dataDir)) actAsOwner(dataDir);
  else siteConfig({ config: flags.config });
  requireEmpty(dataDir);
  const restored = await restoreBackup({
    file,
    storage: isBucketAddress(file) ? bucketSettings(config, secrets) : null,
    dataDir,
    nativeBinding: prepareNativeLibraries({ dataDir }).sqliteBindingPath,
    identityFile: flags.identity ?? null,
    secretKey: secretKeyOf(flags, config.secret.key_file),
    // Without the key, this cannot be checked.
    unauthenticated: (flags.unauthenticated ?? false) || (flags.newKey ?? false),
    actor: operator(),
    clock: systemClock,
  });
  if (flags.json) printJson(toJson(restored));
  else print(restored, dataDir);
}

function secretKeyOf({ secretKey, newKey }: RestoreFlags, named?: string): RestoreOptions["secretKey"] {
  if (newKey) return { kind: "new" };
  if (secretKey !== undefined) return { kind: "file", path: secretKey, copy: secretKey !== named };
  return named === undefined ? { kind: "none" } : { kind: "file", path: named, copy: false };
}

function print(restored: Restored, dataDir: string): void {
  const {
    madeAt,
    tiroVersion,
    schema,
    recordings,
    missingRecordings,
    sounds,
    auditProblem,
    newKey,
    authenticated,
  } = restored;
  printLine(`The backup is from ${madeAt} (tiro ${tiroVersion ?? "unknown"}, schema ${schema}).`);
  if (recordings > 0) printLine(`It has ${recordings} recordings of unfinished jobs.`);
  if (missingRecordings > 0)
    printLine(`It lacks ${missingRecordings} recordings: their jobs end as abandoned.`);
  if (sounds > 0) printLine(`It has the sound of ${sounds} recordings.`);
  if (auditProblem !== null) printLine(`Its audit log is broken at ${auditProblem}`);
  if (!authenticated) printLine("No secret key vouches for it.");
  if (newKey) printLine("Gave up what the old secret key sealed: people turn on their second step again.");
  printLine(
    `Restored to ${dataDir}. Everything that was deleted or revoked since then is back: delete or revoke it again.`,
  );
}

function toJson(restored: Restored) {
  const found = wireForm(restored, "madeAt", "tiroVersion", "schema", "recordings", "missingRecordings");
  return { ...found, ...wireForm(restored, "sounds", "auditProblem", "newKey", "authenticated") };
}
