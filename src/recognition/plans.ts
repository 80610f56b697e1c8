/** Which packs are tried for a recording, in which order, and with which options. */
import { languagesOf } from "../lib/languages.ts";
import { capabilitiesOf } from "../packs/capabilities.ts";
import { newest, packsFor, recognizes } from "./choose.ts";
import type { InstalledPacks, InstalledRecognizer } from "./installed-packs.ts";
import type { RoutedOptions } from "./routed-engine.ts";
import type { RoutedLiveOptions } from "./routed-live.ts";
import type { RouteTable } from "./routes.ts";

export interface PlansOptions {
  installed: InstalledPacks;
  /** As it is now. */
  table: () => RouteTable;
  /** `models.pack` as it is now. */
  preferred: () => string | undefined;
}

export interface Plan {
  /** Those to try, in order. */
  packs: InstalledRecognizer[];
  /** The language for the pack, if it takes one. */
  language: string | null;
  /** The recording is one that the server has made to try the pack. */
  isCheck?: true;
}

export class Plans {
  readonly #options: PlansOptions;
  readonly #current: () => InstalledRecognizer | null;

  /** @param current the default pack that is loaded, which keeps working while a new one loads. */
  constructor(options: PlansOptions, current: () => InstalledRecognizer | null) {
    this.#options = options;
    this.#current = current;
  }

  /** As far as the options alone say it. */
  forOptions(options: Pick<RoutedOptions, "language" | "pack" | "allowedLanguages">): Plan {
    const { pack, allowedLanguages = null } = options;
    if (pack !== undefined) return this.ofPack(pack, options);
    const wanted = knownLanguage(options);
    if (wanted !== null) return this.forLanguage(wanted, true);
    return this.forUnknown(this.defaults(allowedLanguages), allowedLanguages);
  }

  forLanguage(language: string, forced: boolean): Plan {
    const { installed, table, preferred } = this.#options;
    return {
      packs: packsFor({ language, forced }, installed.now.recognizers, table(), preferred()),
      language,
    };
  }

  /** That pack alone, in its newest version. */
  ofPack(id: string, options: Pick<RoutedOptions, "language" | "allowedLanguages">): Plan {
    const { installed } = this.#options;
    const packs = newest(installed.now.recognizers.filter(({ manifest }) => manifest.id === id)).slice(0, 1);
    const language = knownLanguage(options);
    return language === null ? this.forUnknown(packs, options.allowedLanguages ?? null) : { packs, language };
  }

  forLive(options: RoutedLiveOptions): Plan {
    const { allowedLanguages = null } = options;
    const wanted = knownLanguage(options);
    if (wanted !== null) return this.forLanguage(wanted, true);
    const able = this.defaults(allowedLanguages);
    const [first] = able;
    // One that finds the language out by itself might hear one that is not allowed.
    const spoken = first ? languagesOf(first.manifest.languages) : [];
    const isFree = !allowedLanguages || spoken.every((code) => allowedLanguages.includes(code));
    if (isFree) return this.forUnknown(able, allowedLanguages);
    return { packs: able, language: spoken.find((code) => allowedLanguages.includes(code)) ?? null };
  }

  /**
   * Nothing is known and nothing will be found out beforehand: the default pack. One that needs a language is
   * given the first that is allowed, or its own first.
   */
  forUnknown(able: InstalledRecognizer[], allowed: readonly string[] | null): Plan {
    const [first] = able;
    if (!first || capabilitiesOf(first.manifest).languageChoice !== "required")
      return { packs: able, language: null };
    const spoken = languagesOf(first.manifest.languages);
    return { packs: able, language: spoken.find((code) => !allowed || allowed.includes(code)) ?? null };
  }

  /** Packs for an unknown language that recognize something that is allowed. While a new default loads, the old one keeps working. */
  defaults(allowed: readonly string[] | null = null): InstalledRecognizer[] {
    const { installed, table, preferred } = this.#options;
    const able = installed.now.recognizers.filter(
      (pack) => allowed === null || allowed.some((language) => recognizes(pack, language)),
    );
    const packs = packsFor({ language: null, forced: false }, able, table(), preferred());
    const current = able.find(({ identity }) => identity === this.#current()?.identity);
    return current ? [current, ...packs.filter((pack) => pack !== current)] : packs;
  }

  /**
   * Whether the language must be found out before a pack is chosen: not where there is no choice, and not where the
   * default pack finds it out by itself among languages that are all allowed.
   */
  mustIdentify(able: InstalledRecognizer[], allowed: readonly string[] | null): boolean {
    const [first] = able;
    if (!first) return false;
    const spoken = languagesOf(first.manifest.languages);
    const findsOut = spoken.length > 1 && capabilitiesOf(first.manifest).languageChoice !== "required";
    const mayHear = allowed === null || spoken.every((code) => allowed.includes(code));
    if (findsOut && mayHear) return false;
    return able.length > 1 || spoken.length > 1;
  }
}

/** The caller's language, or the only one that is allowed. */
export function knownLanguage({
  language,
  allowedLanguages,
}: Pick<RoutedOptions, "language" | "allowedLanguages">) {
  return language ?? (allowedLanguages?.length === 1 ? (allowedLanguages[0] ?? null) : null);
}
