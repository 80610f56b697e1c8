/**
 * The words of a recording while it is spoken, and its text at the end. The recording itself is kept elsewhere: whatever
 * goes wrong here, it is sent as a whole.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { TextRange } from "../../../lib/text-ranges.ts";
import type { Schemas } from "../../client/api.ts";
import { type LiveEvent, LiveStream } from "../../client/live-stream.ts";
import type { RecordingFacts } from "./unsent.ts";
import type { Samples } from "./wav.ts";

export interface LiveResult {
  result: Schemas["DictationResult"];
  unsure: readonly TextRange[];
}

/** Of text and connection, at the end. */
const PATIENCE_MS = 15_000;

export class LiveTake {
  /** Words that stay, and after them words that may still change. */
  readonly heard = signal("");
  readonly hearing = signal("");
  readonly state: ReadonlySignal<LiveStream["state"]["value"]>;
  readonly #stream: LiveStream;
  readonly #made = Promise.withResolvers<LiveResult | null>();

  readonly #onWords: () => void;

  /**
   * @param recordingName of the recording that it becomes; null: it becomes none.
   * @param onWords called whenever there are more.
   */
  constructor(
    { language }: Pick<RecordingFacts, "language">,
    recordingName: string | null,
    onWords: () => void,
  ) {
    this.#onWords = onWords;
    this.#stream = new LiveStream({
      intent: "dictation",
      session: {
        audio: { turn_detection: null, ...(language !== null && { transcription: { language } }) },
        tiro: { partials: true, ...(recordingName !== null && { recording: { name: recordingName } }) },
      },
      onEvent: (event) => this.#hear(event),
    });
    this.state = this.#stream.state;
    this.state.subscribe((state) => state === "over" && this.#made.resolve(null));
  }

  add(samples: Samples): void {
    this.#stream.add(samples);
  }

  /**
   * @param dictation the fields of `POST /v1/dictations`.
   * @returns null if the recording is to be sent instead.
   * @throws the signal's reason.
   */
  async finish(dictation: object, idempotencyKey: string, signal: AbortSignal): Promise<LiveResult | null> {
    // A stream that could not open in all this time is no help at the end.
    if (this.state.value === "opening") this.#stream.close();
    else this.#stream.commit({ partials: true, dictation, idempotency_key: idempotencyKey });
    const timer = setTimeout(() => this.#made.resolve(null), PATIENCE_MS);
    signal.addEventListener("abort", () => this.#made.reject(signal.reason), { once: true });
    try {
      return await this.#made.promise;
    } finally {
      clearTimeout(timer);
      this.#stream.close();
    }
  }

  discard(): void {
    this.#stream.forget();
  }

  #hear(event: LiveEvent): void {
    const { type, delta = "", text = "", dictation: result, unsure_words: unsure = [] } = event;
    if (type === "tiro.partial") this.hearing.value = text;
    else if (type.endsWith("transcription.delta")) {
      this.heard.value += delta;
      const { value: hearing } = this.hearing;
      this.hearing.value = hearing.startsWith(delta) ? hearing.slice(delta.length) : "";
    } else if (type.endsWith("transcription.failed")) this.#made.resolve(null);
    else if (type.endsWith("transcription.completed")) this.#made.resolve(result ? { result, unsure } : null);
    if (this.heard.value + this.hearing.value !== "") this.#onWords();
  }
}
