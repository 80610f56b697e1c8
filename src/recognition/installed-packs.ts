/** The packs that are installed now: looked at again while the server runs, so that new ones need no new start. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { TiroError } from "../lib/errors.ts";
import { languageName, languageOf } from "../lib/languages.ts";
import { type FoundPack, findPacks, type PackPlaces } from "../packs/choose-pack.ts";
import { IDENTIFICATION_KIND, PUNCTUATION_KINDS } from "../packs/kinds.ts";
import { type Pack, type RecognizerPack, requireRecognizer } from "../packs/load-pack.ts";
import { isRecognizer, type Manifest, manifestFiles } from "../packs/manifest.ts";
import { bySpecialty, type InstalledPack, recognizes } from "./choose.ts";

/** A pack as it lies on disk: copied again, or changed, it is another. */
export interface LoadablePack extends Pack {
  identity: string;
}

export interface InstalledRecognizer extends LoadablePack, InstalledPack, RecognizerPack {
  manifest: RecognizerPack["manifest"];
}

export interface Installed {
  recognizers: InstalledRecognizer[];
  /** For the language of speech, before a pack is chosen; the newest where there are several. */
  identification: LoadablePack | null;
  /** For recognizers that write no marks: a site's own before the starter, those for few languages before others. */
  punctuators: PunctuationPack[];
}

export interface PunctuationPack extends LoadablePack {
  manifest: Extract<Manifest, { kind: "online_punctuation" | "offline_punctuation" }>;
  builtin: boolean;
}

export class InstalledPacks {
  readonly #places: PackPlaces;
  readonly #defaultId: string;
  #installed: Installed;
  #identities: string;

  /** @param defaultId the recognizer in the box that this site uses. */
  constructor(places: PackPlaces, defaultId: string) {
    this.#places = places;
    this.#defaultId = defaultId;
    this.#installed = sortOut(findPacks(places), defaultId);
    this.#identities = identitiesOf(this.#installed);
  }

  get now(): Installed {
    return this.#installed;
  }

  /** Whether anything changed since the last look. */
  lookAgain(): boolean {
    const installed = sortOut(findPacks(this.#places), this.#defaultId);
    const identities = identitiesOf(installed);
    if (identities === this.#identities) return false;
    this.#installed = installed;
    this.#identities = identities;
    return true;
  }
}

/** Every pack that may be loaded. */
export function allOf({ recognizers, identification, punctuators }: Installed): LoadablePack[] {
  return [...recognizers, ...(identification ? [identification] : []), ...punctuators];
}

/**
 * The configuration's packs, checked against what is installed: a name that is misspelt would otherwise be silently
 * without effect.
 * @throws `no_model_installed`.
 */
export function requireConfiguredPacks(
  { recognizers }: Installed,
  routes: Readonly<
    Record<string, readonly string[] | { readonly [use: string]: readonly string[] | undefined }>
  >,
): void {
  for (const [written, packs] of Object.entries(routes)) {
    const language = languageOf(written) ?? written;
    const ids = Array.isArray(packs) ? packs : Object.values(packs).flatMap((list) => list ?? []);
    for (const id of ids as string[]) {
      const named = recognizers.filter(({ name, manifest }) => manifest.id === id || name === id);
      if (named.length === 0)
        throw notUsable(`models.routes.${written} names ${id}, which is not installed`, recognizers);
      if (!named.some((pack) => recognizes(pack, language)))
        throw notUsable(
          `models.routes.${written} names ${id}, which does not recognize ${languageName(language)}`,
          recognizers,
        );
    }
  }
}

/** @throws `no_model_installed` if the pack does something else. */
export function requirePunctuation({ name, manifest }: Pack): void {
  if (PUNCTUATION_KINDS.includes(manifest.kind)) return;
  throw new TiroError("no_model_installed", "The configured model pack does not punctuate.", {
    hint: `${name} is of the kind ${manifest.kind}: choose a pack for punctuation with models.punctuation, or "auto".`,
  });
}

function notUsable(what: string, recognizers: readonly InstalledRecognizer[]): TiroError {
  const installed = recognizers.map(({ name }) => name).join(", ");
  return new TiroError("no_model_installed", "A configured model pack cannot be used.", {
    hint: `${what}. Installed: ${installed}. Change the route, or install the pack with tiro models install.`,
  });
}

function sortOut(found: FoundPack[], defaultId: string): Installed {
  const usable = found.flatMap(({ pack, builtin }) =>
    pack ? [{ ...pack, builtin, identity: identityOf(pack) }] : [],
  );
  const identification = usable
    .filter(({ manifest }) => manifest.kind === IDENTIFICATION_KIND)
    .sort((a, b) => b.manifest.version.localeCompare(a.manifest.version, "en", { numeric: true }));
  return {
    recognizers: usable.flatMap((pack) =>
      isRecognizer(pack.manifest)
        ? [{ ...pack, ...requireRecognizer(pack), spare: pack.builtin && pack.manifest.id !== defaultId }]
        : [],
    ),
    identification: identification[0] ?? null,
    punctuators: usable
      .flatMap((pack) => {
        const { manifest } = pack;
        const { kind } = manifest;
        return kind === "online_punctuation" || kind === "offline_punctuation" ? [{ ...pack, manifest }] : [];
      })
      .sort((a, b) => Number(a.builtin) - Number(b.builtin) || bySpecialty(a, b)),
  };
}

function identityOf({ folder, manifest }: Pack): string {
  const marks = manifestFiles(manifest).map(({ path }) => {
    const file = statSync(join(folder, path), { throwIfNoEntry: false });
    return file ? `${file.ino} ${file.mtimeMs}` : "gone";
  });
  return JSON.stringify([folder, manifest, marks]);
}

function identitiesOf(installed: Installed): string {
  return allOf(installed)
    .map(({ identity }) => identity)
    .join("\n");
}
