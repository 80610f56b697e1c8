/**
 * Which pack recognizes which language: the table that ships in `models/routes.json`, and a site's own lines
 * (`[models.routes]`) in its place, language by language.
 */
import shipped from "../../models/routes.json";
import type { Config } from "../config/schema.ts";
import { languageOf } from "../lib/languages.ts";

/** Ids of packs, the one to try first in front. */
export interface Route {
  /** If the language was found out from the speech. */
  detected: readonly string[];
  /** If the caller names it, a pack that takes a language comes before one that detects it. */
  forced: readonly string[];
  /** Whether the site's configuration says so. */
  configured: boolean;
}

export interface RouteTable {
  routeOf(language: string): Route;
  /** Every language with a line of its own, in the order of the codes. */
  languages: readonly string[];
  /** Packs for speech of which no language is known, the best first. */
  unknown: readonly string[];
}

/** In the shipped table: every language without a line of its own. */
const EVERY_OTHER = "*";

export function routeTable(configured: Config["models"]["routes"] = {}): RouteTable {
  const lines = new Map<string, Route>(shippedLines());
  for (const [written, packs] of Object.entries(configured)) {
    const language = languageOf(written);
    // Invalid languages were refused when the configuration was read.
    if (language !== null) lines.set(language, configuredRoute(packs, lines.get(language)));
  }
  const other = lines.get(EVERY_OTHER) as Route;
  lines.delete(EVERY_OTHER);
  return {
    routeOf: (language) => lines.get(language) ?? other,
    languages: [...lines.keys()].sort(),
    unknown: shipped.unknown,
  };
}

/** Every pack of a language's route, each once: those that would recognize it. */
export function packsOf({ detected, forced }: Route): string[] {
  return [...new Set([...detected, ...forced])];
}

function shippedLines(): [string, Route][] {
  return shipped.routes.flatMap(({ languages, detected, forced = detected }) =>
    languages.split(" ").map((code): [string, Route] => [code, { detected, forced, configured: false }]),
  );
}

type Packs = NonNullable<Config["models"]["routes"]>[string];

function isList(packs: Packs): packs is Extract<Packs, readonly string[]> {
  return Array.isArray(packs);
}

/** A plain list holds for both cases; of a table with one of them the other stays as it was. */
function configuredRoute(packs: Packs, before: Route | undefined): Route {
  if (isList(packs)) return { detected: packs, forced: packs, configured: true };
  const detected = packs.detected ?? before?.detected ?? [];
  return { detected, forced: packs.forced ?? before?.forced ?? detected, configured: true };
}
