/**
 * One recording through the engine, seen from the parent. Audio is pulled as the host settles it and kept until
 * then, so that a fresh host can go on where a lost one stopped: nothing is told twice, nothing is left out.
 */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { ENGINE_SAMPLE_RATE, type Piece, type Recognition, type RecognizeOptions } from "./engine.ts";
import type { HostPool } from "./host-pool.ts";
import { encodeFrame, FRAME, framePayload, type Settled } from "./protocol.ts";
import type { HostStream, StreamListener } from "./supervisor.ts";

const WINDOW_SAMPLES = limits.engineUnsettledSeconds * ENGINE_SAMPLE_RATE;
/** Longer blocks are cut: one second. */
const FRAME_SAMPLES = ENGINE_SAMPLE_RATE;
/** A host lost this often without the recording getting on is the recording's fault or the engine's end. */
const LOSSES_WITHOUT_PROGRESS = 2;

type Outcome = { kind: "done" } | { kind: "gone"; reason: string; planned: boolean };

export class RunningRecognition {
  /** Unsettled audio, as the frames that carry it to a host. Only the first can be partly settled. */
  readonly #kept: { startSample: number; frame: Buffer }[] = [];
  readonly #pieces: Piece[] = [];
  readonly #stop = new AbortController();
  #receivedSamples = 0;
  #settledSamples = 0;
  #allReceived = false;
  #stream: HostStream | null = null;
  #speechBeforeStream = 0;
  #speechOfStream = 0;
  #wakeFeeder: () => void = () => {};

  constructor(
    private readonly hosts: HostPool,
    private readonly options: RecognizeOptions,
    private readonly model: { id: string; languages: string[] },
  ) {}

  /** @throws what `audio` throws, the signal's reason, or `engine_unavailable`. */
  async run(audio: AsyncIterable<Int16Array>): Promise<Recognition> {
    const { signal } = this.options;
    const failure = Promise.withResolvers<never>();
    const onAbort = () => failure.reject(signal?.reason);
    if (signal?.aborted) throw signal.reason;
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([this.#carryThrough(audio, failure.reject), failure.promise]);
      return this.#result();
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#stop.abort();
      this.#stream?.abort();
      this.#wakeFeeder();
      this.#kept.length = 0;
    }
  }

  /** Streams to one host after the other until one has told everything. */
  async #carryThrough(audio: AsyncIterable<Int16Array>, fail: (fault: unknown) => void): Promise<void> {
    let feeding = false;
    let losses = 0;
    let settledAtLoss = -1;
    while (!this.#stop.signal.aborted) {
      const outcome = Promise.withResolvers<Outcome>();
      const stream = await this.#open(outcome.resolve);
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
      if (losses >= LOSSES_WITHOUT_PROGRESS) throw lostTooOften(ended.reason);
    }
  }

  async #open(over: (outcome: Outcome) => void): Promise<HostStream> {
    this.#speechBeforeStream += this.#speechOfStream;
    this.#speechOfStream = 0;
    const listener: StreamListener = {
      settled: (settled) => this.#settle(settled),
      done: () => over({ kind: "done" }),
      gone: (reason, planned) => over({ kind: "gone", reason, planned }),
    };
    return this.hosts.open(this.options.lane, this.#settledSamples, listener, this.#stop.signal);
  }

  /** Everything that the host before had not settled. */
  #sendAgain(stream: HostStream): void {
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

  #settle({ untilSample, speechSamples, pieces }: Settled): void {
    if (this.#stop.signal.aborted) return;
    this.#pieces.push(...pieces);
    this.#settledSamples = untilSample;
    this.#speechOfStream = speechSamples;
    while ((this.#kept[1]?.startSample ?? Number.POSITIVE_INFINITY) <= untilSample) this.#kept.shift();
    this.options.onProgress?.(untilSample / ENGINE_SAMPLE_RATE);
    this.#wakeFeeder();
  }

  #result(): Recognition {
    return {
      pieces: this.#pieces,
      audioDurationSeconds: this.#receivedSamples / ENGINE_SAMPLE_RATE,
      speechDurationSeconds: (this.#speechBeforeStream + this.#speechOfStream) / ENGINE_SAMPLE_RATE,
      modelId: this.model.id,
      language: this.model.languages.length === 1 ? (this.model.languages[0] ?? null) : null,
    };
  }
}

function lostTooOften(reason: string): TiroError {
  return new TiroError(
    "engine_unavailable",
    "The recognizer ended twice on this recording; try again later.",
    {
      hint: `Twice without getting on: ${reason}`,
    },
  );
}
