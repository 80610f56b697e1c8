/** One registered worker, seen from the machine with the API: there or lost, believed or refused, and with what packs. */
import { limits } from "../../config/limits.ts";
import type { Logger } from "../../lib/logger.ts";
import { askForAnnouncement } from "./announcement.ts";
import type { Announcement, WorkerBeat } from "./beats.ts";
import type { Bus } from "./bus.ts";
import type { Link } from "./link.ts";
import { worksWith } from "./releases.ts";
import { RemoteStream } from "./remote-stream.ts";
import type { SealingKeys } from "./sealing.ts";
import type { WorkerCapacity, WorkerFigures, WorkerState, WorkerView } from "./views.ts";
import { WorkerLinks } from "./worker-links.ts";

export interface RemoteWorkerOptions {
  cluster: string;
  name: string;
  keys: SealingKeys;
  /** Of this program. */
  version: string;
  bus: Bus;
  logger: Logger;
  monotonic(): number;
  now(): number;
  /** Called when it takes more work than before, or less, or something of its view changed. */
  onChange(): void;
}

const NO_CAPACITY = { recordings: 0, live: 0, speakers: 0 };

export class RemoteWorker {
  readonly figures: WorkerFigures = { audioSeconds: 0, lostStreams: 0, roundTripMs: null };
  /** Streams that take places. */
  readonly inUse: WorkerCapacity = { ...NO_CAPACITY };
  readonly #options: RemoteWorkerOptions;
  readonly #links: WorkerLinks;
  #announcement: Announcement | null = null;
  /** Names the announcement that was asked for last. */
  #askedFor: string | null = null;
  #beat: WorkerBeat | null = null;
  #seenAtMs: number | null = null;
  #skewMs = 0;
  #drains = false;
  #floods = false;
  /** Why it gets no work, a sentence: this link, and any other one until then. */
  #refusal: { why: string; link: Link | null; untilMs: number } | null = null;
  /** Packs of which it gets no work, and why. */
  readonly #refusedPacks = new Map<string, string>();

  constructor(options: RemoteWorkerOptions) {
    this.#options = options;
    const { logger, name } = options;
    this.#links = new WorkerLinks({
      ...options,
      worker: name,
      refused: () => this.#refusal?.why ?? null,
      onMade: () => this.#begin(),
      onBeat: (beat, roundTripMs) => this.#noteBeat(beat, roundTripMs),
      onLost: () => this.#noteLost(),
      onUntrue: (what) =>
        this.#refuse(
          `It ${what}, which no worker does: the program there is not tiro, or broken.`,
          limits.workerUntrueMs,
        ),
      onFault: (fault) => logger.error("worker_answer_failed", { worker: name, problem: String(fault) }),
      onSecond: () => this.#noteSecond(),
      onFlood: (floods) => this.#noteFlood(floods),
    });
  }

  get name(): string {
    return this.#options.name;
  }

  /** The link to open streams in; null while it takes no work. */
  get link(): Link | null {
    return this.state === "ready" ? this.#links.current : null;
  }

  get announcement(): Announcement | null {
    return this.#announcement;
  }

  get state(): WorkerState {
    if (this.#floods) return "refused";
    if (this.#links.current === null) return this.#seenAtMs === null ? "unseen" : "lost";
    if (this.#refusal !== null) return "refused";
    if (this.#drains || this.#beat?.state === "draining") return "draining";
    return this.#announcement === null ? "unseen" : "ready";
  }

  get view(): WorkerView {
    const announced = this.#announcement;
    return {
      name: this.name,
      state: this.state,
      problem: this.#problem,
      version: this.#beat?.version ?? null,
      provider: announced?.provider ?? null,
      device: announced?.device ?? null,
      cores: announced?.cores ?? null,
      capacity: announced?.capacity ?? NO_CAPACITY,
      streams: this.#links.current?.streams ?? 0,
      lastSeenMs: this.#seenAtMs === null ? null : this.#options.monotonic() - this.#seenAtMs,
      skewSeconds: this.#beat === null ? null : Math.round(this.#skewMs / 1000),
      packs: announced?.packs ?? [],
      figures: { ...this.figures },
    };
  }

  has(packId: string, checksum: string): boolean {
    if (this.#refusedPacks.has(packId)) return false;
    return (
      this.#announcement?.packs.some((pack) => pack.id === packId && pack.checksum === checksum) ?? false
    );
  }

  /** @param why null takes it back. */
  refusePack(packId: string, why: string | null): void {
    if ((this.#refusedPacks.get(packId) ?? null) === why) return;
    if (why === null) this.#refusedPacks.delete(packId);
    else {
      this.#refusedPacks.set(packId, why);
      this.#options.logger.warn("worker_pack_refused", { worker: this.name, pack: packId, why });
    }
    this.#options.onChange();
  }

  /** Draining, it takes no more; recordings are finished, and live streams, which could last for hours, move. */
  setDraining(drains: boolean): void {
    if (drains === this.#drains) return;
    this.#drains = drains;
    if (drains) this.#moveLive();
    this.#options.onChange();
  }

  /** Once in `limits.workerBeatMs`. */
  tick(): void {
    this.#links.tick();
  }

  busChanged(): void {
    this.#links.busChanged();
  }

  /** @param reason ends the streams; it continues after the worker's name. */
  close(reason: string): void {
    this.#links.close(reason);
  }

  get #problem(): string | null {
    if (this.#floods) return "It sends more than any worker needs to, and is not listened to for a while.";
    if (this.#refusal !== null) return this.#refusal.why;
    if (this.#links.hasSecond)
      return "A second program uses its name and its keys, and is refused. Run each worker on one machine only.";
    const [pack] = this.#refusedPacks;
    if (pack) return `Its pack ${pack[0]} is not used: ${pack[1]}`;
    if (this.state === "lost") return "It does not answer: it is not running, or cannot reach the broker.";
    if (this.#announcement?.packs.length === 0)
      return "It offers no pack: it still tries them, has none, or none works there. Its log says which.";
    return null;
  }

  #begin(): void {
    this.#announcement = null;
    this.#askedFor = null;
    this.#refusedPacks.clear();
    this.#options.logger.info("worker_connected", { worker: this.name });
    this.#options.onChange();
  }

  #noteBeat(beat: WorkerBeat, roundTripMs: number): void {
    const { monotonic, now, version } = this.#options;
    const before = this.state;
    this.#beat = beat;
    this.#seenAtMs = monotonic();
    this.#skewMs = beat.nowMs - now();
    this.figures.roundTripMs = roundTripMs;
    this.#forgive();
    if (!worksWith(version, beat.version))
      this.#refuse(
        `It runs release ${beat.version} and this machine ${version}: they may differ by one minor release. Upgrade the older one.`,
      );
    else if (beat.announcement !== this.#askedFor) this.#ask(beat.announcement);
    if (beat.state === "draining") this.#moveLive();
    if (this.state !== before) this.#options.onChange();
  }

  #ask(word: string): void {
    const link = this.#links.current;
    if (link === null || this.#refusal !== null) return;
    this.#askedFor = word;
    askForAnnouncement(link, (announcement) => {
      if (link !== this.#links.current) return;
      // Lost, it is asked for again at the next beat.
      if (announcement === null) this.#askedFor = null;
      else this.#announcement = announcement;
      this.#refusedPacks.clear();
      this.#options.onChange();
    });
  }

  #moveLive(): void {
    const isLive = (stream: unknown) => stream instanceof RemoteStream && stream.isLive;
    this.#links.current?.lose("takes no more work", true, isLive);
  }

  #noteLost(): void {
    this.#options.logger.warn("worker_lost", { worker: this.name });
    this.#announcement = null;
    this.#options.onChange();
  }

  #noteSecond(): void {
    this.#options.logger.warn("worker_second_refused", { worker: this.name });
    this.#options.onChange();
  }

  #noteFlood(floods: boolean): void {
    this.#floods = floods;
    if (floods) this.#options.logger.warn("worker_floods", { worker: this.name });
    this.#options.onChange();
  }

  #refuse(why: string, forMs = 0): void {
    if (this.#refusal !== null) return;
    const link = this.#links.current;
    this.#refusal = { why, link, untilMs: this.#options.monotonic() + forMs };
    this.#options.logger.error("worker_refused", { worker: this.name, why });
    link?.lose("is refused", true);
    this.#options.onChange();
  }

  /** Started anew, it may have been mended. */
  #forgive(): void {
    if (this.#refusal === null || this.#refusal.link === this.#links.current) return;
    if (this.#options.monotonic() >= this.#refusal.untilMs) this.#refusal = null;
  }
}
