/** A worker's link to one run of the API machine: its heartbeats, and the streams that it opened. */
import { limits } from "../../config/limits.ts";
import { FRAME } from "../protocol.ts";
import { AgentStream, type OpenOnWorker } from "./agent-stream.ts";
import {
  type Announcement,
  type ApiBeat,
  apiBeatSchema,
  BeatLane,
  parsed,
  type StreamOpening,
  streamOpeningSchema,
  WORKER_FRAME,
  type WorkerBeat,
} from "./beats.ts";
import { Channel, type WorkerFrame } from "./channel.ts";
import { countsOf } from "./link.ts";
import type { Message } from "./messages.ts";

export interface AgentLinkOptions {
  linkId: Buffer;
  secret: Buffer;
  /** @throws Error if the connection is broken. */
  publish(message: Uint8Array): void;
  announcement(): Announcement;
  /** The worker's own part of a beat. */
  self(): Pick<WorkerBeat, "version" | "announcement" | "state" | "nowMs">;
  open: OpenOnWorker;
  /** Why the API machine sends no work, as its last beat says. */
  onRefused(why: string | null): void;
  /** A stream has ended. */
  onFree(): void;
  /** The API machine ends, and the link with it. */
  onLeaving(): void;
}

interface Held {
  stream: AgentStream;
  /** Beats of the API machine that did not list it, one after the other. */
  unlisted: number;
}

/** Messages on their way at one beat have arrived at the next. */
const UNLISTED_MOST = 2;
const NOT_UNDERSTOOD = { reason: "does not know what it is asked for", planned: false };

export class AgentLink {
  readonly #options: AgentLinkOptions;
  readonly #beats: BeatLane;
  readonly #streams = new Map<number, Held>();
  /** Numbers rise: one that is past is not opened again. */
  #newestStream = 0;
  /** One whose opening is not whole yet. */
  #opening: { stream: number; channel: Channel } | null = null;
  #answers = 0;

  constructor(options: AgentLinkOptions) {
    this.#options = options;
    const { linkId, secret } = options;
    this.#beats = new BeatLane({ linkId, secret, side: "worker" });
  }

  get id(): Buffer {
    return this.#options.linkId;
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** @returns whether it is a beat of the API machine that did not come before. */
  receiveBeat(message: Pick<Message, "sequence" | "header" | "body">): boolean {
    const beat = this.#beats.open(apiBeatSchema, message);
    if (beat === null || beat === "untrue") return false;
    this.#answers = message.sequence;
    this.#options.onRefused(beat.refused);
    if (beat.leaving) this.#options.onLeaving();
    else {
      this.#compareStreams(beat);
      this.beat();
    }
    return true;
  }

  /** A broken connection ends the link. */
  beat(): void {
    const { self, publish } = this.#options;
    const streams = [...this.#streams].map(([stream, held]) => ({
      stream,
      ...countsOf(held.stream.channel),
    }));
    try {
      publish(this.#beats.seal({ ...self(), answers: this.#answers, streams }));
    } catch {
      // The bus reports it.
    }
  }

  receivePart(message: Message): void {
    const held = this.#streams.get(message.stream);
    if (held) this.#guard(held.stream, () => this.#take(held.stream, message));
    else if (message.stream > this.#newestStream) this.#takeOpening(message);
  }

  /** Those that last as long as somebody speaks go elsewhere at once. */
  moveLive(): void {
    for (const { stream } of [...this.#streams.values()])
      if (stream.isLive) stream.giveUp("takes no more work", true);
  }

  close(): void {
    for (const { stream } of [...this.#streams.values()]) stream.abort();
  }

  /** All of its messages come one after the other. */
  #takeOpening(message: Message): void {
    if (message.sequence === 0)
      this.#opening = { stream: message.stream, channel: this.#newChannel(message.stream) };
    if (this.#opening?.stream !== message.stream) return;
    const { stream, channel } = this.#opening;
    let frame: WorkerFrame | null;
    try {
      frame = channel.receive(message);
    } catch {
      // The API machine finds that the stream is not here.
      this.#opening = null;
      return;
    }
    if (frame !== null) this.#open(stream, channel, frame);
  }

  #newChannel(stream: number): Channel {
    const { secret, publish } = this.#options;
    return new Channel({ linkId: this.id, secret, side: "worker", publish }, stream, limits.engineFrameBytes);
  }

  #open(stream: number, channel: Channel, { type, payload }: WorkerFrame): void {
    this.#opening = null;
    this.#newestStream = stream;
    const opening = type === FRAME.open ? parsed(streamOpeningSchema, payload) : null;
    // Of another release, perhaps.
    if (opening === null) this.#answer(channel, WORKER_FRAME.gone, NOT_UNDERSTOOD);
    else if (opening.what === "pack") this.#openPack(stream, channel, opening);
    else this.#answer(channel, WORKER_FRAME.announced, this.#options.announcement());
  }

  /** A broken connection ends the link. */
  #answer(channel: Channel, type: number, value: unknown): void {
    try {
      channel.send(type, Buffer.from(JSON.stringify(value)));
    } catch {
      // The bus reports it.
    }
  }

  #openPack(
    id: number,
    channel: Channel,
    { id: packId, checksum, opening }: StreamOpening & { what: "pack" },
  ): void {
    const { open, self, onFree } = this.#options;
    const stream = new AgentStream(channel, opening, () => {
      this.#streams.delete(id);
      onFree();
    });
    if (self().state !== "working") stream.giveUp("takes no more work", true);
    else if (this.#streams.size >= limits.workerStreams) stream.giveUp("has no place", true);
    else {
      this.#streams.set(id, { stream, unlisted: 0 });
      void stream.open((listener, signal) => open(packId, checksum, opening, listener, signal));
    }
  }

  #take(stream: AgentStream, message: Message): void {
    const frame = stream.channel.receive(message);
    if (frame !== null) stream.take(frame);
  }

  #compareStreams({ streams }: ApiBeat): void {
    const sent = new Map(streams.map((each) => [each.stream, each.sent]));
    for (const [id, held] of [...this.#streams]) {
      const sentByApi = sent.get(id);
      held.unlisted = sentByApi === undefined ? held.unlisted + 1 : 0;
      if (held.unlisted >= UNLISTED_MOST) held.stream.abort();
      else if (sentByApi !== undefined) this.#guard(held.stream, () => held.stream.channel.expect(sentByApi));
    }
  }

  #guard(stream: AgentStream, receive: () => void): void {
    try {
      receive();
    } catch (fault) {
      // A lost message, or one that is none; in either case, others' streams continue.
      stream.giveUp((fault as Error).message, false);
    }
  }
}
