/** One recording on its way through the host: heard, cut into segments, decoded side by side, reported in order. */
import { limits } from "../../config/limits.ts";
import type { Lane } from "../engine.ts";
import type { LiveHeard } from "../live-protocol.ts";
import type { Opening, Settled } from "../protocol.ts";
import type { Decoded, Decoder, HeardAround } from "./backends/backend.ts";
import type { DecodeQueue } from "./decode-queue.ts";
import { Listener } from "./listener.ts";
import { SampleBuffer } from "./sample-buffer.ts";
import type { Segment, SegmentationOptions } from "./segmenter.ts";
import { type Silence, surrounded, withoutSilence } from "./silence-around.ts";
import { type OpenDetector, VAD_WINDOW_SAMPLES } from "./speech-detector.ts";
import { noSpeechShare, speechSamples } from "./voice-activity.ts";
import {
  ownWords,
  type Seam,
  type SpacedWord,
  spreadWords,
  textOf,
  withoutOverlap,
  wordsOf,
} from "./words.ts";

/** In silence a settled position is reported this often, in samples: one second. */
const SETTLE_EVERY_SAMPLES = 16_000;

/** Context of a piece that is decoded again: two seconds before it, more than its padding. */
const BEFORE_SAMPLES = 32_000;

export interface StreamParts {
  decoder: Decoder;
  decodes: DecodeQueue;
  openDetector: OpenDetector;
  segmentation: SegmentationOptions;
  /** Whether it is known when each token was spoken, by the model or by an alignment, which may fail for a piece. */
  tokenTimes: boolean;
  sampleRate: number;
}

export interface StreamEvents {
  settled(settled: Settled): void;
  /** Of a live stream, in the place of `settled`. */
  heard(heard: LiveHeard): void;
  /** A live stream has work again, though nothing came for it. */
  woken(): void;
  done(): void;
  failed(fault: unknown): void;
}

interface Pending {
  segment: Segment;
  decoded: Decoded | null;
}

export class HostStream {
  readonly #opening: Opening;
  readonly #parts: StreamParts;
  readonly #events: StreamEvents;
  readonly #givenUp = new AbortController();
  readonly #audio: SampleBuffer;
  readonly #listener: Listener;
  #pending: Pending[] = [];
  #seam: Seam | null = null;
  #settledUntil: number;
  #speechSamples = 0;
  #ended = false;
  #finished = false;
  #closed = false;

  constructor(opening: Opening, parts: StreamParts, events: StreamEvents) {
    this.#opening = opening;
    this.#parts = parts;
    this.#events = events;
    const { startSample } = opening;
    this.#audio = new SampleBuffer(startSample);
    this.#listener = new Listener(this.#audio, parts.openDetector, parts.segmentation);
    this.#settledUntil = startSample;
  }

  get lane(): Lane {
    return this.#opening.lane;
  }

  /** @param bytes s16le. */
  append(bytes: Uint8Array): void {
    this.#audio.append(bytes);
  }

  end(): void {
    this.#ended = true;
  }

  /** Whether `work` has something to do now. */
  get hasWork(): boolean {
    if (this.#closed || this.#finished) return false;
    return this.#ended || this.#listener.heardUntilSample + VAD_WINDOW_SAMPLES <= this.#audio.endSample;
  }

  /** Listens on until `isOver`, and hands segments to the decoder. */
  work(isOver: () => boolean): void {
    while (this.hasWork && !isOver()) {
      if (this.#listener.heardUntilSample < this.#audio.endSample) {
        for (const segment of this.#listener.hearWindow()) this.#decode(segment);
      } else {
        this.#finished = true;
        for (const segment of this.#listener.finish()) this.#decode(segment);
      }
    }
    this.#settle();
  }

  /** Gives up its decoder places and detectors; nothing more is reported. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#pending = [];
    this.#givenUp.abort();
    this.#parts.decodes.drop(this);
  }

  #decode(heard: Segment): void {
    const segment = this.#parts.tokenTimes ? heard : withoutOverlap(heard);
    const pending: Pending = { segment, decoded: null };
    const silence = this.#silenceAround(segment);
    this.#pending.push(pending);
    this.#parts.decodes.add({
      lane: this.lane,
      owner: this,
      prepare: () =>
        this.#parts.decoder.prepare(
          surrounded(
            this.#audio.floats(segment.fromSample, segment.untilSample),
            silence,
            this.#parts.segmentation.maxSamples,
          ),
          this.#parts.sampleRate,
          { ...this.#opening, heard: this.#heardAround(segment), signal: this.#givenUp.signal },
        ),
      done: (decoded) => {
        pending.decoded = withoutSilence(decoded, silence.beforeSamples / this.#parts.sampleRate);
        if (!this.#closed) this.#settle();
      },
      failed: (fault) => {
        if (!this.#closed) this.#events.failed(fault);
      },
    });
  }

  #heardAround({ fromSample, untilSample, activity }: Segment): HeardAround {
    const { sampleRate, segmentation } = this.#parts;
    const room = segmentation.maxSamples - (untilSample - fromSample);
    return {
      speechSeconds: speechSamples(activity) / sampleRate,
      before: this.#audio.floats(fromSample - Math.max(Math.min(room, BEFORE_SAMPLES), 0), fromSample),
    };
  }

  /** Only if the recording itself begins and ends: elsewhere there is audio around the speech. */
  #silenceAround({ fromSample, untilSample }: Segment): Silence {
    const { padBeforeSamples, padAfterSamples, maxSamples } = this.#parts.segmentation;
    const atEnd = this.#finished && untilSample >= this.#audio.endSample;
    const spare = Math.max(maxSamples - (untilSample - fromSample), 0);
    return {
      beforeSamples: fromSample === 0 ? Math.min(padBeforeSamples, spare) : 0,
      afterSamples: atEnd ? padAfterSamples : 0,
    };
  }

  /** Reports what is finished, in order of time. */
  #settle(): void {
    const pieces: Settled["pieces"] = [];
    let until = this.#settledUntil;
    while (this.#pending[0]?.decoded) {
      const { segment, decoded } = this.#pending.shift() as Pending;
      const piece = this.#piece(segment, decoded as Decoded);
      if (piece) pieces.push(piece);
      this.#speechSamples += speechSamples(segment.activity);
      until = segment.ownUntilSample;
    }
    const allDone = this.#finished && this.#pending.length === 0;
    if (allDone) until = this.#audio.endSample;
    else if (this.#pending.length === 0) until = Math.max(until, this.#listener.quietUntilSample);
    until = Math.min(until, this.#audio.endSample);
    if (pieces.length > 0 || allDone || until - this.#settledUntil >= SETTLE_EVERY_SAMPLES) {
      this.#settledUntil = until;
      this.#events.settled({ untilSample: until, speechSamples: this.#speechSamples, pieces });
      this.#audio.dropBefore(this.#stillNeededFrom());
    }
    if (allDone) this.#events.done();
  }

  #stillNeededFrom(): number {
    const needed = this.#pending[0]?.segment.fromSample ?? this.#listener.quietUntilSample;
    return Math.min(needed, this.#listener.quietUntilSample) - BEFORE_SAMPLES;
  }

  #piece(segment: Segment, decoded: Decoded): Settled["pieces"][number] | null {
    const { sampleRate } = this.#parts;
    const from = segment.fromSample / sampleRate;
    const until = Math.min(segment.untilSample, this.#audio.endSample) / sampleRate;
    const words = this.#words(segment, decoded, from, until);
    const first = words[0];
    const last = words.at(-1);
    if (!first || !last) return null;
    return {
      startSeconds: first.startSeconds,
      endSeconds: last.endSeconds,
      text: textOf(words),
      language: decoded.language,
      ...(decoded.languageProbabilities && { languageProbabilities: decoded.languageProbabilities }),
      words: words.map(({ spaced: _, ...word }) => ({
        ...word,
        noSpeechShare: noSpeechShare(
          segment.activity,
          word.startSeconds * sampleRate,
          word.endSeconds * sampleRate,
        ),
      })),
    };
  }

  #words(segment: Segment, decoded: Decoded, from: number, until: number): SpacedWord[] {
    const { sampleRate, tokenTimes } = this.#parts;
    const untimed = decoded.timestamps.length < decoded.tokens.length;
    if (!tokenTimes || untimed) {
      const start = from + (segment.cutBefore ? 0 : limits.padBeforeMs / 1000);
      // Speech may last to the very end of the recording: then no silence was put after it.
      const toTheEnd = segment.untilSample >= this.#audio.endSample;
      const end = until - (segment.cutAfter || toTheEnd ? 0 : limits.padAfterMs / 1000);
      this.#seam = null;
      return ownWords(spreadWords(decoded.text, start, end), segment, sampleRate, null).words;
    }
    const { words, seam } = ownWords(wordsOf(decoded, from, until), segment, sampleRate, this.#seam);
    this.#seam = seam;
    return words;
  }
}
