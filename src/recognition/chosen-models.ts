/** The configuration's packs come first, then those that administrators chose, then the table that ships. */
import type { Config } from "../config/schema.ts";
import { languageOf } from "../lib/languages.ts";
import type { ModelChoices } from "../store/recognition/model-choices.ts";
import { type RouteTable, routeTable } from "./routes.ts";

type Configured = Pick<Config["models"], "pack" | "routes">;

/** In place of a language: speech of which none is known. */
export const UNKNOWN_LANGUAGE = "unknown";

export type RouteSource = "configuration" | "chosen" | "shipped";

/** The pack for speech of which no language is known; undefined: the best one. */
export function preferredPack({ pack }: Configured, choices: ModelChoices): string | undefined {
  return pack ?? choices[UNKNOWN_LANGUAGE]?.[0];
}

export function routesInForce({ routes = {} }: Configured, choices: ModelChoices): RouteTable {
  const configured = new Set(Object.keys(routes).map(languageOf));
  const chosen = Object.entries(choices).flatMap(([language, packs]) =>
    language === UNKNOWN_LANGUAGE || configured.has(language) ? [] : [[language, [...packs]] as const],
  );
  return routeTable({ ...Object.fromEntries(chosen), ...routes });
}

export function sourceOf(
  { pack, routes = {} }: Configured,
  choices: ModelChoices,
  language: string,
): RouteSource {
  const isConfigured =
    language === UNKNOWN_LANGUAGE
      ? pack !== undefined
      : Object.keys(routes).some((written) => languageOf(written) === language);
  if (isConfigured) return "configuration";
  return choices[language] === undefined ? "shipped" : "chosen";
}

/** Languages whose choice names the pack, by its id or its whole name. */
export function languagesChoosing(
  choices: ModelChoices,
  { name, manifest }: { name: string; manifest: { id: string } },
): string[] {
  return Object.entries(choices).flatMap(([language, packs]) =>
    packs.some((id) => id === name || id === manifest.id) ? [language] : [],
  );
}
