/** One recording through the recognizer, seen from the parent: its pieces in order, and how much of it was speech. */
import { CarriedRecording } from "./carried-recording.ts";
import { ENGINE_SAMPLE_RATE, type Piece, type Recognition, type RecognizeOptions } from "./engine.ts";
import type { HostPool } from "./host-pool.ts";
import type { Settled } from "./protocol.ts";

export class RunningRecognition {
  readonly #carried: CarriedRecording<Settled>;
  readonly #pieces: Piece[] = [];
  #speechBeforeStream = 0;
  #speechOfStream = 0;

  constructor(
    hosts: HostPool,
    private readonly options: RecognizeOptions,
    private readonly model: { id: string; languages: string[] },
  ) {
    this.#carried = new CarriedRecording({
      what: "Recognition",
      open: (startSample, listener, signal) => hosts.open(options.lane, startSample, listener, signal),
      onSettled: (settled) => this.#settle(settled),
      onOpen: () => {
        this.#speechBeforeStream += this.#speechOfStream;
        this.#speechOfStream = 0;
      },
      signal: options.signal,
    });
  }

  /** @throws what `audio` throws, the signal's reason, or `engine_unavailable`. */
  async run(audio: AsyncIterable<Int16Array>): Promise<Recognition> {
    await this.#carried.run(audio);
    return {
      pieces: this.#pieces,
      audioDurationSeconds: this.#carried.receivedSeconds,
      speechDurationSeconds: (this.#speechBeforeStream + this.#speechOfStream) / ENGINE_SAMPLE_RATE,
      modelId: this.model.id,
      language: this.model.languages.length === 1 ? (this.model.languages[0] ?? null) : null,
    };
  }

  #settle({ untilSample, speechSamples, pieces }: Settled): void {
    this.#pieces.push(...pieces);
    this.#speechOfStream = speechSamples;
    this.options.onProgress?.(untilSample / ENGINE_SAMPLE_RATE);
  }
}
