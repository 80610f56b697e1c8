/** `tiro models search`. */
import { Command } from "commander";
import { type CatalogueEntry, entryCapabilities, searchCatalogue } from "../../packs/catalogue.ts";
import { printJson, printTable } from "../support/output.ts";

const LANGUAGES_SHOWN = 6;

export function searchCommand(): Command {
  return new Command("search")
    .argument("[word...]", "words from id, description, kind or licence, or language codes")
    .description("Lists the packs in the built-in catalogue. No network is needed.")
    .option("--json", "print JSON")
    .action((words: string[], flags: { json?: boolean }) => {
      const found = searchCatalogue(words);
      if (flags.json)
        return printJson(found.map((entry) => ({ ...entry, capabilities: entryCapabilities(entry) })));
      printTable(
        ["PACK", "KIND", "LANGUAGES", "SIZE", "FOR", "LICENCE"],
        found.map(toCells),
        "No pack fits.",
      );
    });
}

function toCells({ id, kind, languages, megabytes, best_on, licence }: CatalogueEntry): string[] {
  const shown = languages.slice(0, LANGUAGES_SHOWN).join(" ");
  const more = languages.length - LANGUAGES_SHOWN;
  const size = megabytes === null ? "unknown" : `${megabytes} MB`;
  return [id, kind, more > 0 ? `${shown} and ${more} more` : shown, size, best_on ?? "any", licence];
}
