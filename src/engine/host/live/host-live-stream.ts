/**
 * One live stream on its way through the host. What is spoken is decoded again and again while it grows, and once more when
 * a pause begins; silence never is. Everything that a fresh host needs to go on is told with each message.
 */
import { limits } from "../../../config/limits.ts";
import type { HostLiveSettings, LiveControl, LiveMessage, LiveOpening } from "../../live-protocol.ts";
import type { Opening } from "../../protocol.ts";
import type { Decoded } from "../backends/backend.ts";
import { suspicionOf } from "../guards/suspicion.ts";
import { SampleBuffer } from "../sample-buffer.ts";
import { surrounded, withoutSilence } from "../silence-around.ts";
import { ORDINARY_SPEECH_THRESHOLD, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import type { StreamEvents, StreamParts } from "../stream.ts";
import { Ear } from "./ear.ts";
import { heardWords } from "./heard-words.ts";
import { ONSET_SAMPLES, SpeechWatch } from "./speech-watch.ts";
import { Stretch } from "./stretch.ts";
import { Utterance } from "./utterance.ts";

const SAMPLE_RATE = 16_000;
/** In silence the position is told this often: one second. */
const SETTLE_EVERY_SAMPLES = SAMPLE_RATE;
/** Before speech, so much is decoded with it in any case. */
const PREFIX_SAMPLES = 4_800;
/** What is longer would be taken for speech that has not been decoded yet. */
const LONGEST_PREFIX_SAMPLES = SAMPLE_RATE;
/** After so much silence (160 ms) the words before it are decoded, in case that this was the end. */
const PAUSE_WINDOWS = 5;
/** So many silent windows (96 ms) at its end show that a decode heard the last word whole. */
const QUIET_WINDOWS = 3;
/** Silence put around what is decoded: words are heard badly that begin or end with the audio. */
const SILENCE = { beforeSamples: 1_600, afterSamples: 3_200 };
/** What a stretch that is decoded again may be heard with: two seconds before it. */
const BEFORE_SAMPLES = 2 * SAMPLE_RATE;

/** Words that may change; what was said before a pause, in a stretch that is as long as may be, or at an end. */
type DecodeKind = "draft" | "pause" | "full" | "closing";

/** What ends a stretch of speech, and with it, or not, the utterance. */
interface Closing {
  untilSample: number;
  by: "silence" | "commit" | "end";
}

export class HostLiveStream {
  readonly lane = "live";
  readonly #parts: StreamParts;
  readonly #events: StreamEvents;
  readonly #audio: SampleBuffer;
  readonly #ear: Ear;
  readonly #utterance: Utterance;
  readonly #maxSamples: number;
  readonly #controls: { atSample: number; control: LiveControl }[] = [];
  readonly #messages: LiveMessage[] = [];
  #settings: HostLiveSettings;
  #nextSettings: HostLiveSettings;
  #watch: SpeechWatch;
  #stretch: Stretch | null = null;
  /** Nothing before belongs to what comes. */
  #cutAt: number;
  #closing: Closing | null = null;
  /** Where another host told that speech had stopped. */
  #stopAt: number | null = null;
  /** The decode under way, which it also owns in the queue. */
  #decoding: AbortController | null = null;
  #draftUnderWay = false;
  #nextDraftAt = 0;
  #draftedUntil = 0;
  #controlsDone = 0;
  #settingsToApply = 0;
  #toldUntil: number;
  #toldControls = 0;
  #decodeMs = 0;
  #speechSamples = 0;
  #ended = false;
  #finished = false;
  #closed = false;

  constructor(
    { startSample, live }: Opening & { live: LiveOpening },
    parts: StreamParts,
    events: StreamEvents,
  ) {
    this.#parts = parts;
    this.#events = events;
    this.#settings = live.settings;
    this.#nextSettings = live.settings;
    this.#audio = new SampleBuffer(startSample);
    this.#ear = new Ear(this.#audio, parts.detectors, this.#threshold);
    this.#watch = new SpeechWatch(live.settings.endpointing);
    this.#utterance = new Utterance(live, (message) => this.#messages.push(message));
    this.#cutAt = startSample;
    this.#toldUntil = startSample;
    this.#maxSamples = Math.min(parts.segmentation.maxSamples, limits.liveStretchSeconds * SAMPLE_RATE);
    this.#resume(startSample, live);
  }

  /** @param bytes s16le. */
  append(bytes: Uint8Array): void {
    this.#audio.append(bytes);
  }

  control(control: LiveControl): void {
    this.#controls.push({ atSample: this.#audio.endSample, control });
  }

  end(): void {
    this.#ended = true;
  }

  /** Whether `work` has something to do now. */
  get hasWork(): boolean {
    if (this.#closed || this.#finished || this.#closing || this.#isFull) return false;
    return this.#ear.hasWindow || this.#controls.length > 0 || this.#ended;
  }

  /** Listens on until `isOver`, and hands what was spoken to the decoder. */
  work(isOver: () => boolean): void {
    while (this.hasWork && !isOver()) {
      const [next] = this.#controls;
      if (next && this.#ear.heardUntilSample + VAD_WINDOW_SAMPLES > next.atSample) this.#obey(next);
      else if (this.#ear.hasWindow) this.#hearWindow();
      else if (this.#ended) this.#close({ untilSample: this.#audio.endSample, by: "end" });
    }
    this.#advance();
  }

  /** Gives up its decodes and its detector; nothing is told any more. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#giveUpDecode();
    this.#ear.close();
  }

  get #threshold(): number {
    return this.#settings.endpointing?.threshold ?? ORDINARY_SPEECH_THRESHOLD;
  }

  /** What is longer could not be decoded at once: it is cut before more is heard. */
  get #isFull(): boolean {
    return (
      this.#stretch !== null && this.#ear.heardUntilSample - this.#stretch.fromSample >= this.#maxSamples
    );
  }

  /** Goes on with what another host had begun. */
  #resume(startSample: number, { said, begun }: LiveOpening): void {
    if (begun === null || (this.#settings.endpointing === null && said.length === 0)) return;
    this.#stretch = new Stretch(startSample, { said });
    this.#watch = new SpeechWatch(this.#settings.endpointing, true);
    this.#stopAt = begun.stopSample;
  }

  #hearWindow(): void {
    const speech = this.#ear.hearWindow();
    const until = this.#ear.heardUntilSample;
    if (speech) this.#speechSamples += VAD_WINDOW_SAMPLES;
    this.#stretch?.hear(speech, until);
    if (this.#stopAt !== null) {
      if (until >= this.#stopAt) this.#close({ untilSample: this.#stopAt, by: "silence" });
      return;
    }
    const turn = this.#watch.push(speech);
    if (turn === "started") this.#begin(until);
    if (turn === "stopped") {
      if (this.#settings.endpointing) this.#utterance.stop(until);
      this.#close({ untilSample: until, by: "silence" });
    }
    this.#forgetPast();
  }

  #begin(heardUntil: number): void {
    const { endpointing } = this.#settings;
    const speechFrom = heardUntil - ONSET_SAMPLES;
    const from = Math.max(this.#cutAt, speechFrom - this.#prefixSamples);
    const speechSamples = Math.min(ONSET_SAMPLES, heardUntil - from);
    this.#stretch = new Stretch(from, { heardSamples: heardUntil - from, speechSamples });
    this.#draftedUntil = from;
    if (endpointing) {
      const padding = (endpointing.prefixPaddingMs * SAMPLE_RATE) / 1000;
      this.#utterance.start(Math.max(this.#cutAt, Math.round(speechFrom - padding)));
    } else this.#utterance.begin(this.#cutAt);
  }

  get #prefixSamples(): number {
    const wanted = ((this.#settings.endpointing?.prefixPaddingMs ?? 0) * SAMPLE_RATE) / 1000;
    return Math.min(Math.max(Math.round(wanted), PREFIX_SAMPLES), LONGEST_PREFIX_SAMPLES);
  }

  /** A long stretch begins anew behind what is said and followed by a pause; a short one helps to hear what follows. */
  #forgetPast(): void {
    const stretch = this.#stretch;
    if (!stretch?.isComplete || this.#decoding || this.#closing) return;
    const heardUntil = this.#ear.heardUntilSample;
    if (heardUntil - stretch.fromSample < limits.liveContextSeconds * SAMPLE_RATE) return;
    const behind = stretch.completeUntil - (QUIET_WINDOWS - 1) * VAD_WINDOW_SAMPLES;
    stretch.moveTo(Math.max(behind, heardUntil - PREFIX_SAMPLES));
  }

  #obey({ atSample, control }: { atSample: number; control: LiveControl }): void {
    this.#controls.shift();
    if (control.type === "commit") {
      this.#close({ untilSample: atSample, by: "commit" });
      return;
    }
    if (control.type === "configure") {
      this.#nextSettings = control.settings;
      this.#settingsToApply++;
    } else {
      this.#controlsDone++;
      this.#giveUpDecode();
      this.#utterance.forget();
      this.#cut(atSample);
    }
    if (this.#utterance.begun === null) this.#applySettings();
  }

  /** What asked for them is done with only now: a fresh host must not go without. */
  #applySettings(): void {
    this.#controlsDone += this.#settingsToApply;
    this.#settingsToApply = 0;
    this.#settings = this.#nextSettings;
    this.#ear.setThreshold(this.#threshold);
    this.#watch = new SpeechWatch(this.#settings.endpointing);
  }

  #close(closing: Closing): void {
    this.#closing = closing;
    // What it hears is not enough, or too much; a draft that is wanted no more would hold up what is.
    if (this.#draftUnderWay) this.#giveUpDecode();
  }

  /** Decodes what is due, and tells what there is to tell. */
  #advance(): void {
    if (this.#closed) return;
    if (!this.#decoding) {
      const kind = this.#due();
      if (kind) this.#decode(kind);
      else if (this.#closing) this.#endClosing(this.#closing);
    }
    this.#tell();
  }

  #due(): DecodeKind | null {
    const stretch = this.#stretch;
    if (!stretch) return null;
    if (this.#closing) return stretch.isComplete ? null : "closing";
    if (this.#isFull) return "full";
    const heardUntil = this.#ear.heardUntilSample;
    if (stretch.isComplete) return null;
    if (stretch.isQuietBefore(heardUntil, PAUSE_WINDOWS)) return "pause";
    const grown = stretch.speechUntil - this.#draftedUntil;
    const isDraftDue =
      grown >= (limits.liveDraftEveryMs * SAMPLE_RATE) / 1000 &&
      !this.#ear.hasWindow &&
      performance.now() >= this.#nextDraftAt;
    return isDraftDue ? "draft" : null;
  }

  #decode(kind: DecodeKind): void {
    const stretch = this.#stretch as Stretch;
    const { decoder, decodes, segmentation } = this.#parts;
    const untilSample =
      kind === "closing"
        ? Math.min((this.#closing as Closing).untilSample, stretch.speechUntil + PREFIX_SAMPLES)
        : this.#ear.heardUntilSample;
    const given = new AbortController();
    const asked = performance.now();
    let began = asked;
    this.#decoding = given;
    this.#draftUnderWay = kind === "draft";
    this.#draftedUntil = stretch.speechUntil;
    decodes.add({
      lane: kind === "draft" ? "draft" : "live",
      owner: given,
      prepare: () => {
        began = performance.now();
        const samples = this.#audio.floats(stretch.fromSample, untilSample);
        return decoder.prepare(surrounded(samples, SILENCE, segmentation.maxSamples), SAMPLE_RATE, {
          language: this.#settings.language,
          hotwords: this.#settings.hotwords,
          phrases: this.#settings.phrases,
          lane: "interactive",
          isDraft: kind === "draft",
          heard: {
            speechSeconds: stretch.speechSecondsUntil(untilSample),
            before: this.#audio.floats(stretch.fromSample - BEFORE_SAMPLES, stretch.fromSample),
          },
          signal: given.signal,
        });
      },
      done: (decoded) => {
        this.#decodeMs += performance.now() - began;
        const waitedMs = performance.now() - asked;
        this.#nextDraftAt = performance.now() + waitedMs * (1 / limits.liveDraftShare - 1);
        if (this.#decoding !== given || this.#closed) return;
        this.#decoding = null;
        this.#take(withoutSilence(decoded, SILENCE.beforeSamples / SAMPLE_RATE), kind, stretch, untilSample);
        this.#advance();
      },
      failed: (fault) => {
        if (!given.signal.aborted && !this.#closed) this.#events.failed(fault);
      },
    });
  }

  #take(decoded: Decoded, kind: DecodeKind, stretch: Stretch, untilSample: number): void {
    const isDoubtful =
      decoded.text.trim() === "" ||
      suspicionOf(decoded.text, stretch.speechSecondsUntil(untilSample)) !== null;
    if (kind === "draft" && isDoubtful) return;
    const { words, isTimed } = heardWords(decoded, {
      fromSample: stretch.fromSample,
      untilSample,
      activity: stretch.activity,
      tokenTimes: this.#parts.tokenTimes,
    });
    const isOver = kind === "closing" || stretch.isQuietBefore(untilSample, QUIET_WINDOWS);
    const { final, grey } = stretch.agreement.take({
      words,
      untilSeconds: untilSample / SAMPLE_RATE,
      isTimed,
      final: kind === "draft" ? "heard twice" : isOver ? "all" : "before the edge",
      holdBackSeconds: this.#settings.holdBackMs / 1000,
    });
    this.#utterance.tell(final, decoded.language ?? this.#settings.language);
    if (this.#settings.partials) this.#utterance.guess(grey);
    if (kind !== "draft" && isOver)
      stretch.completeUntil = kind === "closing" ? stretch.speechUntil : untilSample;
    else if (kind === "full") stretch.moveTo(stretch.cutBefore(untilSample));
    this.#forgetPast();
  }

  /** All is said that was before the end. */
  #endClosing({ untilSample, by }: Closing): void {
    const utterance = this.#utterance;
    const { endpointing } = this.#settings;
    const speechUntil = this.#stretch?.speechUntil ?? 0;
    const stopsHere = by === "end" && endpointing && utterance.begun?.stopSample === null;
    if (stopsHere) utterance.stop(untilSample);
    if (by === "commit") {
      utterance.begin(this.#cutAt);
      this.#controlsDone++;
    }
    const goesOn = by === "silence" && !endpointing;
    if (utterance.begun && !goesOn) utterance.end(untilSample);
    this.#finished = by === "end";
    this.#cut(by === "silence" ? Math.max(speechUntil, untilSample - PREFIX_SAMPLES) : untilSample);
    if (!goesOn) this.#applySettings();
  }

  #cut(atSample: number): void {
    this.#closing = null;
    this.#stopAt = null;
    this.#stretch = null;
    this.#cutAt = Math.max(atSample, this.#cutAt);
  }

  #giveUpDecode(): void {
    if (!this.#decoding) return;
    this.#parts.decodes.drop(this.#decoding);
    this.#decoding.abort();
    this.#decoding = null;
  }

  #tell(): void {
    const untilSample = Math.max(this.#settledUntil, this.#toldUntil);
    const hasNews = this.#messages.length > 0 || this.#controlsDone > this.#toldControls;
    if (hasNews || this.#finished || untilSample - this.#toldUntil >= SETTLE_EVERY_SAMPLES) {
      this.#toldUntil = untilSample;
      this.#toldControls = this.#controlsDone;
      this.#events.heard({
        untilSample,
        utterance: this.#utterance.number,
        begun: this.#utterance.begun,
        keptWords: this.#stretch?.agreement.said.length ?? 0,
        controlsDone: this.#controlsDone,
        decodeMs: this.#decodeMs,
        speechSeconds: this.#speechSamples / SAMPLE_RATE,
        events: this.#messages.splice(0),
      });
      this.#decodeMs = 0;
      this.#speechSamples = 0;
      this.#audio.dropBefore(untilSample - BEFORE_SAMPLES);
    }
    if (this.#finished) this.#events.done();
  }

  get #settledUntil(): number {
    if (this.#finished) return this.#audio.endSample;
    if (this.#stretch) return this.#stretch.fromSample;
    const quiet = this.#ear.heardUntilSample - this.#watch.untoldSamples - this.#prefixSamples;
    return Math.max(this.#cutAt, quiet);
  }
}
