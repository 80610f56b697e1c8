/** `tiro models bundle`. */
import { Command } from "commander";
import { OperatorError, TiroError } from "../../lib/errors.ts";
import { isCompiled } from "../../lib/self-command.ts";
import { writeBundle } from "../../packs/bundle/write.ts";
import { findNamedPack, findPacks } from "../../packs/choose-pack.ts";
import { packPlaces } from "../../recognition/open-router.ts";
import { printJson, printLine } from "../support/output.ts";
import { isReplaceable } from "../support/output-file.ts";
import { openSteps } from "../support/progress.ts";
import { addSiteOptions, type SiteFlags } from "../support/site.ts";
import { siteConfig } from "../support/site-config.ts";

interface BundleFlags extends SiteFlags {
  output: string;
  executable?: string;
}

export function bundleCommand(): Command {
  const command = new Command("bundle")
    .argument("[pack...]", "ids of installed packs (default: all of them)")
    .description("Writes one executable that includes packs, for machines without a network.")
    .requiredOption("--output <file>", "the executable to write")
    .option("--executable <file>", "tiro executable to add them to (default: this one)")
    .action(bundle);
  return addSiteOptions(command);
}

function bundle(wanted: string[], flags: BundleFlags): void {
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const places = packPlaces(config);
  const packs =
    wanted.length > 0
      ? wanted.map((name) => findNamedPack(places, name))
      : findPacks(places).flatMap(({ pack, builtin }) => (pack && !builtin ? [pack] : []));
  if (packs.length === 0)
    throw new OperatorError("pack_not_found", "No pack to bundle.", {
      hint: "Install one first: tiro models install.",
    });
  const executable = flags.executable ?? (isCompiled() ? process.execPath : undefined);
  if (executable === undefined)
    throw new TiroError("invalid_request", "This is not a tiro executable.", {
      hint: "Name it with --executable.",
    });
  if (!isReplaceable(flags.output))
    throw new TiroError("invalid_request", `${flags.output} is not a regular file.`, { param: "output" });
  const progress = openSteps(flags.output);
  const { sha256, bytes } = writeBundle(executable, packs, flags.output, ({ doneBytes, totalBytes }) =>
    progress.update("writing", doneBytes / totalBytes, `${(doneBytes / 1e6).toFixed(0)} MB`),
  );
  progress.close();
  const names = packs.map(({ name }) => name);
  if (flags.json) {
    printJson({ output: flags.output, packs: names, bytes, sha256 });
    return;
  }
  printLine(`${flags.output}: ${(bytes / 1e6).toFixed(1)} MB with ${names.join(", ")}`);
  printLine(`SHA-256 ${sha256}`);
}
