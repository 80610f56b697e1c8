/** `tiro models routes`: which pack recognizes which language here. */
import { Command } from "commander";
import { languageName } from "../../lib/languages.ts";
import { type InstalledPack, languagesOfPacks, packsFor } from "../../recognition/choose.ts";
import { preferredPack, type RouteSource, routesInForce, sourceOf } from "../../recognition/chosen-models.ts";
import { defaultRecognizer } from "../../recognition/default-recognizer.ts";
import { InstalledPacks } from "../../recognition/installed-packs.ts";
import { packPlaces } from "../../recognition/open-router.ts";
import { packsOf, type RouteTable } from "../../recognition/routes.ts";
import { printJson, printLine, printTable } from "../support/output.ts";
import type { SiteFlags } from "../support/site.ts";
import { siteChoices } from "../support/site-choices.ts";
import { siteConfig } from "../support/site-config.ts";

interface RoutesFlags extends SiteFlags {
  all?: boolean;
}

interface RouteRow {
  language: string;
  name: string;
  /** `id@version` of installed packs, the one to try first in front. */
  detected: string[];
  forced: string[];
  /** Ids of packs that the table names and that are not installed. */
  missing: string[];
  source: RouteSource;
}

export function routesCommand(): Command {
  return new Command("routes")
    .description("Shows which pack recognizes which language, detected or named by the caller.")
    .option("--all", "include languages that no installed pack recognizes")
    .action((flags: RoutesFlags) => {
      const { config } = siteConfig({ config: flags.config, data: flags.data });
      const choices = siteChoices(config, flags);
      const installed = new InstalledPacks(packPlaces(config), defaultRecognizer(config.models).id).now
        .recognizers;
      const table = routesInForce(config.models, choices);
      const covered = languagesOfPacks(installed);
      const shown = flags.all ? [...new Set([...table.languages, ...covered])].sort() : covered;
      const rows = shown.map((language) => ({
        ...routeRow(language, installed, table),
        source: sourceOf(config.models, choices, language),
      }));
      const unknown = packsFor(
        { language: null, forced: false },
        installed,
        table,
        preferredPack(config.models, choices),
      );
      if (flags.json) return printJson({ unknown: unknown.map(({ name }) => name), routes: rows });
      printLine(`Language not known: ${unknown.map(({ name }) => name).join(", ") || "none"}`);
      const headings = ["CODE", "LANGUAGE", "HEARD", "NAMED", "WOULD TOO", ""];
      printTable(headings, rows.map(toCells), "No language: no pack is installed.");
    });
}

function routeRow(
  language: string,
  installed: readonly InstalledPack[],
  table: RouteTable,
): Omit<RouteRow, "source"> {
  const names = (forced: boolean) => packsFor({ language, forced }, installed, table).map(({ name }) => name);
  const route = table.routeOf(language);
  return {
    language,
    name: languageName(language),
    detected: names(false),
    forced: names(true),
    missing: packsOf(route).filter((id) => !installed.some(({ manifest }) => manifest.id === id)),
  };
}

/** The first pack is the one that is used; the others wait for its failing. */
function toCells({ language, name, detected, forced, missing, source }: RouteRow): string[] {
  const marks = { configuration: "configured", chosen: "chosen", shipped: "" };
  return [language, name, detected[0] ?? "-", forced[0] ?? "-", missing.join(" "), marks[source]];
}
