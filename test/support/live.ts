/**
 * Live recognition by a script: what is heard is known beforehand, whatever the recording. A second of the stream that is
 * not silent "says" its number, `0` for the first one, as soon as it is whole, so that a word lost or doubled shows.
 */
import type { Word } from "../../src/engine/engine.ts";
import type { LiveEngine, LiveEvent, LiveOptions, LiveSettings, LiveStream } from "../../src/engine/live.ts";
import { TiroError } from "../../src/lib/errors.ts";
import { EventQueue } from "../../src/lib/event-queue.ts";

const SAMPLE_RATE = 16_000;

/** An engine whose streams are kept for a test to look at and to break. */
export class ScriptedLive implements LiveEngine {
  readonly streams: ScriptedStream[] = [];
  /** As the measured load would admit. */
  places = 100;

  async openLive(options: LiveOptions): Promise<LiveStream> {
    if (this.liveLoad.streams >= this.places && options.mustAdmit !== true)
      throw new TiroError("engine_unavailable", "No more live streams now; try again later.", {
        retryAfterSeconds: 5,
      });
    const stream = new ScriptedStream(options);
    this.streams.push(stream);
    return stream;
  }

  get liveLoad() {
    return { streams: this.streams.filter(({ isOpen }) => isOpen).length, places: this.places };
  }
}

export class ScriptedStream implements LiveStream {
  readonly events = new EventQueue<LiveEvent>();
  readonly options: LiveOptions;
  isOpen = true;
  #settings: LiveSettings;
  #next: LiveSettings;
  #received = 0;
  #settled = 0;
  #utterance = 0;
  #startSample = 0;
  #words: Word[] = [];
  #speaking = false;
  #silentSamples = 0;
  #secondSounds = false;

  constructor(options: LiveOptions) {
    this.options = options;
    this.#settings = options;
    this.#next = options;
    options.signal?.addEventListener("abort", () => this.fail(options.signal?.reason), { once: true });
  }

  get settings(): LiveSettings {
    return this.#settings;
  }

  get position() {
    return { receivedSamples: this.#received, settledSamples: this.#settled };
  }

  append(samples: Int16Array): void {
    for (const sample of samples) {
      this.#hear(sample !== 0);
      this.#received++;
      if (this.#received % SAMPLE_RATE === 0) this.#endSecond();
    }
  }

  commit(): void {
    this.#sayRest();
    this.#endUtterance();
  }

  clear(): void {
    this.#words = [];
    this.#secondSounds = false;
    this.#begin();
  }

  configure(settings: Partial<LiveSettings>): void {
    this.#next = { ...this.#next, ...settings };
    if (!this.#speaking && this.#words.length === 0) this.#settings = this.#next;
  }

  end(): void {
    if (this.#speaking || this.#secondSounds || this.#words.length > 0) this.commit();
    this.isOpen = false;
    this.events.end();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.events.end();
  }

  /** As a second crash would. */
  fail(reason: unknown = new TiroError("engine_unavailable", "Live recognition failed twice.")): void {
    this.isOpen = false;
    this.events.fail(reason);
  }

  #hear(sounds: boolean): void {
    const { endpointing } = this.#settings;
    this.#secondSounds ||= sounds;
    this.#silentSamples = sounds ? 0 : this.#silentSamples + 1;
    if (!endpointing) return;
    if (sounds && !this.#speaking) this.#startSpeech();
    const silenceMs = (this.#silentSamples / SAMPLE_RATE) * 1000;
    if (!this.#speaking || silenceMs < endpointing.silenceDurationMs) return;
    this.events.push({ type: "speech_stopped", utterance: this.#utterance, atSeconds: this.#seconds });
    this.#sayRest();
    this.#endUtterance();
  }

  get #seconds(): number {
    return this.#received / SAMPLE_RATE;
  }

  #startSpeech(): void {
    this.#speaking = true;
    this.#startSample = this.#received;
    this.events.push({ type: "speech_started", utterance: this.#utterance, atSeconds: this.#seconds });
  }

  #endSecond(): void {
    if (this.#secondSounds) this.#say(String(this.#received / SAMPLE_RATE - 1));
    this.#secondSounds = false;
    this.#settled = this.#received;
  }

  /** The word of a second that is not whole. */
  #sayRest(): void {
    if (this.#secondSounds) this.#say(String(Math.floor(this.#seconds)));
    this.#secondSounds = false;
    this.#settled = this.#received;
  }

  #say(text: string): void {
    const { partials } = this.#settings;
    if (partials) this.events.push({ type: "partial", utterance: this.#utterance, text: ` ${text}` });
    const word = { text, startSeconds: Number(text), endSeconds: Number(text) + 1 };
    const separator = this.#words.length > 0 ? " " : "";
    this.#words.push(word);
    this.events.push({
      type: "words",
      utterance: this.#utterance,
      text: `${separator}${text}`,
      words: [word],
    });
  }

  #endUtterance(): void {
    this.events.push({
      type: "utterance",
      utterance: this.#utterance,
      startSeconds: this.#startSample / SAMPLE_RATE,
      endSeconds: this.#seconds,
      text: this.#words.map(({ text }) => text).join(" "),
      words: this.#words,
      language: this.#settings.language ?? "en",
    });
    this.#words = [];
    this.#begin();
  }

  #begin(): void {
    this.#utterance++;
    this.#startSample = this.#received;
    this.#speaking = false;
    this.#silentSamples = 0;
    this.#settings = this.#next;
  }
}
