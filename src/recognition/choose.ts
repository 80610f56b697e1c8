/** From a language to the installed packs that recognize it, in the order in which they are tried. */

import { TiroError } from "../lib/errors.ts";
import { languageName, languageOf, languagesOf } from "../lib/languages.ts";
import { catalogue } from "../packs/catalogue.ts";
import { isRecognizerKind, isStreaming } from "../packs/manifest.ts";
import { packsOf, type RouteTable, routeTable } from "./routes.ts";

/** A pack that can be asked for by its id. */
export interface ChoosablePack {
  id: string;
  description: string;
  /** tiro's codes. */
  languages: string[];
}

/** The data of an installed pack for the choice. */
export interface InstalledPack {
  /** `id@version`. */
  name: string;
  manifest: { id: string; version: string; languages: readonly string[] };
  /** In the box: any other pack for the language is better. */
  builtin: boolean;
  /** In the box, but not the one that the site uses: chosen only if its configuration names it. */
  spare: boolean;
}

export interface Wanted {
  /** tiro's code, or null if nothing is known. */
  language: string | null;
  /** Whether the caller says so, rather than something that listened. */
  forced: boolean;
}

/**
 * The packs that recognize what is wanted: those of the language's route in its order, then any other. Those in the box
 * stand in for no other pack, and not for each other, because a clear error is better than bad text: they are chosen only
 * if the site says so or has nothing else for the language.
 * @param preferred `models.pack`: for speech of which no language is known.
 */
export function packsFor<P extends InstalledPack>(
  { language, forced }: Wanted,
  installed: readonly P[],
  table: RouteTable,
  preferred?: string,
): P[] {
  const able = language === null ? installed : installed.filter((pack) => recognizes(pack, language));
  const { ids, named } = orderOf({ language, forced }, table, preferred);
  const routed = ids.flatMap((id) => newest(able.filter((pack) => isCalled(pack, id))));
  const others = able.filter(({ manifest: { id } }) => !ids.includes(id)).sort(bySpecialty);
  const chosen = [...new Set([...routed, ...others])];
  const isNamed = ({ manifest: { id } }: P) => named.includes(id);
  const better = chosen.filter((pack) => !pack.builtin || isNamed(pack));
  return better.length > 0 ? better : chosen.filter(({ spare }) => !spare);
}

/**
 * For live speech: those first that hear it as it comes. If the language is not known, only one that recognizes all
 * that the pack in whose place it stands does.
 */
export function streamingFirst<P extends InstalledPack & { manifest: { kind: string } }>(
  packs: readonly P[],
  language: string | null,
): P[] {
  const [first] = packs;
  const needed = language === null && first ? languagesOf(first.manifest.languages) : [];
  const isFit = (pack: P) => isStreaming(pack.manifest) && needed.every((code) => recognizes(pack, code));
  return [...packs.filter(isFit), ...packs.filter((pack) => !isFit(pack))];
}

/** All languages that some installed pack recognizes, as tiro writes them. */
export function languagesOfPacks(installed: readonly InstalledPack[]): string[] {
  return languagesOf(installed.flatMap(({ manifest }) => manifest.languages)).sort();
}

/** All that some pack of the catalogue recognizes. */
export function languagesOfCatalogue(): string[] {
  return languagesOf(catalogue().flatMap(({ languages }) => languages)).sort();
}

export function recognizes({ manifest }: Pick<InstalledPack, "manifest">, language: string): boolean {
  return languagesOf(manifest.languages).includes(language);
}

/** @param written the language as the caller wrote it. */
export function languageNotAvailable(written: string, language: string): TiroError {
  const packs = knownPacksFor(language).join(", ");
  const [which, hint] =
    packs === ""
      ? ["No pack in the catalogue does either; send another language.", `no pack for ${language} is known`]
      : [
          `These packs would: ${packs}. Ask the operator to install one, or send another language.`,
          `install one of: ${packs}`,
        ];
  const message = `No installed model pack recognizes \`${written}\`. ${which}`;
  return new TiroError("language_not_available", message, { param: "language", hint });
}

/** Of several versions of one, the first. */
export function choosable(
  manifests: readonly (InstalledPack["manifest"] & { description: string })[],
): ChoosablePack[] {
  const byId = new Map(manifests.toReversed().map((manifest) => [manifest.id, manifest]));
  return [...byId.values()].map(({ id, description, languages }) => ({
    ...{ id, description },
    languages: languagesOf(languages),
  }));
}

/** The pack's code of the language. */
export function codeOf({ manifest }: Pick<InstalledPack, "manifest">, language: string): string | null {
  return manifest.languages.find((code) => languageOf(code) === language) ?? null;
}

export function notAllowed(language: string, allowed: readonly string[]): TiroError {
  return new TiroError(
    "invalid_request",
    `The recording is in ${languageName(language)}; your organization allows only these languages: ${allowed.join(", ")}.`,
    { param: "language" },
  );
}

/** Of the catalogue: those of the language's route, or, if none of them lists the language, any other. */
function knownPacksFor(language: string): string[] {
  const able = catalogue().filter(
    ({ kind, languages }) => isRecognizerKind(kind) && languagesOf(languages).includes(language),
  );
  const ids = able.map(({ id }) => id);
  const routed = packsOf(routeTable().routeOf(language)).filter((id) => ids.includes(id));
  return routed.length > 0 ? routed : ids;
}

/** @returns ids in order, and those among them that the site's configuration names. */
function orderOf({ language, forced }: Wanted, table: RouteTable, preferred: string | undefined) {
  if (language === null) {
    const named = preferred === undefined ? [] : [preferred];
    return { ids: [...named, ...table.unknown], named };
  }
  const route = table.routeOf(language);
  const ids = [...new Set([...(forced ? route.forced : route.detected), ...packsOf(route)])];
  return { ids, named: route.configured ? ids : [] };
}

function isCalled({ name, manifest }: InstalledPack, wanted: string): boolean {
  return manifest.id === wanted || name === wanted;
}

type Named = Pick<InstalledPack, "manifest">;

/** The highest version comes first, and the others only if it cannot be loaded. */
export function newest<P extends InstalledPack>(versions: P[]): P[] {
  return versions.sort(byVersion);
}

function byVersion(a: Named, b: Named): number {
  return b.manifest.version.localeCompare(a.manifest.version, "en", { numeric: true });
}

/** A pack for few languages knows them better, as a rule, than one for many. */
export function bySpecialty(a: Named, b: Named): number {
  const fewer = a.manifest.languages.length - b.manifest.languages.length;
  return fewer || a.manifest.id.localeCompare(b.manifest.id, "en") || byVersion(a, b);
}
