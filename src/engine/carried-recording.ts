/**
 * One recording on its way through a host, seen from the parent. Audio is pulled as the host settles it and kept until
 * then, so that a fresh host can continue where a lost one stopped: nothing is reported twice, nothing is left out.
 */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { ENGINE_SAMPLE_RATE } from "./engine.ts";
import { encodeFrame, FRAME, framePayload } from "./protocol.ts";

const WINDOW_SAMPLES = limits.engineUnsettledSeconds * ENGINE_SAMPLE_RATE;
/** Longer blocks are cut: one second. */
const FRAME_SAMPLES = ENGINE_SAMPLE_RATE;

/** A recording's place in a host. */
export interface AudioStream {
  /** @param frame a whole `audio` frame of this stream. */
  send(frame: Uint8Array): void;
  end(): void;
  /** Gives up; the listener hears nothing more. */
  abort(): void;
  readonly id: number;
}

/** Who listens to a stream. After `done` or `gone` nothing more is reported. */
export interface AudioStreamListener<Settled> {
  settled(settled: Settled): void;
  done(): void;
  /** `planned`: the host was replaced in order, which is no fault of the recording. */
  gone(reason: string, planned: boolean): void;
}

/** Opens a stream for a recording from one of its samples on, as soon as a host has a place. */
export type OpenAudioStream<Settled> = (
  startSample: number,
  listener: AudioStreamListener<Settled>,
  signal: AbortSignal,
) => Promise<AudioStream>;

export interface CarryOptions<Settled> {
  /** The act on the recording, as a message of failure begins: `Recognition`. */
  what: string;
  open: OpenAudioStream<Settled>;
  /** Called in order of time, once for each part of the recording. */
  onSettled(settled: Settled): void;
  /** Called before each stream is opened: what `onSettled` counted since the last one is final. */
  onOpen?(): void;
  signal: AbortSignal | undefined;
}

type Outcome = { kind: "done" } | { kind: "gone"; reason: string; planned: boolean };

/** @typeParam Settled everything of the recording before `untilSample` is finished with. */
export class CarriedRecording<Settled extends { untilSample: number }> {
  readonly #options: CarryOptions<Settled>;
  /** Unsettled audio, as the frames that carry it to a host. Only the first can be partly settled. */
  readonly #kept: { startSample: number; frame: Buffer }[] = [];
  readonly #stop = new AbortController();
  #receivedSamples = 0;
  #settledSamples = 0;
  #allReceived = false;
  #stream: AudioStream | null = null;
  #wakeFeeder: () => void = () => {};

  constructor(options: CarryOptions<Settled>) {
    this.#options = options;
  }

  /** All audio received. */
  get receivedSeconds(): number {
    return this.#receivedSamples / ENGINE_SAMPLE_RATE;
  }

  /** @throws what `audio` throws, the signal's reason, or `engine_unavailable`. */
  async run(audio: AsyncIterable<Int16Array>): Promise<void> {
    const { signal } = this.#options;
    const failure = Promise.withResolvers<never>();
    const onAbort = () => failure.reject(signal?.reason);
    if (signal?.aborted) throw signal.reason;
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([this.#carryThrough(audio, failure.reject), failure.promise]);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#stop.abort();
      this.#stream?.abort();
      this.#wakeFeeder();
      this.#kept.length = 0;
    }
  }

  /** Streams to one host after the other until one has reported everything. */
  async #carryThrough(audio: AsyncIterable<Int16Array>, fail: (fault: unknown) => void): Promise<void> {
    let feeding = false;
    let losses = 0;
    let settledAtLoss = -1;
    while (!this.#stop.signal.aborted) {
      const outcome = Promise.withResolvers<Outcome>();
      const stream = await this.#open(outcome.resolve);
      // Given up while the place was on its way: nobody else would give it back.
      if (this.#stop.signal.aborted) return stream.abort();
      this.#stream = stream;
      this.#sendAgain(stream);
      if (!feeding) void this.#feed(audio).catch(fail);
      feeding = true;
      const ended = await outcome.promise;
      this.#stream = null;
      if (ended.kind === "done") return;
      if (ended.planned) continue;
      losses = this.#settledSamples > settledAtLoss ? 1 : losses + 1;
      settledAtLoss = this.#settledSamples;
      if (losses >= limits.engineLossesWithoutProgress) throw lostTooOften(this.#options.what, ended.reason);
      await Bun.sleep(limits.engineAfterLossMs);
    }
  }

  async #open(over: (outcome: Outcome) => void): Promise<AudioStream> {
    this.#options.onOpen?.();
    const listener: AudioStreamListener<Settled> = {
      settled: (settled) => this.#settle(settled),
      done: () => over({ kind: "done" }),
      gone: (reason, planned) => over({ kind: "gone", reason, planned }),
    };
    return this.#options.open(this.#settledSamples, listener, this.#stop.signal);
  }

  /** Everything that the host before had not settled. */
  #sendAgain(stream: AudioStream): void {
    for (const { startSample, frame } of this.#kept) {
      const settled = Math.max(this.#settledSamples - startSample, 0);
      const samples = framePayload(frame).subarray(2 * settled);
      stream.send(encodeFrame(FRAME.audio, stream.id, samples));
    }
    if (this.#allReceived) stream.end();
  }

  /** Pulls the audio, no faster than it is settled. Leaving the loop closes its source. */
  async #feed(audio: AsyncIterable<Int16Array>): Promise<void> {
    for await (const block of audio) {
      for (let at = 0; at < block.length; at += FRAME_SAMPLES) {
        await this.#room();
        if (this.#stop.signal.aborted) return;
        this.#send(block.subarray(at, at + FRAME_SAMPLES));
      }
      if (this.#stop.signal.aborted) return;
    }
    this.#allReceived = true;
    this.#stream?.end();
  }

  async #room(): Promise<void> {
    while (this.#receivedSamples - this.#settledSamples >= WINDOW_SAMPLES && !this.#stop.signal.aborted) {
      await new Promise<void>((wake) => {
        this.#wakeFeeder = wake;
      });
    }
  }

  #send(samples: Int16Array): void {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    const frame = encodeFrame(FRAME.audio, this.#stream?.id ?? 0, bytes);
    this.#kept.push({ startSample: this.#receivedSamples, frame });
    this.#receivedSamples += samples.length;
    this.#stream?.send(frame);
  }

  #settle(settled: Settled): void {
    if (this.#stop.signal.aborted) return;
    this.#settledSamples = settled.untilSample;
    while ((this.#kept[1]?.startSample ?? Number.POSITIVE_INFINITY) <= settled.untilSample)
      this.#kept.shift();
    this.#options.onSettled(settled);
    this.#wakeFeeder();
  }
}

function lostTooOften(what: string, reason: string): TiroError {
  return new TiroError("engine_unavailable", `${what} failed twice on this recording; try again later.`, {
    hint: `Twice without getting on: ${reason}`,
  });
}
