/**
 * A worker's end: says that it is there, shows its key, answers heartbeats, and gives streams to the recognizers of its machine.
 * It has streams of one API machine only, and drops them when that is not heard of any more.
 */
import { createHash, randomBytes } from "node:crypto";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { AgentLink } from "./agent-link.ts";
import type { OpenOnWorker } from "./agent-stream.ts";
import type { Announcement } from "./beats.ts";
import type { Broker } from "./bus.ts";
import { encodeHello, MESSAGE, type Message, NONCE_BYTES, readLink, readMessage } from "./messages.ts";
import { subjectsOf } from "./names.ts";
import { type FreshKey, freshKey, readSealingKeys, type SealingKeys, secretAtWorker } from "./sealing.ts";
import { everyBeat, type Ticker } from "./ticker.ts";
import type { AnnouncedPack, WorkerCapacity } from "./views.ts";

export interface WorkerAgentOptions {
  /** `cluster.name` of the API machine's configuration. */
  cluster: string;
  name: string;
  broker: Broker;
  /** X25519 as PEM: this worker's, private, and the API machine's, public. */
  sealingKey: string;
  apiSealingKey: string;
  /** Of this program. */
  version: string;
  provider: "cpu" | "cuda";
  device: string | null;
  cores: number;
  capacity(): WorkerCapacity;
  packs(): readonly AnnouncedPack[];
  openStream: OpenOnWorker;
  logger: Logger;
  clock: Clock;
  /** The program's timer by default. */
  every?: Ticker;
}

export interface WorkerAgent {
  /** Whether the API machine is there, and why it sends no work if it says so. */
  readonly status: { isLinked: boolean; streams: number; refused: string | null };
  /** Packs or places changed. */
  announce(): void;
  /** Takes no more. Resolves when the last recording is finished; live streams go elsewhere at once. */
  drain(): Promise<void>;
  /** Ends its streams, which go elsewhere, and the connection to the broker. */
  close(): Promise<void>;
}

/** Attempts to make a link that are looked at, and questions that are answered, in the time of one beat. */
const TRIES_PER_BEAT = 8;

/** With so many beats missing, an API machine that was started anew may have its place. */
const BEATS_OF_A_LIVE_LINK = 2;
/** The rest of an announcement is smaller. */
const ANNOUNCEMENT_REST_BYTES = 1_024;

export function openWorkerAgent(options: WorkerAgentOptions): WorkerAgent {
  return new Agent(options);
}

class Agent implements WorkerAgent {
  readonly #options: WorkerAgentOptions;
  readonly #keys: SealingKeys;
  /** Of this run: it is in memory only. */
  readonly #fresh: FreshKey = freshKey();
  readonly #endings: (() => void)[];
  readonly #toApi: string;
  #link: AgentLink | null = null;
  /** Beats that did not come. */
  #missed = 0;
  /** Makes each link a new one: a recorded `link` message does not open twice. */
  #nonce = randomBytes(NONCE_BYTES);
  #linksTried = 0;
  #whosAnswered = 0;
  #state: "working" | "draining" | "leaving" = "working";
  #refused: string | null = null;
  #announcementWord = "";
  readonly #drained = Promise.withResolvers<void>();

  constructor(options: WorkerAgentOptions) {
    this.#options = options;
    this.#keys = readSealingKeys(options.sealingKey, options.apiSealingKey);
    const { broker, every = everyBeat } = options;
    const { toWorker, fromWorker } = subjectsOf(options.cluster, options.name);
    this.#toApi = fromWorker;
    this.#nameAnnouncement();
    this.#endings = [
      broker.subscribe(toWorker, (bytes) => this.#receive(bytes)),
      broker.onChange(() => this.#busChanged()),
      every(() => this.#tick()),
    ];
    this.#sayHello();
  }

  get status() {
    return { isLinked: this.#link !== null, streams: this.#link?.streams ?? 0, refused: this.#refused };
  }

  announce(): void {
    this.#nameAnnouncement();
    this.#link?.beat();
  }

  drain(): Promise<void> {
    if (this.#state === "working") this.#state = "draining";
    this.#link?.beat();
    this.#link?.moveLive();
    this.#noteFree();
    return this.#drained.promise;
  }

  async close(): Promise<void> {
    for (const end of this.#endings) end();
    this.#state = "leaving";
    this.#link?.beat();
    this.#unlink();
    await this.#options.broker.close();
  }

  get #announcement(): Announcement {
    const { provider, device, cores, capacity, packs } = this.#options;
    return { provider, device, cores, capacity: capacity(), packs: fitting(packs()) };
  }

  #nameAnnouncement(): void {
    const { packs, logger } = this.#options;
    const announcement = this.#announcement;
    const left = packs().length - announcement.packs.length;
    if (left > 0) logger.error("worker_packs_too_many", { notAnnounced: left });
    const said = JSON.stringify(announcement);
    this.#announcementWord = createHash("sha256").update(said).digest("hex").slice(0, 32);
  }

  #tick(): void {
    this.#linksTried = 0;
    this.#whosAnswered = 0;
    if (this.#link && this.#missed++ >= limits.workerLostBeats) {
      this.#options.logger.warn("cluster_lost", { streams: this.#link.streams });
      this.#unlink();
    }
    if (this.#link === null) this.#sayHello();
  }

  #busChanged(): void {
    if (!this.#options.broker.isConnected) this.#unlink();
    else this.#sayHello();
  }

  #sayHello(): void {
    const { broker } = this.#options;
    const hello = { workerFresh: this.#fresh.publicBytes, nonce: this.#nonce };
    if (broker.isConnected) broker.publish(this.#toApi, encodeHello(hello));
  }

  #receive(bytes: Uint8Array): void {
    const message = readMessage(bytes);
    if (message === null) return;
    if (message.kind === MESSAGE.link) this.#meet(message);
    else if (message.kind === MESSAGE.who) this.#answerWho();
    else if (!this.#link?.id.equals(message.linkId)) return;
    else if (message.kind === MESSAGE.part) this.#link.receivePart(message);
    else if (message.kind === MESSAGE.beat && this.#link.receiveBeat(message)) this.#missed = 0;
  }

  /** One API machine has it: another one, such as a backup that was put to work beside it, does not take it away. */
  get #isTaken(): boolean {
    return this.#link !== null && this.#missed < BEATS_OF_A_LIVE_LINK;
  }

  #answerWho(): void {
    if (!this.#isTaken && this.#whosAnswered++ < TRIES_PER_BEAT) this.#sayHello();
  }

  /** Anyone who can publish to this worker can send this; only the API machine can seal it. */
  #meet(message: Message): void {
    const said = readLink(message);
    if (said === null || this.#isTaken || !said.workerFresh.equals(this.#fresh.publicBytes)) return;
    if (this.#linksTried++ >= TRIES_PER_BEAT) return;
    const link = this.#makeLink(Buffer.from(message.linkId), said.apiFresh);
    // The old link ends before the new one's first beat is answered.
    const before = this.#link;
    if (!link?.receiveBeat({ sequence: 0, header: said.head, body: said.sealed })) return;
    before?.close();
    this.#nonce = randomBytes(NONCE_BYTES);
    this.#missed = 0;
    this.#link = link;
    this.#options.logger.info("cluster_linked");
  }

  #makeLink(linkId: Buffer, apiFresh: Buffer): AgentLink | null {
    const { cluster, name, broker, version, clock, openStream } = this.#options;
    const nonce = this.#nonce;
    const meeting = { cluster, worker: name, linkId, nonce, apiFresh, workerFresh: this.#fresh.publicBytes };
    let secret: Buffer;
    try {
      secret = secretAtWorker(this.#keys, this.#fresh.privateKey, meeting);
    } catch {
      // The key is none.
      return null;
    }
    return new AgentLink({
      linkId,
      secret,
      publish: (bytes) => broker.publish(this.#toApi, bytes),
      announcement: () => this.#announcement,
      self: () => ({
        version,
        announcement: this.#announcementWord,
        state: this.#state,
        nowMs: clock.now(),
      }),
      open: openStream,
      onRefused: (why) => this.#noteRefused(why),
      onFree: () => this.#noteFree(),
      onLeaving: () => this.#unlink(),
    });
  }

  #unlink(): void {
    const link = this.#link;
    this.#link = null;
    this.#missed = 0;
    this.#refused = null;
    link?.close();
    this.#noteFree();
  }

  #noteRefused(why: string | null): void {
    if (why !== null && why !== this.#refused) this.#options.logger.error("cluster_refuses_worker", { why });
    this.#refused = why;
  }

  #noteFree(): void {
    if (this.#state === "draining" && (this.#link?.streams ?? 0) === 0) this.#drained.resolve();
  }
}

/** The first ones, as many as can be announced at once. */
function fitting(packs: readonly AnnouncedPack[]): AnnouncedPack[] {
  let bytes = ANNOUNCEMENT_REST_BYTES;
  const fit = packs.filter((pack) => {
    bytes += Buffer.byteLength(JSON.stringify(pack)) + 1;
    return bytes <= limits.workerAnnouncementBytes;
  });
  return fit.slice(0, limits.workerPacks);
}
