/**
 * The engine as the rest of the program sees it: each recording goes to the pack that its language's route names, and
 * to the next one where that cannot be loaded.
 */
import { limits } from "../config/limits.ts";
import { deviceName } from "../engine/device.ts";
import type { Engine, EngineStatus, ModelEngine } from "../engine/engine.ts";
import { noWorkers } from "../engine/joined-hosts.ts";
import type { LiveEngine, LiveStream } from "../engine/live.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { languageOf } from "../lib/languages.ts";
import type { Logger } from "../lib/logger.ts";
import { capabilitiesOf } from "../packs/capabilities.ts";
import type { Pack } from "../packs/load-pack.ts";
import type { MarkedWord } from "../text/formatting/punctuation/marked-words.ts";
import type { Checked } from "./check-workers.ts";
import {
  type ChoosablePack,
  choosable,
  codeOf,
  languageNotAvailable,
  languagesOfCatalogue,
  languagesOfPacks,
  notAllowed,
  packsFor,
  streamingFirst,
} from "./choose.ts";
import { identifyLanguage } from "./identify-language.ts";
import { allOf, type InstalledRecognizer, type LoadablePack } from "./installed-packs.ts";
import { type Lease, LoadedPacks, type LoadedPacksOptions, PackUnusable } from "./loaded-packs.ts";
import { knownLanguage, type Plan, Plans, type PlansOptions } from "./plans.ts";
import {
  type HeardWord,
  type MarkOptions,
  type PunctuationChoice,
  Punctuator,
  reasonOf,
} from "./punctuator.ts";
import type { RoutedEngine, RoutedOptions, RoutedRecognition } from "./routed-engine.ts";
import { openRoutedLive, type RoutedLiveOptions } from "./routed-live.ts";

export interface SpeechRouterOptions extends PlansOptions, Omit<LoadedPacksOptions<LoadablePack>, "isKept"> {
  punctuation: PunctuationChoice;
  provider: EngineStatus["provider"];
  /** Whether the default pack is waited for however often something kills it: a server does, a command ends. */
  keepsTrying?: boolean;
  logger: Logger;
  clock: Clock;
}

export class SpeechRouter implements Engine, RoutedEngine, LiveEngine {
  readonly #options: SpeechRouterOptions;
  readonly #loaded: LoadedPacks<LoadablePack>;
  readonly #plans: Plans;
  readonly #punctuator: Punctuator;
  readonly #device: string | null;
  #readiness = Promise.withResolvers<void>();
  #default: InstalledRecognizer | null = null;
  #warming: Promise<void> | null = null;
  #problem: string | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #closed = false;

  constructor(options: SpeechRouterOptions) {
    this.#options = options;
    this.#device = deviceName(options.provider);
    this.#loaded = new LoadedPacks({ ...options, isKept: (pack) => pack === this.#default });
    this.#plans = new Plans(options, () => this.#default);
    this.#punctuator = new Punctuator({ ...options, choice: options.punctuation, loaded: this.#loaded });
    // Nobody need wait for it: `status` says the same.
    this.#readiness.promise.catch(() => {});
    void this.#warmDefault();
  }

  /** Takes up packs that come and go from now on. */
  watch(): void {
    this.#timer = setInterval(() => this.lookAgain(), limits.packsLookEveryMs);
    this.#timer.unref();
  }

  /** Looks at the installed packs now. @param retry also what could not be loaded is tried again. */
  lookAgain({ retry = false } = {}): void {
    const { installed, logger } = this.#options;
    let changed: boolean;
    try {
      changed = installed.lookAgain();
    } catch (error) {
      // The folder may be unreadable for a moment; loaded packs keep working, and the next look finds them.
      logger.error("packs_not_readable", { cause: String(error) });
      return;
    }
    if (retry) this.#loaded.forgetQuarantine();
    for (const pack of this.#loaded.dueAgain(allOf(installed.now))) void this.#tryAgain(pack);
    if (!changed && !retry) return;
    const { recognizers } = installed.now;
    logger.info("packs_changed", { packs: recognizers.map(({ name }) => name).join(" ") });
    this.#loaded.keepOnly(allOf(installed.now));
    void this.#warmDefault();
  }

  /** tiro's codes of the languages that are recognized here; any that may be, as long as no worker has come. */
  languages(): string[] {
    const { installed } = this.#options;
    return installed.awaitsWorkers ? languagesOfCatalogue() : languagesOfPacks(this.recognizers);
  }

  /** Those of `languages` that only workers recognize which are gone. */
  missingLanguages(): string[] {
    const { installed } = this.#options;
    const present = languagesOfPacks(this.recognizers.filter((pack) => installed.isPresent(pack)));
    return languagesOfPacks(this.recognizers).filter((code) => !present.includes(code));
  }

  /** Those that can be asked for by their id: what is installed, and of what is in the box the one that is used. */
  packs(): ChoosablePack[] {
    const able = this.recognizers.filter(
      (pack) => !(pack.spare && pack !== this.defaultPack) && !this.#loaded.isQuarantined(pack),
    );
    return choosable(able.map(({ manifest }) => manifest));
  }

  get recognizers(): readonly InstalledRecognizer[] {
    return this.#options.installed.now.recognizers;
  }

  /** The pack for speech of which nothing is known. Null if none can be used. */
  get defaultPack(): InstalledRecognizer | null {
    return this.#default ?? this.#plans.defaults()[0] ?? null;
  }

  ready(): Promise<void> {
    return this.#readiness.promise;
  }

  async recognize(audio: AsyncIterable<Int16Array>, options: RoutedOptions): Promise<RoutedRecognition> {
    const { allowedLanguages = null } = options;
    const wanted = knownLanguage(options);
    if (options.pack !== undefined)
      return this.#recognize(audio, options, this.#plans.ofPack(options.pack, options));
    if (wanted !== null) return this.#recognize(audio, options, this.#plans.forLanguage(wanted, true));
    const able = this.#plans.defaults(allowedLanguages);
    const [first] = able;
    const { identification } = this.#options.installed.now;
    if (
      !first ||
      !identification ||
      this.#loaded.isQuarantined(identification) ||
      !this.#plans.mustIdentify(able, allowedLanguages)
    )
      return this.#recognize(audio, options, this.#plans.forUnknown(able, allowedLanguages));
    return this.#identifyAndRecognize(audio, options, able, identification);
  }

  /** @throws `engine_unavailable` if only workers that are gone could recognize it; `recognize` would find that out later. */
  requireAvailable(options: Pick<RoutedOptions, "language" | "pack" | "allowedLanguages">): void {
    const { installed } = this.#options;
    const { packs } = this.#plans.forOptions(options);
    const isThere = packs.some((pack) => installed.isPresent(pack));
    if (!isThere && (packs.length > 0 || installed.awaitsWorkers)) throw noWorkers();
  }

  /** By the pack for its language; nobody could wait until an unknown one is found out. @throws as `recognize`. */
  async openLive(options: RoutedLiveOptions): Promise<LiveStream> {
    const { packs, language } = this.#plans.forLive(options);
    const plan = { packs: streamingFirst(packs, language), language };
    const acquired = await this.#acquireFirst(plan, options.signal);
    const punctuate = (words: readonly HeardWord[], wanted: MarkOptions) => this.punctuate(words, wanted);
    return openRoutedLive({ ...acquired, language, punctuate }, options);
  }

  /** Of all packs together. */
  get liveLoad(): { streams: number; places: number } {
    const pack = this.defaultPack;
    return (pack && this.#loaded.engineOf(pack)?.liveLoad) ?? { streams: 0, places: 1 };
  }

  punctuate(words: readonly HeardWord[], options: MarkOptions): Promise<MarkedWord[] | null> {
    return this.#punctuator.punctuate(words, options);
  }

  /**
   * A pack to check the recognizer with, and recognition by that pack alone: the default one, or, where that made room
   * for others, the one used last. A check each minute must not make packs change places.
   */
  checked(): Checked | null {
    const isLoaded = this.#default && this.#loaded.engineOf(this.#default);
    const loaded = isLoaded ? null : this.#loaded.lastUsed(this.recognizers);
    const pack = loaded ?? this.defaultPack;
    if (!pack) return null;
    return {
      pack,
      engine: {
        recognize: (audio, options) =>
          this.#recognize(audio, options, { packs: [pack], language: null, isCheck: true }),
      },
    };
  }

  /** An engine of its own for a pack that is not installed; it counts in no budget, and its caller closes it. */
  startBeside(pack: Pack): ModelEngine {
    return this.#options.startEngine({ ...pack, checksum: null, identity: `beside ${pack.folder}` }, false);
  }

  status(): EngineStatus {
    const { provider } = this.#options;
    const packs = { loaded: this.#loaded.loaded, quarantined: this.#loaded.quarantined };
    const pack = this.defaultPack;
    const engine = pack && this.#loaded.engineOf(pack);
    const common = { provider, device: this.#device, processes: this.#loaded.processes, packs };
    if (this.#closed) return { ...common, state: "stopped", modelId: null, problem: "It was stopped." };
    if (engine) return { ...engine.status(), ...common };
    const modelId = pack?.name ?? null;
    // It made room for others and comes back when it is needed.
    if (this.#default) return { ...common, state: "ready", modelId, problem: null };
    const state = this.#problem === null ? "starting" : "failed";
    return { ...common, state, modelId, problem: this.#problem ?? "The recognizer is starting." };
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#readiness.reject(new TiroError("shutting_down", "The server is stopping."));
    await this.#loaded.close();
  }

  async #identifyAndRecognize(
    audio: AsyncIterable<Int16Array>,
    options: RoutedOptions,
    able: InstalledRecognizer[],
    identification: LoadablePack,
  ): Promise<RoutedRecognition> {
    const { allowedLanguages = null, signal } = options;
    const lease = await this.#tryAcquire(identification, signal);
    // Without it the default pack recognizes, as on a site that has none.
    if (!lease) return this.#recognize(audio, options, this.#plans.forUnknown(able, allowedLanguages));
    const candidates = new Set(
      this.languages().filter((code) => !allowedLanguages || allowedLanguages.includes(code)),
    );
    const identified = await identifyLanguage(lease.engine, audio, candidates, options).finally(
      lease.release,
    );
    const plan =
      identified.language === null
        ? this.#plans.forUnknown(able, allowedLanguages)
        : this.#plans.forLanguage(identified.language, false);
    return this.#recognize(identified.audio, options, plan);
  }

  async #recognize(
    audio: AsyncIterable<Int16Array>,
    options: RoutedOptions,
    plan: Plan,
  ): Promise<RoutedRecognition> {
    const { lease, pack } = await this.#acquireFirst(plan, options.signal);
    try {
      const { allowedLanguages = null, pack: _, ...others } = options;
      const language = plan.language && codeOf(pack, plan.language);
      const recognition = await lease.engine.recognize(audio, { ...others, language });
      const heard = recognition.language === null ? plan.language : languageOf(recognition.language);
      if (heard !== null && allowedLanguages && !allowedLanguages.includes(heard))
        throw notAllowed(heard, allowedLanguages);
      const { confidence } = pack.manifest.decoding;
      const { punctuation: punctuated } = capabilitiesOf(pack.manifest);
      return { ...recognition, language: heard, punctuated, confidence };
    } finally {
      lease.release();
    }
  }

  /** The first pack that can be loaded. @param patient as of `acquire`. @throws what kept the last one from it. */
  async #acquireFirst({ packs, language, isCheck }: Plan, signal: AbortSignal | undefined, patient = false) {
    const { clock } = this.#options;
    const deadline = clock.monotonic() + limits.packMemoryWaitMs;
    let fault: unknown = this.#noPack(language);
    for (const pack of packs) {
      try {
        const waitMs = Math.max(0, deadline - clock.monotonic());
        const lease = await this.#loaded.acquire(pack, signal, { waitMs, patient, isCheck });
        return { lease, pack };
      } catch (error) {
        if (!(error instanceof PackUnusable)) throw error;
        fault = error.fault;
      }
    }
    throw fault;
  }

  /** For a language, the pack was uninstalled since it was checked. */
  #noPack(language: string | null): TiroError {
    if (this.#options.installed.awaitsWorkers) return noWorkers();
    if (language !== null) return languageNotAvailable(language, language);
    return new TiroError("no_model_installed", "No model pack can be used.");
  }

  async #tryAcquire(pack: LoadablePack, signal: AbortSignal | undefined): Promise<Lease | null> {
    try {
      return await this.#loaded.acquire(pack, signal);
    } catch (error) {
      if (error instanceof PackUnusable) return null;
      throw error;
    }
  }

  /** Meanwhile it stays in quarantine, and nobody waits for it. */
  async #tryAgain(pack: LoadablePack): Promise<void> {
    try {
      const { release } = await this.#loaded.acquire(pack, undefined, { again: true });
      release();
      this.#options.logger.info("pack_works_again", { pack: pack.name });
    } catch (error) {
      if (this.#closed) return;
      if (!(error instanceof PackUnusable)) throw error;
    }
    // Also after a failure: the default pack may have made room for it.
    await this.#warmDefault();
    if (pack !== this.#default) this.#loaded.rest(pack);
  }

  /** Loads the default pack, so that the first caller does not wait for it; the next best where it cannot be. */
  #warmDefault(): Promise<void> {
    this.#warming = (this.#warming ?? Promise.resolve()).then(() => this.#warm());
    return this.#warming;
  }

  async #warm(): Promise<void> {
    if (this.#closed) return;
    const { installed, table, preferred, keepsTrying, logger } = this.#options;
    const unknown = { language: null, forced: false };
    const packs = packsFor(unknown, installed.now.recognizers, table(), preferred());
    try {
      const { lease, pack } = await this.#acquireFirst({ packs, language: null }, undefined, keepsTrying);
      lease.release();
      if (this.#default?.identity !== pack.identity) logger.info("default_pack", { pack: pack.name });
      this.#default = pack;
      // A site that had no pack to use has one now.
      if (this.#problem !== null) this.#readiness = Promise.withResolvers<void>();
      this.#problem = null;
      this.#readiness.resolve();
      void this.#punctuator.warmFor(pack);
    } catch (fault) {
      if (this.#closed) return;
      // The old default keeps working while it is there.
      if (this.#default && this.#loaded.engineOf(this.#default)) return;
      this.#default = null;
      this.#problem = reasonOf(fault);
      this.#readiness.reject(fault);
    }
  }
}
