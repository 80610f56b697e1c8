/**
 * A worker is believed as little as a child process: each of its answers must fit what was sent to it. It can hear other words
 * than were said, but only in its own streams, in their order, inside their time, and at a size that they can have.
 */
import type { z } from "zod";
import { limits } from "../../config/limits.ts";
import { ENGINE_SAMPLE_RATE } from "../engine.ts";
import { heardSchema, type LiveHeard } from "../live-protocol.ts";
import { FRAME, type Opening, type Settled } from "../protocol.ts";
import type { SpeakerSettled } from "../speakers/speaker-protocol.ts";
import { parsed } from "./beats.ts";

/** A worker's settled results: words, or who speaks. */
export type WorkerSettled = Settled | SpeakerSettled;

/** The worker does not keep to what was agreed: nothing from it is accepted any more. The message continues after its name. */
export class UntrueAnswer extends Error {
  override name = "UntrueAnswer";
}

/** Networks hear in steps, and may see the end of speech just after that of the recording. */
const SLACK_SECONDS = 1;
const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;
const LANGUAGES = 512;
const BYTES_A_SAMPLE = 2;
const COMMA = 0x2c;
/** No more is sent until some of it is settled. */
const MOST_UNSETTLED = (limits.engineUnsettledSeconds - 1) * ENGINE_SAMPLE_RATE;

export class AnswerCheck<S extends WorkerSettled> {
  readonly #opening: Opening;
  readonly #schema: z.ZodType<S>;
  /** Positions as `untilSample` counts them: samples, or texts. */
  #sentUntil: number;
  #settledUntil: number;
  #controls = 0;
  #controlsDone = 0;
  #utterance: number;
  #ended = false;
  /** Bytes that it may still answer. */
  #allowed: number = limits.workerAnswersFirstBytes;

  constructor(opening: Opening, schema: z.ZodType<S>) {
    this.#opening = opening;
    this.#schema = schema;
    this.#sentUntil = opening.startSample;
    this.#settledUntil = opening.startSample;
    this.#utterance = opening.live?.utterance ?? 0;
  }

  get settledSeconds(): number {
    return this.#opening.isText ? 0 : (this.#settledUntil - this.#opening.startSample) / ENGINE_SAMPLE_RATE;
  }

  /** Whether the worker must have something to say: it has all that it waits for. */
  get owesAnswer(): boolean {
    const unsettled = this.#sentUntil - this.#settledUntil;
    if (this.#opening.isText) return unsettled > 0 || this.#ended;
    return this.#ended || unsettled > MOST_UNSETTLED;
  }

  noteSent(type: number, bytes: number): void {
    this.#allowed += limits.workerAnswersShare * Math.max(bytes, limits.workerAnswerLeastBytes);
    if (type === FRAME.audio) this.#sentUntil += bytes / BYTES_A_SAMPLE;
    if (type === FRAME.text) this.#sentUntil++;
    if (type === FRAME.live) this.#controls++;
    if (type === FRAME.end) this.#ended = true;
  }

  /** Of every message of the stream, whatever is in it. @throws UntrueAnswer */
  noteAnswer(bytes: number): void {
    this.#allowed -= Math.max(bytes, limits.workerAnswerLeastBytes);
    if (this.#allowed < 0) throw new UntrueAnswer("answers far more than its audio can have");
  }

  /** @throws UntrueAnswer */
  settled(payload: Buffer): S {
    const settled = read(this.#schema, payload);
    if (settled === null || this.#opening.live) throw new UntrueAnswer("sends answers of another shape");
    this.#settleUntil(settled.untilSample);
    if ("pieces" in settled) this.#requirePieces(settled);
    else this.#requireInside(settled.stretches);
    return settled;
  }

  /** @throws UntrueAnswer */
  heard(payload: Buffer): LiveHeard {
    const heard = read(heardSchema, payload);
    if (heard === null || !this.#opening.live) throw new UntrueAnswer("sends answers of another shape");
    this.#settleUntil(heard.untilSample);
    const { controlsDone, utterance, begun, events } = heard;
    const utterances = [...events.map((event) => event.utterance), utterance];
    if (
      controlsDone < this.#controlsDone ||
      controlsDone > this.#controls ||
      !isRow(utterances, this.#utterance)
    )
      throw new UntrueAnswer("reports utterances out of their order");
    this.#requireBegun(begun);
    this.#controlsDone = controlsDone;
    this.#utterance = utterance;
    for (const event of events)
      if (event.type === "utterance") {
        this.#requireLanguage(event.language);
        this.#requireInside([event]);
      } else if (event.type === "words") this.#requireInside(event.words);
    return heard;
  }

  /** @throws UntrueAnswer when something of the recording is not answered. */
  done(): void {
    if (!this.#ended || this.#settledUntil !== this.#sentUntil)
      throw new UntrueAnswer("says that it is done before it is");
  }

  #settleUntil(position: number): void {
    if (position < this.#settledUntil || position > this.#sentUntil)
      throw new UntrueAnswer("settles what it was not sent");
    if (this.#opening.isText && position !== this.#settledUntil + 1)
      throw new UntrueAnswer("answers texts out of their order");
    this.#settledUntil = position;
  }

  #requirePieces({ pieces, speechSamples }: Settled): void {
    if (this.#opening.isText ? pieces.length !== 1 : speechSamples > this.#sentUntil)
      throw new UntrueAnswer("settles what it was not sent");
    this.#requireInside(pieces);
    for (const { language, languageProbabilities, words } of pieces) {
      this.#requireLanguage(language);
      const codes = Object.keys(languageProbabilities ?? {});
      if (codes.length > LANGUAGES) throw new UntrueAnswer("names more languages than there are");
      for (const code of codes) this.#requireLanguage(code);
      this.#requireInside(words);
    }
  }

  #requireInside(spans: readonly { startSeconds: number; endSeconds: number }[]): void {
    const longest = this.#opening.isText ? 0 : this.#sentUntil / ENGINE_SAMPLE_RATE + SLACK_SECONDS;
    if (spans.some(({ endSeconds }) => endSeconds > longest))
      throw new UntrueAnswer("reports a time that it was not sent");
  }

  /** Another worker gets it, if this one is lost. */
  #requireBegun(begun: LiveHeard["begun"]): void {
    const { startSample = 0, stopSample = null } = begun ?? {};
    const end = stopSample ?? startSample;
    if (end < startSample || end > this.#sentUntil)
      throw new UntrueAnswer("reports a time that it was not sent");
  }

  #requireLanguage(language: string | null): void {
    if (language !== null && !LANGUAGE.test(language)) throw new UntrueAnswer("names what is no language");
  }
}

/** Null for another shape, and for more parts than an answer has. */
function read<T>(schema: z.ZodType<T>, payload: Buffer): T | null {
  let commas = 0;
  for (const byte of payload) if (byte === COMMA) commas++;
  return commas > limits.workerAnswerCommas ? null : parsed(schema, payload);
}

/** Each is the one before or the next, and cleared utterances are left out. */
function isRow(utterances: readonly number[], first: number): boolean {
  return [first, ...utterances].every((number, at, all) => at === 0 || number >= (all[at - 1] as number));
}
