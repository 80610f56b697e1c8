/** The recognized words, in the events of the protocol. */
import type { Word } from "../engine/engine.ts";
import { ENGINE_SAMPLE_RATE } from "../engine/engine.ts";
import type { LiveEvent } from "../engine/live.ts";
import type { Clock } from "../lib/clock.ts";
import type { TiroError } from "../lib/errors.ts";
import { liveFinalDelays } from "../work/live-figures.ts";
import type { Channel } from "./channel.ts";
import { errorBody } from "./errors.ts";
import { type Item, Items } from "./items.ts";
import type { Dialect } from "./session/render.ts";

export type Utterance = Extract<LiveEvent, { type: "utterance" }>;

interface ConversationOptions {
  channel: Channel;
  clock: Clock;
  dialect: () => Dialect;
  logprobs: () => boolean;
  /** The end of an utterance; the words are as they were sent. */
  onUtterance: (item: Item, utterance: Utterance) => void;
  /** How many samples the recognizer has received. */
  received: () => number;
}

const CONTENT = { content_index: 0 } as const;
const EVENT = "conversation.item.input_audio_transcription";

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #items = new Items();
  readonly #committedAtMs = new Map<string, number>();
  /** Whether somebody speaks, as far as the recognizer reported. */
  isSpeaking = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  get pending(): Item[] {
    return this.#items.pending;
  }

  heard(event: LiveEvent): void {
    const { channel } = this.#options;
    const item = this.#items.of(event.utterance, this.#options.received());
    if (item === null) return;
    const item_id = item.id;
    switch (event.type) {
      case "speech_started":
        this.isSpeaking = true;
        channel.send({
          type: "input_audio_buffer.speech_started",
          audio_start_ms: milliseconds(event.atSeconds),
          item_id,
        });
        break;
      case "speech_stopped":
        this.isSpeaking = false;
        channel.send({
          type: "input_audio_buffer.speech_stopped",
          audio_end_ms: milliseconds(event.atSeconds),
          item_id,
        });
        this.#commit(item);
        break;
      case "partial":
        channel.send({ type: "tiro.partial", item_id, ...CONTENT, text: event.text });
        break;
      case "words":
        channel.send({
          type: `${EVENT}.delta`,
          item_id,
          ...CONTENT,
          delta: event.text,
          ...this.#scores(event.words),
        });
        break;
      case "utterance":
        this.isSpeaking = false;
        this.#commit(item);
        this.#items.complete(event.utterance);
        this.#options.onUtterance(item, event);
        break;
    }
  }

  /** The client, or a time without speech, cuts. */
  cut(): Item {
    return this.#items.cut(this.#options.received());
  }

  commit(item: Item): void {
    this.isSpeaking = false;
    this.#commit(item);
  }

  clear(): void {
    this.isSpeaking = false;
    this.#items.clear();
    this.#options.channel.send({ type: "input_audio_buffer.cleared" });
  }

  /** @param more tiro's own members. */
  complete(
    { id }: Item,
    { startSeconds, endSeconds, text, words, language }: Utterance,
    more: object = {},
  ): void {
    this.#noteFinal(id);
    const seconds = Math.round((endSeconds - startSeconds) * 1000) / 1000;
    this.#options.channel.send({
      type: `${EVENT}.completed`,
      item_id: id,
      ...CONTENT,
      transcript: text,
      usage: { type: "duration", seconds },
      ...this.#scores(words),
      ...(language !== null && { languages: [language] }),
      ...more,
    });
  }

  fail({ id }: Item, error: TiroError): void {
    this.#committedAtMs.delete(id);
    this.#options.channel.send({ type: `${EVENT}.failed`, item_id: id, ...CONTENT, error: errorBody(error) });
  }

  #commit(item: Item): void {
    if (item.isCommitted) return;
    const { channel, clock, dialect } = this.#options;
    const previous_item_id = this.#items.commit(item);
    this.#committedAtMs.set(item.id, clock.monotonic());
    channel.send({ type: "input_audio_buffer.committed", previous_item_id, item_id: item.id });
    const told = { previous_item_id, item: itemBody(item) };
    if (dialect() === "older") channel.send({ type: "conversation.item.created", ...told });
    else for (const what of ["added", "done"]) channel.send({ type: `conversation.item.${what}`, ...told });
  }

  #noteFinal(id: string): void {
    const committedAtMs = this.#committedAtMs.get(id);
    if (committedAtMs === undefined) return;
    this.#committedAtMs.delete(id);
    liveFinalDelays.add((this.#options.clock.monotonic() - committedAtMs) / 1000);
  }

  /** Only if the client asked for them and the recognizer has them. */
  #scores(words: readonly Word[]): { logprobs?: object[] } {
    if (!this.#options.logprobs()) return {};
    const logprobs = words.flatMap(({ text, logProbs = [] }) =>
      logProbs.length === 0
        ? []
        : [
            {
              token: text,
              bytes: [...Buffer.from(text)],
              logprob: logProbs.reduce((sum, log) => sum + log, 0),
            },
          ],
    );
    return { logprobs };
  }
}

export function secondsOf(samples: number): number {
  return samples / ENGINE_SAMPLE_RATE;
}

export function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}

function itemBody({ id }: Item) {
  return {
    id,
    object: "realtime.item",
    type: "message",
    status: "completed",
    role: "user",
    content: [{ type: "input_audio", transcript: null }],
  };
}
