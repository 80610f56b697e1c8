import { Command } from "commander";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import packageJson from "../../package.json" with { type: "json" };
import { checkUpgrade, tryUpgrade, type UpgradeCheck } from "../backup/check-upgrade.ts";
import { systemClock } from "../lib/clock.ts";
import { requireDatabase } from "../store/data-folder/data-folder.ts";
import { printJson, printLine } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";

interface UpgradeCheckFlags extends SiteFlags {
  try?: boolean;
}

export function buildCommand(): Command {
  const command = new Command("upgrade-check")
    .description(
      "Says what this version of tiro would change in the data folder of an older one. Changes nothing; the older server may run. Exits with 1 if something would keep the upgrade from working.",
    )
    .option("--try", "also upgrade a copy of the database, and examine it")
    .action(upgradeCheck);
  return addSiteOptions(command);
}

async function upgradeCheck(flags: UpgradeCheckFlags): Promise<void> {
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const dataDir = config.data.dir;
  requireDatabase(dataDir);
  const options = {
    dataDir,
    nativeBinding: prepareNativeLibraries({ dataDir }).sqliteBindingPath,
    secretKeyFile: config.secret.key_file,
    clock: systemClock,
  };
  const check = await checkUpgrade(options);
  const tried = flags.try && check.problem === null ? await tryUpgrade(options) : null;
  if (flags.json) printJson(toJson(check, tried));
  else print(check, tried);
  if (check.problem !== null) throw check.problem;
}

function print({ from, to, steps, copy }: UpgradeCheck, tried: { durationMs: number } | null): void {
  printLine("The configuration is valid.");
  if (copy === null)
    printLine(`The database has schema ${from}: tiro ${packageJson.version} changes nothing.`);
  else {
    printLine(`tiro ${packageJson.version} brings the database from schema ${from} to ${to}:`);
    for (const { version, name, what } of steps) printLine(`  ${version} ${name}: ${what}`);
    printLine(`Before that it copies the database to ${copy.file} (${(copy.bytes / 1e6).toFixed(1)} MB).`);
    if (!copy.stays)
      printLine(
        "The copy goes with the upgrade's end, for it holds secrets in clear: make a backup to go back to.",
      );
  }
  if (tried !== null) printLine(`Tried on a copy: it works, in ${(tried.durationMs / 1000).toFixed(1)} s.`);
}

function toJson(
  { from, to, steps, copy, freeBytes, problem }: UpgradeCheck,
  tried: { durationMs: number } | null,
) {
  return {
    tiro_version: packageJson.version,
    schema: { from, to },
    steps,
    copy,
    free_bytes: freeBytes,
    tried_seconds: tried && tried.durationMs / 1000,
    problem: problem && { code: problem.code, message: problem.message, hint: problem.extras.hint },
  };
}
