/** `tiro config`: whether the configuration is valid, and what holds. */
import { statSync } from "node:fs";
import { Command } from "commander";
import { BY_DEFAULT, type ExplainedSetting, explainConfig, REDACTED } from "../config/explain.ts";
import { exposures } from "../config/exposures.ts";
import { CONFIG_FIELDS } from "../config/fields.ts";
import type { LoadedConfig } from "../config/load.ts";
import { tomlValue } from "../config/toml.ts";
import { isKnownError } from "../lib/errors.ts";
import { applyCommand } from "./config/apply.ts";
import { EXIT } from "./exit-codes.ts";
import { printJson, printLine } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";

export function buildCommand(): Command {
  return new Command("config")
    .description("The configuration from file, environment and flags. Needs neither a server nor a database.")
    .addCommand(addSiteOptions(checkCommand()))
    .addCommand(addSiteOptions(showCommand()))
    .addCommand(addSiteOptions(applyCommand()));
}

function checkCommand(): Command {
  return new Command("check")
    .description("Says whether a server would start with the configuration, and names every fault in it.")
    .action((flags: SiteFlags) => {
      if (flags.json) return printJson(verdict(flags));
      const loaded = load(flags);
      const changed = explainConfig(loaded).filter(({ source }) => source !== BY_DEFAULT);
      printLine(
        `The configuration is valid (${loaded.file ?? "no file"}; ${changed.length} settings changed).`,
      );
      for (const warning of warnings(loaded)) printLine(`warning: ${warning}`);
    });
}

function showCommand(): Command {
  return new Command("show")
    .description(
      "Shows every setting as it holds, and where it was written, as a configuration file. Secrets are left out.",
    )
    .option("--changed", "only settings that were written somewhere")
    .action((flags: SiteFlags & { changed?: boolean }) => {
      const all = explainConfig(load(flags));
      const shown = flags.changed ? all.filter(({ source }) => source !== BY_DEFAULT) : all;
      if (flags.json) printJson(shown);
      else for (const setting of shown) printLine(asToml(setting));
    });
}

function load({ config: file, data }: SiteFlags): LoadedConfig {
  return siteConfig({ config: file, data });
}

/** For programs: what is wrong is part of the answer. */
function verdict(flags: SiteFlags): Record<string, unknown> {
  try {
    const loaded = load(flags);
    return { valid: true, file: loaded.file, issues: [], warnings: warnings(loaded) };
  } catch (error) {
    if (!isKnownError(error) || !("issues" in error.extras)) throw error;
    process.exitCode = EXIT.failed;
    return { valid: false, file: flags.config ?? null, issues: error.extras.issues, warnings: [] };
  }
}

/** Warnings about a configuration with which a server starts. */
function warnings({ config, file, sources }: LoadedConfig): string[] {
  const secrets = CONFIG_FIELDS.filter(({ secret, path }) => secret && sources.get(path) === file);
  const isOpen = file !== null && secrets.length > 0 && (statSync(file).mode & 0o077) !== 0;
  return [
    ...exposures(config).map(({ text }) => text),
    isOpen
      ? `${file} holds ${secrets.map(({ path }) => path).join(" and ")} and can be read by other users of this machine: chmod 600 ${file}`
      : null,
  ].filter((warning) => warning !== null);
}

/** A line of a configuration file that says where its value is from. */
function asToml({ setting, value, source }: ExplainedSetting): string {
  if (value === null) return `# ${setting} is not set`;
  return value === REDACTED
    ? `# ${setting} is set, and not shown: ${source}`
    : `${setting} = ${tomlValue(value)}  # ${source}`;
}
