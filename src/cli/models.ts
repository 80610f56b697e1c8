import { Command } from "commander";
import type { Config } from "../config/schema.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";
import { type Capabilities, capabilitiesOf } from "../packs/capabilities.ts";
import { type FoundPack, findNamedPack, findPacks } from "../packs/choose-pack.ts";
import type { Pack } from "../packs/load-pack.ts";
import { isRecognizer, type Manifest, packBytes } from "../packs/manifest.ts";
import { verifyPack } from "../packs/verify.ts";
import { defaultPackOf, packPlaces } from "../recognition/open-router.ts";
import type { ModelChoices } from "../store/recognition/model-choices.ts";
import { bundleCommand } from "./models/bundle.ts";
import { shownLanguages } from "./models/catalogue-text.ts";
import { fetchListCommand } from "./models/fetch-list.ts";
import { installCommand } from "./models/install.ts";
import { recommendCommand } from "./models/recommend.ts";
import { removeCommand } from "./models/remove.ts";
import { routeCommand } from "./models/route.ts";
import { routesCommand } from "./models/routes.ts";
import { searchCommand } from "./models/search.ts";
import { printJson, printLine, printTable } from "./support/output.ts";
import { openProgress } from "./support/progress.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteChoices } from "./support/site-choices.ts";
import { siteConfig } from "./support/site-config.ts";

export function buildCommand(): Command {
  return new Command("models")
    .description("Model packs: installed and available. Only `route` needs a database, and none a server.")
    .addCommand(addSiteOptions(listCommand()))
    .addCommand(addSiteOptions(verifyCommand()))
    .addCommand(addSiteOptions(routesCommand()))
    .addCommand(addSiteOptions(routeCommand()))
    .addCommand(searchCommand())
    .addCommand(addSiteOptions(recommendCommand()))
    .addCommand(fetchListCommand())
    .addCommand(installCommand())
    .addCommand(removeCommand())
    .addCommand(bundleCommand());
}

interface PackRow {
  name: string;
  kind: Manifest["kind"];
  languages: string[];
  /** Null if it is for something else than recognition. */
  capabilities: Capabilities | null;
  bytes: number;
  builtin: boolean;
  /** The one that `tiro serve` loads at the start. */
  chosen: boolean;
  licence: string;
  folder: string;
}

function listCommand(): Command {
  return new Command("list")
    .description("Lists the built-in pack and all installed ones.")
    .action((flags: SiteFlags) => {
      const config = configOf(flags);
      const found = findPacks(packPlaces(config));
      const chosen = chosenPack(config, siteChoices(config, flags))?.folder;
      const rows = found.flatMap((entry) => (entry.pack ? [packRow(entry.pack, entry.builtin, chosen)] : []));
      const unusable = found.flatMap(({ folder, problem }) =>
        problem ? [{ folder, problem: problem.extras.hint ?? problem.message }] : [],
      );
      if (flags.json) return printJson({ packs: rows, unusable });
      const headings = ["PACK", "LANGUAGES", "SIZE", "LICENCE", "", "FOLDER"];
      printTable(headings, rows.map(toCells), "No pack.");
      for (const { problem } of unusable) printLine(`unusable: ${problem}`);
    });
}

function verifyCommand(): Command {
  return new Command("verify")
    .argument("[pack]", "id or id@version (default: all)")
    .description("Compares every file of the packs with its checksum. Exits with 1 if one differs.")
    .action(async (name: string | undefined, flags: SiteFlags) => {
      const places = packPlaces(configOf(flags));
      const wanted = name === undefined ? undefined : findNamedPack(places, name).name;
      const found = findPacks(places).filter(({ pack }) => name === undefined || pack?.name === wanted);
      const results = [];
      for (const entry of found) results.push(await verifyFound(entry));
      if (flags.json) printJson(results);
      else for (const { pack, problems } of results) printLine(`${pack}: ${problems.join("; ") || "ok"}`);
      if (results.some(({ problems }) => problems.length > 0))
        throw new OperatorError("pack_damaged", "A model pack is damaged.", {
          hint: "Copy the pack again from its source; to restore the built-in pack, delete its folder.",
        });
    });
}

async function verifyFound({
  pack,
  folder,
  problem,
}: FoundPack): Promise<{ pack: string; problems: string[] }> {
  if (!pack) return { pack: folder, problems: [problem.extras.hint ?? problem.message] };
  const progress = openProgress(pack.name);
  try {
    const damaged = await verifyPack(pack, ({ doneBytes, totalBytes }) =>
      progress.update(doneBytes / totalBytes),
    );
    return { pack: pack.name, problems: damaged.map((path) => `${path} differs from its checksum`) };
  } finally {
    progress.close();
  }
}

/** The pack that `tiro serve` would load; none if it would refuse to start. */
function chosenPack(config: Config, choices: ModelChoices): Pack | undefined {
  try {
    return defaultPackOf(config, choices);
  } catch (error) {
    if (error instanceof TiroError && error.code === "no_model_installed") return undefined;
    throw error;
  }
}

function packRow(pack: Pack, builtin: boolean, chosenFolder: string | undefined): PackRow {
  const { manifest, name, folder } = pack;
  return {
    name,
    kind: manifest.kind,
    languages: manifest.languages,
    capabilities: isRecognizer(manifest) ? capabilitiesOf(manifest) : null,
    bytes: packBytes(manifest),
    builtin,
    chosen: folder === chosenFolder,
    licence: manifest.licence,
    folder,
  };
}

function toCells(row: PackRow): string[] {
  const size = `${(row.bytes / 1e6).toFixed(1)} MB`;
  const marks = [row.builtin ? "built in" : "", row.chosen ? "default" : ""].filter(Boolean).join(", ");
  return [row.name, shownLanguages(row.languages), size, row.licence, marks, row.folder];
}

function configOf(flags: SiteFlags): Config {
  return siteConfig({ config: flags.config, data: flags.data }).config;
}
