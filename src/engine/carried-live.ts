/**
 * One live stream, seen from the parent. Audio is kept until its words are final, so that a fresh host continues where a lost
 * one stopped: no word is lost, none is reported twice. Nothing is written to a disk.
 */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { EventQueue } from "../lib/event-queue.ts";
import type { AudioStream } from "./carried-recording.ts";
import { ENGINE_SAMPLE_RATE, type Word } from "./engine.ts";
import type { LiveEvent, LiveStream } from "./live.ts";
import type {
  Begun,
  HostLiveSettings,
  LiveControl,
  LiveHeard,
  LiveMessage,
  LiveOpening,
  LiveWord,
} from "./live-protocol.ts";
import { encodeFrame, encodeJson, FRAME } from "./protocol.ts";
import type { StreamListener } from "./stream-listener.ts";

const FRAME_SAMPLES = ENGINE_SAMPLE_RATE;
const AHEAD_SAMPLES = limits.liveAheadSeconds * ENGINE_SAMPLE_RATE;

export interface LiveHosts {
  /** Opens a stream as soon as a host has a place. */
  open(
    startSample: number,
    live: LiveOpening,
    listener: StreamListener,
    signal: AbortSignal,
  ): Promise<AudioStream>;
  /** A host's words, for measuring the load. */
  onHeard(heard: LiveHeard): void;
  /** Nothing more comes. */
  onOver(): void;
}

type Kept =
  | { atSample: number; bytes: Uint8Array; control?: undefined }
  | { atSample: number; bytes?: undefined; control: LiveControl };

type Outcome = { kind: "done" } | { kind: "gone"; reason: string; planned: boolean };

export class CarriedLive implements LiveStream {
  readonly events = new EventQueue<LiveEvent>();
  readonly #hosts: LiveHosts;
  readonly #stop = new AbortController();
  /** Audio and controls that no host is done with, in order. */
  readonly #kept: Kept[] = [];
  #settings: HostLiveSettings;
  /** What `configure` asked for last. */
  #wanted: HostLiveSettings;
  #stream: AudioStream | null = null;
  #receivedSamples = 0;
  #settledSamples = 0;
  #ended = false;
  #utterance = 0;
  #begun: Begun | null = null;
  #keptWords = 0;
  /** Of the utterance that is being spoken. */
  #words: LiveWord[] = [];
  #text = "";
  #controlsDone = 0;
  /** Clearings that no host has done yet; meanwhile it may report words that are about to be cleared. */
  #clearing = 0;
  readonly #heldBack: LiveEvent[] = [];
  /** Rises with everything that is final. */
  #progress = 0;

  constructor(hosts: LiveHosts, settings: HostLiveSettings, signal: AbortSignal | undefined) {
    this.#hosts = hosts;
    this.#settings = settings;
    this.#wanted = settings;
    if (signal?.aborted) this.#fail(signal.reason);
    signal?.addEventListener("abort", () => this.#fail(signal.reason), { once: true });
    void this.#carry().catch((fault) => this.#fail(fault));
  }

  get settings(): HostLiveSettings {
    return this.#wanted;
  }

  get position() {
    return { receivedSamples: this.#receivedSamples, settledSamples: this.#settledSamples };
  }

  append(samples: Int16Array): void {
    if (this.#ended || this.#stop.signal.aborted) return;
    if (this.#receivedSamples + samples.length - this.#settledSamples > AHEAD_SAMPLES)
      throw new TiroError(
        "rate_limit_exceeded",
        `The audio is more than ${limits.liveAheadSeconds} seconds ahead of its recognition; send it more slowly.`,
        { retryAfterSeconds: limits.liveRetryAfterSeconds },
      );
    for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
      const bytes = new Uint8Array(samples.slice(at, at + FRAME_SAMPLES).buffer);
      this.#kept.push({ atSample: this.#receivedSamples, bytes });
      this.#receivedSamples += bytes.byteLength / 2;
      this.#stream?.send(encodeFrame(FRAME.audio, this.#stream.id, bytes));
    }
  }

  commit(): void {
    this.#control({ type: "commit" });
  }

  clear(): void {
    if (!this.#ended && !this.#stop.signal.aborted) this.#clearing++;
    this.#control({ type: "clear" });
  }

  configure(settings: Partial<HostLiveSettings>): void {
    this.#wanted = { ...this.#wanted, ...settings };
    this.#control({ type: "configure", settings: this.#wanted });
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stream?.end();
  }

  async close(): Promise<void> {
    this.#finish();
    this.events.end();
  }

  #control(control: LiveControl): void {
    if (this.#ended || this.#stop.signal.aborted) return;
    this.#kept.push({ atSample: this.#receivedSamples, control });
    this.#stream?.send(encodeJson(FRAME.live, this.#stream.id, control));
  }

  /** Streams to one host after the other until one has reported everything. */
  async #carry(): Promise<void> {
    let losses = 0;
    let progressAtLoss = -1;
    while (!this.#stop.signal.aborted) {
      const ended = await this.#carryInOneHost();
      if (ended.kind === "done") break;
      if (ended.planned) continue;
      losses = this.#progress > progressAtLoss ? 1 : losses + 1;
      progressAtLoss = this.#progress;
      if (losses >= limits.liveLossesWithoutProgress) throw lostTooOften(ended.reason);
      await Bun.sleep(limits.engineAfterLossMs);
    }
    this.#finish();
    this.events.end();
  }

  async #carryInOneHost(): Promise<Outcome> {
    const over = Promise.withResolvers<Outcome>();
    this.#controlsDone = 0;
    const listener: StreamListener = {
      settled: () => {},
      heard: (heard) => this.#hear(heard),
      done: () => over.resolve({ kind: "done" }),
      gone: (reason, planned) => over.resolve({ kind: "gone", reason, planned }),
    };
    const live = {
      settings: this.#settings,
      utterance: this.#utterance,
      begun: this.#begun,
      said: this.#keptWords > 0 ? this.#words.slice(-this.#keptWords) : [],
    };
    const stream = await this.#hosts.open(this.#settledSamples, live, listener, this.#stop.signal);
    // Closed while the place was on its way: nobody else would give it back.
    if (this.#stop.signal.aborted) {
      stream.abort();
      return { kind: "done" };
    }
    this.#stream = stream;
    this.#sendAgain(stream);
    try {
      return await over.promise;
    } finally {
      this.#stream = null;
    }
  }

  /** All that the host before was not done with. */
  #sendAgain(stream: AudioStream): void {
    for (const { atSample, bytes, control } of this.#kept) {
      if (control) stream.send(encodeJson(FRAME.live, stream.id, control));
      else {
        const settled = Math.max(this.#settledSamples - atSample, 0);
        stream.send(encodeFrame(FRAME.audio, stream.id, bytes.subarray(2 * settled)));
      }
    }
    if (this.#ended) stream.end();
  }

  #hear(heard: LiveHeard): void {
    if (this.#stop.signal.aborted) return;
    if (heard.untilSample > this.#settledSamples) this.#progress++;
    this.#settledSamples = heard.untilSample;
    this.#begun = heard.begun;
    this.#keptWords = heard.keptWords;
    for (const message of heard.events) this.#say(message);
    // Cleared, it ended without a word.
    if (heard.utterance !== this.#utterance) this.#beginUtterance(heard.utterance);
    this.#forget(heard);
    if (this.#clearing === 0) this.#tellHeldBack();
    this.#hosts.onHeard(heard);
  }

  /** Forgets audio that a fresh host does not need. */
  #forget({ untilSample, controlsDone }: LiveHeard): void {
    let done = controlsDone - this.#controlsDone;
    this.#controlsDone = controlsDone;
    const isPast = ({ atSample, bytes, control }: Kept) => {
      if (!control) return atSample + bytes.byteLength / 2 <= untilSample;
      if (done === 0) return false;
      done--;
      if (control.type === "configure") this.#settings = control.settings;
      if (control.type === "clear") this.#clearing--;
      return true;
    };
    // Nothing after the first item that stays can be past, but for controls amid audio that is still needed.
    const kept = this.#kept.filter((item) => !isPast(item));
    this.#kept.splice(0, this.#kept.length, ...kept);
  }

  #say(message: LiveMessage): void {
    if (message.type === "words") {
      this.#progress++;
      this.#words.push(...message.words);
      this.#text += message.text;
      this.#tell({ ...message, words: message.words.map(plain) });
    } else if (message.type === "utterance") {
      this.#progress++;
      this.#tell({ ...message, text: this.#text, words: this.#words.map(plain) });
      this.#beginUtterance(message.utterance + 1);
    } else this.#tell(message);
  }

  #tell(event: LiveEvent): void {
    if (this.#clearing > 0) this.#heldBack.push(event);
    else this.events.push(event);
  }

  /** Without what was cleared: an utterance that was begun and will never be whole. */
  #tellHeldBack(): void {
    const events = this.#heldBack.splice(0);
    const whole = new Set(events.flatMap(({ type, utterance }) => (type === "utterance" ? [utterance] : [])));
    for (const event of events)
      if (whole.has(event.utterance) || event.utterance >= this.#utterance) this.events.push(event);
  }

  #beginUtterance(utterance: number): void {
    this.#utterance = utterance;
    this.#words = [];
    this.#text = "";
  }

  #fail(reason: unknown): void {
    this.#finish();
    this.events.fail(reason);
  }

  #finish(): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.#stream?.abort();
    this.#kept.length = 0;
    this.#hosts.onOver();
  }
}

function plain({ spaced: _, ...word }: LiveWord): Word {
  return word;
}

function lostTooOften(reason: string): TiroError {
  return new TiroError("engine_unavailable", "Live recognition failed again and again; try again later.", {
    hint: `Without getting on in between: ${reason}`,
  });
}
