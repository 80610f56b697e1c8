/** How commands write what the catalogue says. */
import { OperatorError } from "../../lib/errors.ts";
import { GIB } from "../../lib/units.ts";
import { type CatalogueEntry, catalogue } from "../../packs/catalogue.ts";

const LANGUAGES_SHOWN = 6;

export function shownLanguages(languages: readonly string[]): string {
  const shown = languages.slice(0, LANGUAGES_SHOWN).join(" ");
  const more = languages.length - LANGUAGES_SHOWN;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

export function shownSize(megabytes: number | null): string {
  return megabytes === null ? "unknown" : `${megabytes} MB`;
}

export function shownErrors(errors: CatalogueEntry["errors"]): string {
  if (errors === undefined) return "none known";
  const { percent, unit, language } = errors;
  return unit === "words" ? `${percent} % (${language})` : `${percent} % of characters (${language})`;
}

export function unknownPack(name: string, otherwise = ""): OperatorError {
  const known = catalogue().map(({ id }) => id);
  return new OperatorError("pack_not_found", "No such pack.", {
    hint: `${name} is not in the catalogue${otherwise}. Known packs: ${known.join(", ")}.`,
  });
}

/** Its memory while it recognizes. */
export function shownMemory(bytes: number | null): string {
  return bytes === null ? "unknown" : `${(bytes / GIB).toFixed(1)} GiB`;
}
