/** `tiro models install`. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { catalogueEntry } from "../../packs/catalogue.ts";
import { type InstallProgress, installPack } from "../../packs/install/install.ts";
import { whisperProblem } from "../doctor/whisper-check.ts";
import { printJson, printLine } from "../support/output.ts";
import { openSteps } from "../support/progress.ts";
import { addSiteOptions, type SiteFlags } from "../support/site.ts";
import { siteConfig } from "../support/site-config.ts";
import { unknownPack } from "./catalogue-text.ts";

interface InstallFlags extends SiteFlags {
  from?: string;
  sha256?: string[];
}

export function installCommand(): Command {
  const command = new Command("install")
    .argument(
      "<pack...>",
      "ids from the catalogue (tiro models search), or paths of archives, folders and ggml files",
    )
    .description(
      "Installs model packs from the catalogue's source, a mirror, or this machine. Interrupted downloads resume.",
    )
    .option(
      "--from <place>",
      "local archive, file or folder, or the address of a mirror (a folder's address ends in /)",
    )
    .option(
      "--sha256 <sum[,sum…]>",
      "expected SHA-256 of the archive, required for http://; without it, the computed one is shown",
      sums,
    )
    .action(install);
  return addSiteOptions(command);
}

/** One for each file of the pack; nearly all come as one archive. */
function sums(text: string): string[] {
  const given = text.toLowerCase().split(",");
  if (given.every((sum) => /^[0-9a-f]{64}$/.test(sum))) return given;
  throw new InvalidArgumentError("Each must be 64 hexadecimal digits.");
}

async function install(wanted: string[], flags: InstallFlags): Promise<void> {
  if (wanted.length > 1 && (flags.from !== undefined || flags.sha256 !== undefined))
    throw new TiroError("invalid_request", "--from and --sha256 apply to a single pack.", {
      hint: "Install the packs one by one.",
    });
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const modelsDir = config.models.dir ?? join(config.data.dir, "models");
  warnOfWhisper(wanted, config);
  const results = [];
  for (const name of wanted) results.push(await installOne(modelsDir, name, flags));
  if (flags.json) printJson(results);
}

/** Before gigabytes are fetched that this machine cannot use. They are: another machine may be meant. */
function warnOfWhisper(wanted: readonly string[], config: Config): void {
  const ofWhisper = wanted.filter(
    (name) => name.endsWith(".bin") || catalogueEntry(name)?.kind === "whisper_ggml",
  );
  const problem = ofWhisper.length === 0 ? null : whisperProblem(config);
  if (problem !== null) process.stderr.write(`${ofWhisper.join(", ")}: not for this machine: ${problem}\n`);
}

async function installOne(modelsDir: string, name: string, flags: InstallFlags) {
  const entry = catalogueEntry(name) ?? null;
  const isPath = entry === null && existsSync(name);
  if (entry === null && !isPath) throw unknownPack(name, " and not a path");
  if (entry?.licence_note && !flags.json) printLine(`${entry.id}: ${entry.licence_note}`);
  const progress = openSteps(name);
  try {
    const { pack, already, sums } = await installPack(modelsDir, {
      entry,
      from: isPath ? name : (flags.from ?? null),
      sha256: flags.sha256 ?? [],
      onProgress: ({ step, fraction, doneBytes }: InstallProgress) =>
        progress.update(step, fraction, megabytes(doneBytes)),
    });
    progress.close();
    if (!flags.json)
      tell(
        pack.name,
        pack.folder,
        already,
        sums,
        flags.sha256 !== undefined || (entry?.sha256 ?? null) !== null,
      );
    return { pack: pack.name, folder: pack.folder, already, sha256: sums };
  } finally {
    progress.close();
  }
}

function tell(
  name: string,
  folder: string,
  already: boolean,
  sums: Record<string, string>,
  isKnown: boolean,
): void {
  printLine(`${name} ${already ? "was already installed" : "is installed"}: ${folder}`);
  for (const [file, sha256] of Object.entries(sums)) {
    const standing = isKnown ? "as it must be" : "computed, not verified; keep it for the next install";
    printLine(`  ${file}: SHA-256 ${sha256} (${standing})`);
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
