/** The API end's link to one run of a worker: beats and streams, under one secret. A lost link takes its streams along. */
import { randomBytes } from "node:crypto";
import { limits } from "../../config/limits.ts";
import { FRAME, ProtocolError } from "../protocol.ts";
import { UntrueAnswer } from "./answer-check.ts";
import { BeatLane, type StreamOpening, type WorkerBeat, workerBeatSchema } from "./beats.ts";
import { Channel, LostMessage, type WorkerFrame } from "./channel.ts";
import { encodeLinkHead, type Hello, LINK_ID_BYTES, type Message } from "./messages.ts";
import { type FreshKey, freshKey, type SealingKeys, secretAtApi } from "./sealing.ts";

/** A stream of the link, whatever is in it. */
export interface LinkStream {
  readonly channel: Channel;
  /** Once in `limits.workerBeatMs`. */
  tick(): void;
  /** Each message of the stream, before it is read. @throws UntrueAnswer */
  noteMessage(bytes: number): void;
  /** @throws UntrueAnswer */
  take(frame: WorkerFrame): void;
  /** Called once; the stream is not in the link any more. */
  lost(reason: string, planned: boolean): void;
}

interface Held {
  stream: LinkStream;
  /** The beat that was the next when it was opened. */
  firstBeat: number;
  /** Beats of the worker that did not list it, one after the other. */
  unlisted: number;
}

export interface LinkOptions {
  cluster: string;
  worker: string;
  keys: SealingKeys;
  hello: Hello;
  monotonic(): number;
  /** @throws Error if the connection is broken. */
  publish(message: Uint8Array): void;
  /** The worker lied; a sentence continues after its name. */
  onUntrue(what: string): void;
  /** Something else went wrong with an answer, which is this program's fault. */
  onFault(fault: unknown): void;
}

/** Messages on their way at one beat have arrived at the next. */
const UNLISTED_MOST = 2;
/** The times of so many beats are kept for the round trip. */
const TIMES_KEPT = limits.workerLostBeats + 1;

export class Link {
  readonly linkId = randomBytes(LINK_ID_BYTES);
  readonly hello: Hello;
  readonly #options: LinkOptions;
  readonly #fresh: FreshKey = freshKey();
  readonly #secret: Buffer;
  readonly #beats: BeatLane;
  readonly #beatTimes: { beat: number; atMs: number }[] = [];
  readonly #streams = new Map<number, Held>();
  #nextStream = 1;
  /** The newest beat that was answered; −1 while none was. */
  #answered = -1;
  #over = false;

  /** @throws Error on keys that are none. */
  constructor(options: LinkOptions) {
    this.#options = options;
    const { cluster, worker, keys, hello } = options;
    // The message that they came in need not be kept.
    this.hello = { workerFresh: Buffer.from(hello.workerFresh), nonce: Buffer.from(hello.nonce) };
    const meeting = {
      cluster,
      worker,
      linkId: this.linkId,
      apiFresh: this.#fresh.publicBytes,
      ...this.hello,
    };
    this.#secret = secretAtApi(keys, this.#fresh.privateKey, meeting);
    this.#beats = new BeatLane({ linkId: this.linkId, secret: this.#secret, side: "api" });
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** Whether the worker has shown that it has its key. */
  get isMade(): boolean {
    return this.#answered >= 0;
  }

  /** Of so many beats, the last ones, there is no answer. */
  get unanswered(): number {
    return this.#beats.sent - 1 - this.#answered;
  }

  /** @throws Error if the connection is broken. */
  beat(refused: string | null, leaving = false): void {
    const { publish, monotonic } = this.#options;
    for (const { stream } of [...this.#streams.values()]) stream.tick();
    const streams = [...this.#streams].map(([stream, held]) => ({
      stream,
      ...countsOf(held.stream.channel),
    }));
    this.#beatTimes.push({ beat: this.#beats.sent, atMs: monotonic() });
    if (this.#beatTimes.length > TIMES_KEPT) this.#beatTimes.shift();
    const isFirst = this.#beats.sent === 0;
    const head = encodeLinkHead(this.linkId, this.#fresh.publicBytes, this.hello.workerFresh);
    publish(this.#beats.seal({ streams, refused, leaving }, isFirst ? head : undefined));
  }

  /** Null for what the worker did not send now: anybody may repeat or invent beats. */
  receiveBeat(message: Message): { beat: WorkerBeat; roundTripMs: number } | null {
    if (this.#over) return null;
    const beat = this.#beats.open(workerBeatSchema, message);
    if (beat === null) return null;
    if (beat === "untrue" || beat.answers >= this.#beats.sent) {
      this.#options.onUntrue("sends heartbeats of another shape");
      return null;
    }
    // One that was held back says nothing about now.
    const asked = this.#beatTimes.find((time) => time.beat === beat.answers);
    if (asked === undefined) return null;
    this.#answered = Math.max(this.#answered, beat.answers);
    this.#compareStreams(beat);
    return { beat, roundTripMs: this.#options.monotonic() - asked.atMs };
  }

  receivePart(message: Message): void {
    const held = this.#streams.get(message.stream);
    if (held === undefined) return;
    this.#guard(message.stream, held.stream, () => {
      const frame = held.stream.channel.receive(message);
      held.stream.noteMessage(message.body.byteLength);
      if (frame !== null) held.stream.take(frame);
    });
  }

  /** @throws Error if the connection is broken. */
  open<T extends LinkStream>(
    opening: StreamOpening,
    frameBytes: number,
    make: (channel: Channel, leave: () => void) => T,
  ): T {
    const { publish } = this.#options;
    const id = this.#nextStream++;
    const channel = new Channel(
      { linkId: this.linkId, secret: this.#secret, side: "api", publish },
      id,
      frameBytes,
    );
    channel.send(FRAME.open, Buffer.from(JSON.stringify(opening)));
    const stream = make(channel, () => this.#streams.delete(id));
    this.#streams.set(id, { stream, firstBeat: this.#beats.sent, unlisted: 0 });
    return stream;
  }

  /** Gives up the streams that `which` picks, which then look for another place. */
  lose(reason: string, planned: boolean, which: (stream: LinkStream) => boolean = () => true): void {
    for (const [id, { stream }] of [...this.#streams])
      if (which(stream)) {
        this.#streams.delete(id);
        stream.lost(reason, planned);
      }
  }

  close(reason: string, planned: boolean): void {
    this.#over = true;
    this.lose(reason, planned);
  }

  #compareStreams({ answers, streams }: WorkerBeat): void {
    const sent = new Map(streams.map((each) => [each.stream, each.sent]));
    for (const [id, held] of this.#streams) {
      if (held.firstBeat > answers) continue;
      const sentByWorker = sent.get(id);
      held.unlisted = sentByWorker === undefined ? held.unlisted + 1 : 0;
      this.#guard(id, held.stream, () => {
        if (held.unlisted >= UNLISTED_MOST) throw new LostMessage("it does not have the stream any more");
        if (sentByWorker !== undefined) held.stream.channel.expect(sentByWorker);
      });
    }
  }

  /** Nothing that a worker sends is of any consequence beyond its own stream, or beyond its own link if it lies. */
  #guard(id: number, stream: LinkStream, receive: () => void): void {
    try {
      receive();
    } catch (fault) {
      const { message } = fault as Error;
      if (this.#streams.delete(id)) stream.lost(message, false);
      if (fault instanceof UntrueAnswer) this.#options.onUntrue(fault.message);
      else if (fault instanceof ProtocolError) this.#options.onUntrue("sends messages of another shape");
      else if (!(fault instanceof LostMessage)) this.#options.onFault(fault);
    }
  }
}

export function countsOf({ sent, received }: Channel) {
  return { sent, received };
}
