/** The packs that are installed now: looked at again while the server runs, so that new ones need no new start. */
import { TiroError } from "../lib/errors.ts";
import { languageName, languageOf } from "../lib/languages.ts";
import { builtinPackIds } from "../packs/builtin.ts";
import { findPacksBy, type PackPlaces } from "../packs/choose-pack.ts";
import { IDENTIFICATION_KIND, PUNCTUATION_KINDS } from "../packs/kinds.ts";
import type { Pack } from "../packs/load-pack.ts";
import { isRecognizer, type Manifest, type RecognizerManifest } from "../packs/manifest.ts";
import { rememberPacks } from "../packs/remember-packs.ts";
import type { AnnouncedPacks } from "./announced-packs.ts";
import { bySpecialty, type InstalledPack, recognizes } from "./choose.ts";

/** A pack as it lies on disk, if it is another after it was copied again or changed; or as workers have it. */
export interface LoadablePack extends Omit<Pack, "folder"> {
  identity: string;
  /** Null if it is on workers only. */
  folder: string | null;
  /** Of its `pack.json` on workers; null if it lies here. */
  checksum: string | null;
}

export interface InstalledRecognizer extends LoadablePack, InstalledPack {
  manifest: RecognizerManifest;
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
  readonly #places: PackPlaces | null;
  readonly #defaultId: string;
  readonly #announced: AnnouncedPacks | null;
  readonly #preferred: () => string | undefined;
  readonly #load = rememberPacks();
  #installed: Installed;
  #identities: string;

  /**
   * @param places null if nothing is recognized on this machine.
   * @param defaultId the recognizer in the box that this site uses.
   * @param preferred what is chosen for speech of which no language is known: another choice is a change, too.
   */
  constructor(
    places: PackPlaces | null,
    defaultId: string,
    announced: AnnouncedPacks | null = null,
    preferred: () => string | undefined = () => undefined,
  ) {
    this.#places = places;
    this.#defaultId = defaultId;
    this.#announced = announced;
    this.#preferred = preferred;
    this.#installed = this.#look();
    this.#identities = this.#identitiesOf(this.#installed);
  }

  get now(): Installed {
    return this.#installed;
  }

  /** Whether anything changed since the last look. */
  lookAgain(): boolean {
    const installed = this.#look();
    const identities = this.#identitiesOf(installed);
    if (identities === this.#identities) return false;
    this.#installed = installed;
    this.#identities = identities;
    return true;
  }

  /** Whether nobody knows yet what is recognized: no worker has come, and nothing is installed here. */
  get awaitsWorkers(): boolean {
    return this.#announced !== null && this.#installed.recognizers.length === 0;
  }

  /** Whether it lies here, or on a worker that is there or was a moment ago. */
  isPresent(pack: LoadablePack): boolean {
    return isHere(pack) || (this.#announced?.isPresent(pack.name, pack.checksum) ?? false);
  }

  #identitiesOf(installed: Installed): string {
    return [this.#preferred() ?? "", ...allOf(installed).map(({ identity }) => identity)].join("\n");
  }

  #look(): Installed {
    const local = (this.#places ? findPacksBy(this.#load, this.#places) : []).flatMap(({ pack, builtin }) =>
      pack ? [{ ...pack, builtin, checksum: null }] : [],
    );
    const remote = (this.#announced?.lookAgain(local) ?? []).map((pack) => ({
      ...pack,
      folder: null,
      builtin: builtinPackIds.includes(pack.manifest.id),
      identity: `on workers: ${pack.name} ${pack.checksum}`,
    }));
    return sortOut([...local, ...remote], this.#defaultId);
  }
}

/** Whether it is installed on this machine. */
export function isHere<P extends Pick<LoadablePack, "folder">>(pack: P): pack is P & { folder: string } {
  return pack.folder !== null;
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
export function requirePunctuation({ name, manifest }: Pick<Pack, "name" | "manifest">): void {
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

function sortOut(usable: (LoadablePack & { builtin: boolean })[], defaultId: string): Installed {
  const identification = usable
    .filter(({ manifest }) => manifest.kind === IDENTIFICATION_KIND)
    .sort((a, b) => b.manifest.version.localeCompare(a.manifest.version, "en", { numeric: true }));
  return {
    recognizers: usable.flatMap((pack) => {
      const { manifest, builtin } = pack;
      return isRecognizer(manifest)
        ? [{ ...pack, manifest, spare: builtin && manifest.id !== defaultId }]
        : [];
    }),
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
