/**
 * One live stream on its way through the host. Speech is decoded again and again while it grows, and once more when
 * a pause begins; silence never is. Everything that a fresh host needs to continue is in each message.
 */
import { limits } from "../../../config/limits.ts";
import type { HostLiveSettings, LiveControl, LiveMessage, LiveOpening } from "../../live-protocol.ts";
import type { Opening } from "../../protocol.ts";
import { SampleBuffer } from "../sample-buffer.ts";
import { ORDINARY_SPEECH_THRESHOLD, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import type { StreamEvents, StreamParts } from "../stream.ts";
import { Ear } from "./ear.ts";
import type { HeardWords } from "./heard-words.ts";
import type { DecodeKind, Hearing } from "./hearing.ts";
import { BEFORE_SAMPLES, RepeatedHearing } from "./repeated-hearing.ts";
import { RunningHearing } from "./running-hearing.ts";
import { ONSET_SAMPLES, SpeechWatch } from "./speech-watch.ts";
import { Stretch } from "./stretch.ts";
import { Utterance } from "./utterance.ts";

const SAMPLE_RATE = 16_000;
/** In silence the position is sent this often: one second. */
const SETTLE_EVERY_SAMPLES = SAMPLE_RATE;
/** Before speech, so much is decoded with it in any case. */
const PREFIX_SAMPLES = 4_800;
/** A longer one would be taken for speech that has not been decoded yet. */
const LONGEST_PREFIX_SAMPLES = SAMPLE_RATE;
/** So many silent windows (96 ms) at its end show that a decode heard the last word whole. */
const QUIET_WINDOWS = 3;

/** The end of a stretch of speech, and with it, or not, the utterance. */
interface Closing {
  untilSample: number;
  by: "silence" | "commit" | "end";
}

export class HostLiveStream {
  readonly lane = "live";
  readonly #hearing: Hearing;
  readonly #events: StreamEvents;
  readonly #audio: SampleBuffer;
  readonly #ear: Ear;
  readonly #utterance: Utterance;
  readonly #controls: { atSample: number; control: LiveControl }[] = [];
  readonly #messages: LiveMessage[] = [];
  #settings: HostLiveSettings;
  #nextSettings: HostLiveSettings;
  #watch: SpeechWatch;
  #stretch: Stretch | null = null;
  /** Nothing before belongs to what comes. */
  #cutAt: number;
  #closing: Closing | null = null;
  /** If another host reported that speech had stopped. */
  #stopAt: number | null = null;
  /** The decode under way, which it also owns in the queue. */
  #decoding: AbortController | null = null;
  /** Rings when no sound has come for a moment. */
  #stall: ReturnType<typeof setTimeout> | null = null;
  #draftUnderWay = false;
  #controlsDone = 0;
  #settingsToApply = 0;
  #toldUntil: number;
  #toldControls = 0;
  #processorMs = 0;
  #speechSamples = 0;
  #ended = false;
  #finished = false;
  #closed = false;

  constructor(
    { startSample, live }: Opening & { live: LiveOpening },
    parts: StreamParts,
    events: StreamEvents,
  ) {
    this.#events = events;
    this.#settings = live.settings;
    this.#nextSettings = live.settings;
    this.#audio = new SampleBuffer(startSample);
    this.#hearing = hearingOf(parts, this.#audio);
    this.#ear = new Ear(this.#audio, parts.openDetector, this.#threshold);
    this.#watch = new SpeechWatch(live.settings.endpointing);
    this.#utterance = new Utterance(live, (message) => this.#messages.push(message));
    this.#cutAt = startSample;
    this.#toldUntil = startSample;
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

  /** Gives up its decodes; nothing more is reported. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#stall) clearTimeout(this.#stall);
    this.#giveUpDecode();
  }

  get #threshold(): number {
    return this.#settings.endpointing?.threshold ?? ORDINARY_SPEECH_THRESHOLD;
  }

  /** Longer audio could not be decoded at once: it is cut before more is heard. */
  get #isFull(): boolean {
    const { maxSamples } = this.#hearing;
    return this.#stretch !== null && this.#ear.heardUntilSample - this.#stretch.fromSample >= maxSamples;
  }

  /** Continues with what another host had begun. */
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
    if (endpointing) {
      const padding = (endpointing.prefixPaddingMs * SAMPLE_RATE) / 1000;
      this.#utterance.start(Math.max(this.#cutAt, Math.round(speechFrom - padding)));
    } else this.#utterance.begin(this.#cutAt);
  }

  get #prefixSamples(): number {
    const wanted = ((this.#settings.endpointing?.prefixPaddingMs ?? 0) * SAMPLE_RATE) / 1000;
    return Math.min(Math.max(Math.round(wanted), PREFIX_SAMPLES), LONGEST_PREFIX_SAMPLES);
  }

  /** A long stretch begins anew after what is said and followed by a pause; a short one helps to hear what follows. */
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

  /** Their request is completed only now: a fresh host must not go without. */
  #applySettings(): void {
    this.#controlsDone += this.#settingsToApply;
    this.#settingsToApply = 0;
    this.#settings = this.#nextSettings;
    this.#ear.setThreshold(this.#threshold);
    this.#watch = new SpeechWatch(this.#settings.endpointing);
  }

  #close(closing: Closing): void {
    this.#closing = closing;
    // Its audio is too short or too long; an outdated draft would delay the next one.
    if (this.#draftUnderWay) this.#giveUpDecode();
  }

  /** Decodes what is due, and reports what is new. */
  #advance({ isStalled = false } = {}): void {
    if (this.#closed) return;
    if (this.#stall) clearTimeout(this.#stall);
    if (!this.#decoding) {
      const kind = this.#due(isStalled);
      if (kind) this.#decode(kind);
      else if (this.#closing) this.#endClosing(this.#closing);
      else if (this.#stretch && !isStalled)
        this.#stall = setTimeout(() => this.#advance({ isStalled: true }), limits.liveDraftEveryMs);
    }
    this.#tell();
  }

  #due(isStalled: boolean): DecodeKind | null {
    const stretch = this.#stretch;
    if (!stretch) return null;
    if (this.#closing) return stretch.isComplete ? null : "closing";
    if (this.#isFull) return "full";
    if (stretch.isComplete) return null;
    const heardUntil = this.#ear.heardUntilSample;
    if (this.#hearing.isPause(stretch, heardUntil)) return "pause";
    const isDraftDue = !this.#ear.hasWindow && this.#hearing.isDraftDue(stretch, heardUntil, isStalled);
    return isDraftDue ? "draft" : null;
  }

  #decode(kind: DecodeKind): void {
    const stretch = this.#stretch as Stretch;
    const untilSample =
      kind === "closing"
        ? Math.min((this.#closing as Closing).untilSample, stretch.speechUntil + PREFIX_SAMPLES)
        : this.#ear.heardUntilSample;
    const owner = new AbortController();
    this.#decoding = owner;
    this.#draftUnderWay = kind === "draft";
    this.#hearing.decode(
      { kind, stretch, untilSample, settings: this.#settings, owner },
      {
        done: (heard, processorMs) => {
          this.#processorMs += processorMs;
          if (this.#decoding !== owner || this.#closed) return;
          this.#decoding = null;
          if (heard) this.#take(heard, kind, stretch, untilSample);
          this.#advance();
          if (this.hasWork) this.#events.woken();
        },
        failed: (fault) => {
          if (!owner.signal.aborted && !this.#closed) this.#events.failed(fault);
        },
      },
    );
  }

  #take({ words, isTimed, language }: HeardWords, kind: DecodeKind, stretch: Stretch, untilSample: number) {
    const { draftFinals } = this.#hearing;
    const isDraft = kind === "draft";
    const isOver = kind === "closing" || (!isDraft && stretch.isQuietBefore(untilSample, QUIET_WINDOWS));
    const untilEdge = draftFinals === "heard twice" ? "before the edge" : draftFinals;
    const { final, grey } = stretch.agreement.take({
      words,
      untilSeconds: untilSample / SAMPLE_RATE,
      isTimed,
      final: isDraft ? draftFinals : isOver ? "all" : untilEdge,
      holdBackSeconds: isDraft ? this.#settings.holdBackMs / 1000 : 0,
    });
    this.#utterance.tell(final, language ?? this.#settings.language);
    if (this.#settings.partials) this.#utterance.guess(grey);
    if (isOver) stretch.completeUntil = kind === "closing" ? stretch.speechUntil : untilSample;
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
    this.#hearing.drop(this.#decoding);
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
        processorMs: this.#processorMs,
        speechSeconds: this.#speechSamples / SAMPLE_RATE,
        events: this.#messages.splice(0),
      });
      this.#processorMs = 0;
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

function hearingOf(parts: StreamParts, audio: SampleBuffer): Hearing {
  const open = parts.decoder.openRunning?.bind(parts.decoder);
  return open ? new RunningHearing(parts, audio, open) : new RepeatedHearing(parts, audio);
}
