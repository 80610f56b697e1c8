/** What a worker has with one run of the API machine: its heartbeats, and the streams that it opened. */
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
import { Channel } from "./channel.ts";
import { countsOf } from "./link.ts";
import type { Message } from "./messages.ts";

export interface AgentLinkOptions {
  linkId: Buffer;
  secret: Buffer;
  /** @throws Error if the connection is broken. */
  publish(message: Uint8Array): void;
  announcement(): Announcement;
  /** What a beat says of the worker itself. */
  self(): Pick<WorkerBeat, "version" | "announcement" | "state" | "nowMs">;
  open: OpenOnWorker;
  /** Why the API machine sends no work, as its last beat says. */
  onRefused(why: string | null): void;
  /** A stream has ended. */
  onFree(): void;
}

interface Held {
  stream: AgentStream;
  /** Beats of the API machine that did not list it, one after the other. */
  unlisted: number;
}

/** What is on its way when a beat is made is there at the next one. */
const UNLISTED_MOST = 2;
const MOST_FRAME_BYTES = limits.engineFrameBytes;

export class AgentLink {
  readonly #options: AgentLinkOptions;
  readonly #beats: BeatLane;
  readonly #streams = new Map<number, Held>();
  /** Numbers rise: one that is past is not opened again. */
  #newestStream = 0;
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
  receiveBeat(sequence: number, head: Buffer, sealed: Buffer): boolean {
    const beat = this.#beats.open(apiBeatSchema, sequence, head, sealed);
    if (beat === null || beat === "untrue") return false;
    this.#answers = sequence;
    this.#options.onRefused(beat.refused);
    this.#compareStreams(beat);
    this.beat();
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
      // The bus tells of it.
    }
  }

  receivePart(message: Message): void {
    const held = this.#streams.get(message.stream);
    if (held) this.#guard(held.stream, () => this.#take(held.stream, message));
    else if (message.stream > this.#newestStream && message.sequence === 0) this.#open(message);
  }

  /** Those that last as long as somebody speaks go elsewhere at once. */
  moveLive(): void {
    for (const { stream } of [...this.#streams.values()])
      if (stream.isLive) stream.giveUp("takes no more work", true);
  }

  close(): void {
    for (const { stream } of [...this.#streams.values()]) stream.abort();
  }

  #open(message: Message): void {
    const { publish } = this.#options;
    const link = { linkId: this.id, secret: this.#options.secret, side: "worker" as const, publish };
    const channel = new Channel(link, message.stream, MOST_FRAME_BYTES);
    const frame = channel.receive(message);
    // Somebody else made it up.
    if (channel.received === 0) return;
    this.#newestStream = message.stream;
    const opening = frame?.type === FRAME.open ? parsed(streamOpeningSchema, frame.payload) : null;
    if (opening === null) return;
    if (opening.what === "announcement") this.#announce(channel);
    else this.#openPack(message.stream, channel, opening);
  }

  #announce(channel: Channel): void {
    const announcement = Buffer.from(JSON.stringify(this.#options.announcement()));
    try {
      channel.send(WORKER_FRAME.announced, announcement);
    } catch {
      // A broken connection ends the link.
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
      // A lost message, or one that is none; whatever it is, others' streams go on.
      stream.giveUp((fault as Error).message, false);
    }
  }
}
