/** One live stream: what its client sends, what is heard, and how it ends. It outlives its connections for a while. */
import type { Principal } from "../accounts/authentication/principal.ts";
import { policyOf } from "../accounts/policies/policy.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { ENGINE_SAMPLE_RATE } from "../engine/engine.ts";
import type { LiveStream } from "../engine/live.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { StreamMeter } from "../metering/stream-meter.ts";
import { asTiroError } from "../web/failures.ts";
import type { Socket } from "../web/socket.ts";
import { AudioInput } from "./audio-input.ts";
import { Channel, type ServerEvent } from "./channel.ts";
import { Conversation, milliseconds, secondsOf, type Utterance } from "./conversation.ts";
import { Dictations } from "./dictations.ts";
import { CLOSE, cutOff, type Ending, failed, left, tooSlow } from "./endings.ts";
import { errorEvent } from "./errors.ts";
import type { Item } from "./items.ts";
import { type ClientMessage, MessageRefused, parseMessage } from "./messages.ts";
import { type RecognizerDeps, recognizerSettings } from "./recognizer-settings.ts";
import { StreamRecording, type StreamRecordingDeps } from "./recording.ts";
import { type Dialect, sessionBody } from "./session/render.ts";
import type { StreamSettings } from "./session/settings.ts";
import { updated } from "./session/update.ts";

export interface StreamDeps extends RecognizerDeps, StreamRecordingDeps {
  clock: Clock;
  config: Pick<Config, "dictation" | "models" | "realtime">;
  dictation: DictationUseCases;
}

export interface StreamParts {
  principal: Principal;
  /** Network address of the client that opened it. */
  address: string;
  settings: StreamSettings;
  dialect: Dialect;
  policyRevision: string | null;
  live: LiveStream;
  meter: StreamMeter;
  /** Called once, when all is over. */
  onEnd: () => void;
}

/** Also receives the events of the stream's client. */
interface Follower {
  told: (event: ServerEvent) => void;
  ended: () => void;
}

export class RealtimeStream {
  readonly id = newId("sess");
  readonly principal: Principal;
  readonly address: string;
  readonly openedAtMs: number;
  /** Without a connection since then; null while there is one. */
  detachedAtMs: number | null = null;
  heardAtMs: number;
  meteredAtMs: number;
  readonly #deps: StreamDeps;
  readonly #parts: StreamParts;
  readonly #channel: Channel;
  readonly #conversation: Conversation;
  readonly #dictations: Dictations | null;
  readonly #recording: StreamRecording;
  readonly #expiresAt: number;
  #settings: StreamSettings;
  #dialect: Dialect;
  #input: AudioInput;
  #receivedBytes = 0;
  /** Up to where audio was cut, in samples; and of the last speech. */
  #cutAt = 0;
  #quietSince = 0;
  #ending: Promise<void> | null = null;
  readonly #heardAll: Promise<void>;
  readonly #followers: Follower[] = [];

  constructor(deps: StreamDeps, parts: StreamParts) {
    this.#deps = deps;
    this.#parts = parts;
    this.principal = parts.principal;
    this.address = parts.address;
    this.#settings = parts.settings;
    this.#dialect = parts.dialect;
    this.#input = new AudioInput(parts.settings.format);
    const now = deps.clock.monotonic();
    this.openedAtMs = now;
    this.heardAtMs = now;
    this.meteredAtMs = now;
    this.#expiresAt = Math.floor((deps.clock.now() + limits.liveStreamMs) / 1000);
    this.#channel = new Channel({
      onSlow: () => void this.end(tooSlow()),
      onSent: (event) => {
        for (const { told } of this.#followers) told(event);
      },
    });
    this.#conversation = new Conversation({
      channel: this.#channel,
      clock: deps.clock,
      dialect: () => this.#dialect,
      logprobs: () => this.#settings.logprobs,
      received: () => parts.live.position.receivedSamples,
      onUtterance: (item, utterance) => this.#finish(item, utterance),
    });
    this.#dictations = parts.settings.dictation && new Dictations(deps, parts, this.#conversation);
    this.#recording = new StreamRecording(deps, parts.principal, (event) => this.#channel.send(event));
    this.#recording.wish(parts.settings);
    this.#heardAll = this.#hear();
  }

  get isOver(): boolean {
    return this.#ending !== null;
  }

  /** Seconds that no line of the ledger has yet. */
  get unbilledSeconds(): number {
    return this.#parts.meter.unbilledSeconds(this.#heardSeconds);
  }

  begin(socket: Socket): void {
    this.#channel.attach(socket);
    const type = this.#dialect === "older" ? "transcription_session.created" : "session.created";
    this.#channel.send({ type, session: this.#session });
  }

  /** @throws TiroError `session_not_found` if it no longer knows all that came after the event. */
  assertResumable(after: string): void {
    if (!this.isOver && this.#channel.remembers(after)) return;
    throw new TiroError("session_not_found", "There is no such stream any more; open a new one.");
  }

  /** The client is back on another connection. */
  resume(socket: Socket, after: string): void {
    const former = this.#channel.socket;
    this.#channel.attach(socket);
    this.detachedAtMs = null;
    former?.close(CLOSE.goingAway, "resumed");
    this.#channel.greet({
      type: "tiro.resumed",
      session: this.#session,
      audio_received_bytes: this.#receivedBytes,
    });
    this.#channel.repeat(after);
  }

  /** The connection is gone. A client that said goodbye does not come back. */
  left(socket: Socket, code: number): void {
    if (this.#channel.socket !== socket) return;
    this.#channel.detach();
    if (code === CLOSE.normal || code === CLOSE.noCode) void this.end(left(this.#isAwaited));
    else this.detachedAtMs = this.#deps.clock.monotonic();
  }

  /** Messages over a connection that another has replaced do not count. */
  receive(socket: Socket, message: string | Uint8Array): void {
    if (this.isOver || this.#channel.socket !== socket) return;
    let eventId: string | null = null;
    try {
      const parsed = parseMessage(message);
      eventId = parsed.event_id ?? null;
      this.#take(parsed);
    } catch (thrown) {
      const error = thrown instanceof MessageRefused ? thrown.error : asTiroError(thrown);
      if (thrown instanceof MessageRefused) eventId = thrown.eventId;
      this.#channel.send(errorEvent(error, eventId));
    }
  }

  /** Writes what was heard since the last line. @throws if the ledger cannot be written; the next line has it. */
  async meter(): Promise<void> {
    this.meteredAtMs = this.#deps.clock.monotonic();
    await this.#parts.meter.note(this.#heardSeconds);
  }

  /** After anything was changed that may keep a recording from being made. */
  recheck(): void {
    this.#recording.recheck();
  }

  follow(follower: Follower): void {
    this.#followers.push(follower);
  }

  /** An additional event for its client. */
  tell(event: ServerEvent): void {
    this.#channel.send(event);
  }

  /** Once; resolves when nothing of it is left. */
  end(ending: Ending): Promise<void> {
    this.#ending ??= this.#end(ending);
    return this.#ending;
  }

  async #end({ error, withFinals, closeCode, isForgotten }: Ending): Promise<void> {
    const { live, meter, onEnd } = this.#parts;
    // Less than a millisecond, which no word needs and a recording has.
    this.#recording.add(this.#input.end());
    if (withFinals) {
      live.end();
      await this.#finals();
    }
    for (const item of this.#conversation.pending) this.#conversation.fail(item, error ?? cutOff());
    if (isForgotten) await this.#recording.forget();
    const isKept = await this.#recording.make(this.#settings);
    try {
      await meter.end(isKept ? secondsOf(live.position.receivedSamples) : this.#heardSeconds);
      this.#dictations?.broke(this.#heardSeconds);
    } catch (fault) {
      this.#deps.logger.error("live_usage_not_written", { stream: this.id, cause: String(fault) });
    }
    this.#channel.close(error && errorEvent(error, null), closeCode, error?.code ?? "");
    for (const { ended } of this.#followers) ended();
    await live.close();
    onEnd();
  }

  /** So long as they may take. */
  async #finals(): Promise<void> {
    const finals = this.#heardAll.then(() => this.#dictations?.settled());
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, limits.liveFinalsMs);
    await Promise.race([finals, late.promise]);
    clearTimeout(timer);
  }

  async #hear(): Promise<void> {
    try {
      for await (const event of this.#parts.live.events) {
        if (event.type === "speech_stopped" || event.type === "utterance")
          this.#quietSince = this.#parts.live.position.receivedSamples;
        this.#conversation.heard(event);
      }
    } catch (thrown) {
      void this.end(failed(asTiroError(thrown)));
      return;
    }
    if (!this.isOver) void this.end(failed(cutOff()));
  }

  #take(message: ClientMessage): void {
    switch (message.type) {
      case "session.update":
      case "transcription_session.update":
        this.#update(message.session, message.type === "session.update" ? "current" : "older");
        break;
      case "input_audio_buffer.append":
        this.#append(message.audio);
        break;
      case "input_audio_buffer.commit":
        this.#commit();
        break;
      case "input_audio_buffer.clear":
        this.#clear();
        break;
      case "tiro.end":
        void this.end(left(true));
        break;
    }
  }

  #update(sent: unknown, shape: Dialect): void {
    const { principal, live } = this.#parts;
    const next = updated({ aliases: this.#deps.config.models.aliases }, this.#settings, sent, shape);
    const recognizer = recognizerSettings(this.#deps, principal, next);
    // A wish that was made before is not refused again.
    const isWishedAnew = !Bun.deepEquals(next.recording, this.#settings.recording);
    if (isWishedAnew) this.#recording.require(next.recording);
    live.configure(recognizer);
    if (isWishedAnew) this.#recording.wish(next);
    else this.#recording.note(next);
    if (!Bun.deepEquals(next.format, this.#settings.format)) {
      this.#hand(this.#input.end());
      this.#input = new AudioInput(next.format);
    }
    this.#settings = next;
    this.#dialect = shape;
    const type = shape === "older" ? "transcription_session.updated" : "session.updated";
    this.#channel.send({ type, session: this.#session });
  }

  #append(audio: string): void {
    const bytes = this.#input.bytesOf(audio);
    this.#dictations?.assertRoom(this.#secondsSinceCut + this.#input.secondsOf(bytes));
    this.#hand(this.#input.push(bytes));
    this.#dictations?.add(bytes);
    this.#receivedBytes += bytes.length;
    this.heardAtMs = this.#deps.clock.monotonic();
    this.#noteQuiet();
  }

  #commit(): void {
    if (this.#secondsSinceCut * 1000 < limits.liveCommitMsMin)
      throw new TiroError(
        "invalid_request",
        `There is nothing to commit: at least ${limits.liveCommitMsMin} ms of audio must have come since the last commit.`,
      );
    const { dictation } = this.#settings;
    this.#cut((item) => {
      if (dictation !== null) this.#dictations?.begin(item, dictation, this.#secondsSinceCut);
    });
    // Each key stands for one dictation.
    if (dictation !== null)
      this.#settings = { ...this.#settings, dictation: { ...dictation, idempotencyKey: null } };
  }

  #cut(before: (item: Item) => void): void {
    const { live } = this.#parts;
    this.#hand(this.#input.end());
    const item = this.#conversation.cut();
    before(item);
    this.#conversation.commit(item);
    this.#cutAt = live.position.receivedSamples;
    this.#quietSince = this.#cutAt;
    live.commit();
  }

  /** To the recognizer, and to what is kept. */
  #hand(samples: Int16Array): void {
    this.#parts.live.append(samples);
    this.#recording.add(samples);
  }

  #clear(): void {
    const { live } = this.#parts;
    this.#input.clear();
    live.clear();
    this.#cutAt = live.position.receivedSamples;
    this.#dictations?.clear(secondsOf(this.#cutAt));
    this.#quietSince = this.#cutAt;
    this.#conversation.clear();
  }

  /** So long without speech makes an empty item, so that its client can ask whether anybody is there. */
  #noteQuiet(): void {
    const { idleTimeoutMs = null } = this.#settings.turnDetection ?? {};
    if (idleTimeoutMs === null || this.#conversation.isSpeaking) return;
    const [from, to] = [this.#quietSince, this.#parts.live.position.receivedSamples].map(secondsOf);
    if (from === undefined || to === undefined || (to - from) * 1000 < idleTimeoutMs) return;
    this.#cut((item) =>
      this.#channel.send({
        type: "input_audio_buffer.timeout_triggered",
        audio_start_ms: milliseconds(from),
        audio_end_ms: milliseconds(to),
        item_id: item.id,
      }),
    );
  }

  #finish(item: Item, utterance: Utterance): void {
    const { allowedLanguages } = policyOf(this.#deps.db, this.principal);
    const { language } = utterance;
    this.#cutAt = Math.max(this.#cutAt, Math.round(utterance.endSeconds * ENGINE_SAMPLE_RATE));
    if (language !== null && allowedLanguages !== null && !allowedLanguages.includes(language))
      this.#conversation.fail(item, languageNotAllowed(allowedLanguages));
    else if (this.#dictations?.has(item)) this.#dictations.finish(item, utterance);
    else this.#conversation.complete(item, utterance);
  }

  /** Something was committed, and its text is not there yet. */
  get #isAwaited(): boolean {
    return this.#conversation.pending.length > 0 || this.#dictations?.areFinishing === true;
  }

  get #session() {
    return sessionBody({ id: this.id, expiresAt: this.#expiresAt }, this.#settings, this.#dialect);
  }

  get #secondsSinceCut(): number {
    return secondsOf(this.#parts.live.position.receivedSamples - this.#cutAt);
  }

  get #heardSeconds(): number {
    return secondsOf(this.#parts.live.position.settledSamples);
  }
}

function languageNotAllowed(allowed: readonly string[]): TiroError {
  return new TiroError(
    "invalid_request",
    `Your organization allows only these languages: ${allowed.join(", ")}.`,
    { param: "language" },
  );
}
