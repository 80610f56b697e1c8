/**
 * The links with one worker's runs. Anybody who has its credentials for the broker can say hello; only who has its sealing key
 * makes a link. The first run that does is the worker until it is lost; a second one at the same time is an impostor, or a
 * copy of the worker's folder on another machine, and gets no work.
 */
import { limits } from "../../config/limits.ts";
import type { WorkerBeat } from "./beats.ts";
import type { Bus } from "./bus.ts";
import { FloodGauge } from "./flood-gauge.ts";
import { Link } from "./link.ts";
import { encodeWho, type Hello, MESSAGE, type Message, readHello, readMessage } from "./messages.ts";
import { subjectsOf } from "./names.ts";
import type { SealingKeys } from "./sealing.ts";

export interface WorkerLinksOptions {
  cluster: string;
  worker: string;
  keys: SealingKeys;
  bus: Bus;
  monotonic(): number;
  /** Why the worker gets no work, for its own log. */
  refused(): string | null;
  /** The worker is there: a run of it has shown its key. */
  onMade(link: Link): void;
  onBeat(beat: WorkerBeat, roundTripMs: number): void;
  /** The link is over, with its streams. */
  onLost(): void;
  onUntrue(what: string): void;
  onFault(fault: unknown): void;
  /** Another run has shown its key, too. */
  onSecond(): void;
  onFlood(floods: boolean): void;
}

const SECOND_REFUSED =
  "Another program uses the name and the keys of this worker. Run each worker on one machine only, or add another worker.";

export class WorkerLinks {
  readonly #options: WorkerLinksOptions;
  readonly #toWorker: string;
  readonly #fromWorker: string;
  /** Made or being made, by their ids. */
  readonly #links = new Map<string, Link>();
  #unsubscribe: () => void;
  #gauge: FloodGauge;
  #floodedSinceMs: number | null = null;
  #current: Link | null = null;

  constructor(options: WorkerLinksOptions) {
    this.#options = options;
    const { toWorker, fromWorker } = subjectsOf(options.cluster, options.worker);
    this.#toWorker = toWorker;
    this.#fromWorker = fromWorker;
    this.#gauge = new FloodGauge(options.monotonic);
    this.#unsubscribe = this.#listen();
    this.#askWho();
  }

  /** The link through which work goes. */
  get current(): Link | null {
    return this.#current;
  }

  /** Once in `limits.workerBeatMs`. Beats are counted, not timed: while this program stands still, none is missed. */
  tick(): void {
    this.#endFlood();
    if (!this.#options.bus.isConnected) return;
    for (const [id, link] of this.#links) {
      if (link.unanswered < limits.workerLostBeats) this.#beat(link);
      else if (link === this.#current) this.lose("does not answer any more", false);
      else this.#links.delete(id);
    }
    if (this.#current === null) this.#askWho();
  }

  /** The connection to the broker was lost or made. */
  busChanged(): void {
    if (this.#options.bus.isConnected) this.#askWho();
    else this.#dropAll("cannot be reached, because the connection to the broker broke");
  }

  /** Whether another run of the worker waits for this one's end. */
  get hasSecond(): boolean {
    return this.#second !== undefined;
  }

  /** @param reason continues after the worker's name. */
  lose(reason: string, planned: boolean): void {
    this.#drop(reason, planned);
    const second = this.#second;
    if (second && this.#options.bus.isConnected) this.#take(second);
  }

  /** The worker hears of it, and is free for another API machine. */
  close(reason: string): void {
    this.#unsubscribe();
    if (this.#options.bus.isConnected) this.#current?.beat(reason, true);
    this.#dropAll(reason);
  }

  get #second(): Link | undefined {
    return [...this.#links.values()].find((link) => link.isMade && link !== this.#current);
  }

  #dropAll(reason: string): void {
    this.#drop(reason, true);
    this.#links.clear();
  }

  #drop(reason: string, planned: boolean): void {
    const link = this.#current;
    if (link === null) return;
    this.#current = null;
    this.#links.delete(idOf(link));
    link.close(reason, planned);
    this.#options.onLost();
  }

  #listen(): () => void {
    return this.#options.bus.subscribe(this.#fromWorker, (bytes) => this.#receive(bytes));
  }

  #askWho(): void {
    this.#publish(encodeWho());
  }

  /** A broken connection is reported by the bus. */
  #publish(message: Uint8Array): void {
    const { bus } = this.#options;
    if (bus.isConnected) bus.publish(this.#toWorker, message);
  }

  #beat(link: Link): void {
    link.beat(link === this.#current || this.#current === null ? this.#options.refused() : SECOND_REFUSED);
  }

  #receive(bytes: Uint8Array): void {
    if (this.#gauge.isFlooded(bytes.byteLength)) this.#beginFlood();
    const message = this.#floodedSinceMs === null ? readMessage(bytes) : null;
    if (message === null) return;
    const link = this.#links.get(message.linkId.toString("hex"));
    if (message.kind === MESSAGE.hello) this.#meet(readHello(message));
    else if (message.kind === MESSAGE.beat && link) this.#receiveBeat(link, message);
    else if (message.kind === MESSAGE.part && link === this.#current) link?.receivePart(message);
  }

  /** A worker takes each of its own nonces once, so that an old hello leads nowhere. */
  #meet(hello: Hello | null): void {
    if (hello === null || !this.#makeRoom(hello)) return;
    const { cluster, worker, keys, monotonic, onUntrue, onFault } = this.#options;
    const publish = (message: Uint8Array) => this.#options.bus.publish(this.#toWorker, message);
    const link = makeLink({
      cluster,
      worker,
      keys,
      hello,
      monotonic,
      publish,
      onFault,
      onUntrue: (what) => {
        if (link === this.#current) onUntrue(what);
        else if (link) this.#links.delete(idOf(link));
      },
    });
    if (link === null) return;
    this.#links.set(idOf(link), link);
    this.#beat(link);
  }

  /** Making a link costs more than asking for it: there are only so many in the time of one beat. */
  #makeRoom({ nonce }: Hello): boolean {
    const all = [...this.#links.values()];
    const same = all.find((link) => link.hello.nonce.equals(nonce));
    const oldest = all.find((link) => !link.isMade && link.unanswered > 1);
    const superseded = same ?? (all.length < limits.workerRuns ? null : oldest);
    if (superseded === null) return true;
    if (superseded === undefined || superseded.isMade || superseded.unanswered <= 1) return false;
    return this.#links.delete(idOf(superseded));
  }

  #receiveBeat(link: Link, message: Message): void {
    const wasMade = link.isMade;
    const received = link.receiveBeat(message);
    if (received === null) return;
    const { beat, roundTripMs } = received;
    if (!wasMade) this.#made(link);
    const isLeaving = beat.state === "leaving";
    if (isLeaving && link !== this.#current) this.#links.delete(idOf(link));
    else if (isLeaving) this.lose("has ended", true);
    else if (link === this.#current) this.#options.onBeat(beat, roundTripMs);
  }

  #made(link: Link): void {
    const isSameRun = this.#current?.hello.workerFresh.equals(link.hello.workerFresh) ?? false;
    if (this.#current !== null && !isSameRun) {
      this.#options.onSecond();
      return;
    }
    // The worker itself gave up the former link.
    this.#drop("has begun anew", true);
    this.#take(link);
  }

  #take(link: Link): void {
    this.#current = link;
    this.#options.onMade(link);
  }

  #beginFlood(): void {
    if (this.#floodedSinceMs !== null) return;
    this.#floodedSinceMs = this.#options.monotonic();
    this.#unsubscribe();
    this.#dropAll("sends more than any worker needs to");
    this.#options.onFlood(true);
  }

  #endFlood(): void {
    const { monotonic } = this.#options;
    if (this.#floodedSinceMs === null || monotonic() - this.#floodedSinceMs < limits.workerFloodPauseMs)
      return;
    this.#floodedSinceMs = null;
    this.#gauge = new FloodGauge(monotonic);
    this.#unsubscribe = this.#listen();
    this.#options.onFlood(false);
  }
}

function idOf(link: Link): string {
  return link.linkId.toString("hex");
}

/** Null for keys that are none, which anybody can send. */
function makeLink(options: ConstructorParameters<typeof Link>[0]): Link | null {
  try {
    return new Link(options);
  } catch {
    return null;
  }
}
