/** A worker's offer: its packs, each announced once it was heard to work, and streams into them. */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { AudioStream } from "../engine/carried-recording.ts";
import type { HostedEngine } from "../engine/hosted-engine.ts";
import type { HostListener } from "../engine/hosts.ts";
import { LiveLoad } from "../engine/live-load.ts";
import { readMachine } from "../engine/machine.ts";
import { expectedShare } from "../engine/open-live.ts";
import type { Opening } from "../engine/protocol.ts";
import { recordingsAtOnce, sizeEngine } from "../engine/sizing.ts";
import { type SpeakerHosts, speakerPlaces } from "../engine/speakers/speaker-hosts.ts";
import type { WorkerSettled } from "../engine/workers/answer-check.ts";
import type { AnnouncedPack, WorkerCapacity } from "../engine/workers/views.ts";
import { TiroError } from "../lib/errors.ts";
import { announcementOf } from "../packs/announced.ts";
import { checkRecording } from "../packs/builtin.ts";
import type { CheckRecording } from "../packs/load-pack.ts";
import { isRecognizer } from "../packs/manifest.ts";
import { packsFor } from "./choose.ts";
import { defaultRecognizer, packBudgetBytes } from "./default-recognizer.ts";
import { allOf, InstalledPacks, isHere, type LoadablePack } from "./installed-packs.ts";
import { LoadedPacks, PackUnusable } from "./loaded-packs.ts";
import { packCost } from "./model-of-pack.ts";
import { packPlaces } from "./open-router.ts";
import { openSpeakerHosts, speakerPacksOf } from "./open-speakers.ts";
import { reasonOf } from "./punctuator.ts";
import { routeTable } from "./routes.ts";
import { engineStarter, memoryOf, type StartingOptions } from "./start-engine.ts";

export interface LentPacksOptions
  extends Omit<StartingOptions, "installed" | "liveLoad" | "cluster" | "config"> {
  config: Config;
  /** @throws what shows that the pack cannot be used; it is not announced then. */
  hears: (engine: HostedEngine, recording: CheckRecording, signal: AbortSignal) => Promise<void>;
  /** Called when others should know of other packs than before. */
  onChange: () => void;
}

type Listener = HostListener<WorkerSettled>;

export class LentPacks {
  readonly #options: LentPacksOptions;
  readonly #installed: InstalledPacks;
  readonly #loaded: LoadedPacks<LoadablePack, HostedEngine>;
  readonly #speakers: SpeakerHosts;
  readonly #speakerPack: AnnouncedPack;
  /** Those that were heard to work, by identity. */
  readonly #proven = new Map<string, AnnouncedPack>();
  /** Those that were tried in vain, and when: they are tried again after a while, or if somebody asks for it. */
  readonly #failedAt = new Map<string, number>();
  readonly #closing = new AbortController();
  #looking: Promise<void> = Promise.resolve();

  constructor(options: LentPacksOptions) {
    this.#options = options;
    const { config } = options;
    this.#installed = new InstalledPacks(packPlaces(config), defaultRecognizer(config.models).id);
    const liveLoad = new LiveLoad(readMachine().cores);
    this.#loaded = new LoadedPacks<LoadablePack, HostedEngine>({
      ...options,
      budgetBytes: packBudgetBytes(config.models),
      expectedBytes: memoryOf,
      startEngine: engineStarter({ ...options, installed: this.#installed, liveLoad }),
      isKept: ({ identity }) => identity === this.#packs[0]?.identity,
    });
    this.#speakers = openSpeakerHosts(config, options, options.logger);
    const { id, checksum } = speakerPacksOf(config);
    this.#speakerPack = { id, checksum, manifest: "" };
  }

  announced(): AnnouncedPack[] {
    const packs = this.#packs.filter((pack) => !this.#loaded.isQuarantined(pack));
    const proven = packs.flatMap(({ identity }) => this.#proven.get(identity) ?? []);
    return proven.length === 0 ? [] : [...proven, this.#speakerPack];
  }

  /** At once, by what the first pack takes. */
  capacity(): WorkerCapacity {
    const machine = readMachine();
    const [first] = this.#packs.filter(isHere);
    const cost = first ? packCost(first) : { weightBytes: 0, decodeBytes: 0 };
    return {
      recordings: recordingsAtOnce(sizeEngine(this.#options.config.engine, cost, machine)),
      live: new LiveLoad(machine.cores).places(expectedShare(first?.manifest ?? { kind: "" })),
      speakers: speakerPlaces(machine),
    };
  }

  /** Takes up packs that came and went. Resolves when each was tried. @param retry also those that failed before. */
  lookAgain({ retry = false } = {}): Promise<void> {
    if (retry) {
      this.#failedAt.clear();
      this.#loaded.forgetQuarantine();
    }
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  /** @throws TiroError `engine_unavailable` if the pack is not there or cannot be loaded; the signal's reason. */
  async openStream(
    packId: string,
    checksum: string,
    opening: Opening,
    listener: Listener,
    signal: AbortSignal,
  ): Promise<AudioStream> {
    const isCalled = (pack: AnnouncedPack) => pack.id === packId && pack.checksum === checksum;
    if (isCalled(this.#speakerPack)) return this.#speakers.open(opening, listener, signal);
    const pack = this.#packs.find(({ identity }) => {
      const proven = this.#proven.get(identity);
      return proven !== undefined && isCalled(proven);
    });
    if (!pack) throw new TiroError("engine_unavailable", `This worker does not have ${packId}.`);
    const { engine, release } = await this.#acquire(pack, signal);
    try {
      const stream = await engine.hosts.open(opening, releasing(listener, release), signal);
      const abort = () => {
        stream.abort();
        release();
      };
      return { id: stream.id, send: (frame) => stream.send(frame), end: () => stream.end(), abort };
    } catch (error) {
      release();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new TiroError("shutting_down", "The worker is stopping."));
    this.#speakers.close();
    await this.#loaded.close();
    await this.#looking;
  }

  /** All that may be loaded, the one for speech of which nothing is known in front. */
  get #packs(): LoadablePack[] {
    const { now } = this.#installed;
    const { routes, pack: preferred } = this.#options.config.models;
    const [first] = packsFor(
      { language: null, forced: false },
      now.recognizers,
      routeTable(routes),
      preferred,
    );
    return [...new Set([...(first ? [first] : []), ...allOf(now)])];
  }

  async #look(): Promise<void> {
    const { logger, onChange } = this.#options;
    const before = JSON.stringify(this.announced());
    try {
      this.#installed.lookAgain();
    } catch (error) {
      // The folder may be unreadable for a moment; loaded packs keep working, and the next look finds them.
      logger.error("packs_not_readable", { cause: String(error) });
      return;
    }
    this.#loaded.keepOnly(this.#packs);
    for (const pack of this.#packs.filter(isHere)) {
      if (this.#isDue(pack) && !this.#closing.signal.aborted) await this.#prove(pack);
    }
    if (JSON.stringify(this.announced()) !== before) onChange();
  }

  #isDue(pack: LoadablePack): boolean {
    const { identity } = pack;
    const failedAt = this.#failedAt.get(identity) ?? Number.NEGATIVE_INFINITY;
    const isLong = this.#options.clock.monotonic() - failedAt >= limits.packTriedAgainMs;
    return isLong && (!this.#proven.has(identity) || this.#loaded.isQuarantined(pack));
  }

  async #prove(pack: LoadablePack & { folder: string }): Promise<void> {
    const { config, hears, logger, clock, onChange } = this.#options;
    const { manifest } = pack;
    const { signal } = this.#closing;
    this.#loaded.forgetQuarantine(pack);
    this.#proven.delete(pack.identity);
    try {
      const { engine, release } = await this.#acquire(pack, signal);
      try {
        // Other packs have answered when they are loaded.
        if (isRecognizer(manifest))
          await hears(engine, checkRecording({ ...pack, manifest }, config.data.dir), signal);
      } finally {
        release();
        // As on a server, only the first pack is loaded before anybody needs it.
        this.#loaded.rest(pack);
      }
      this.#proven.set(pack.identity, announcementOf(pack));
      logger.info("pack_announced", { pack: pack.name });
      onChange();
    } catch (error) {
      if (signal.aborted) return;
      this.#failedAt.set(pack.identity, clock.monotonic());
      logger.error("pack_not_announced", { pack: pack.name, cause: reasonOf(error) });
    }
  }

  /** @throws what keeps the pack from being used. */
  async #acquire(pack: LoadablePack, signal: AbortSignal) {
    try {
      return await this.#loaded.acquire(pack, signal);
    } catch (error) {
      // Set aside, it is announced no more.
      this.#options.onChange();
      throw error instanceof PackUnusable ? error.fault : error;
    }
  }
}

function releasing(listener: Listener, release: () => void): Listener {
  return {
    settled: (settled) => listener.settled(settled),
    heard: (heard) => listener.heard?.(heard),
    done: () => {
      release();
      listener.done();
    },
    gone: (reason, planned) => {
      release();
      listener.gone(reason, planned);
    },
  };
}
