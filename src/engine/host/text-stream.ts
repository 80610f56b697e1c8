/** Texts on their way through a host whose model punctuates: each is answered before the next, in order. */
import type { Lane } from "../engine.ts";
import type { Opening } from "../protocol.ts";
import type { Punctuate } from "./backends/backend.ts";
import type { StreamEvents } from "./stream.ts";

export class TextStream {
  readonly #punctuate: Punctuate;
  readonly #events: StreamEvents;
  readonly #texts: string[] = [];
  readonly lane: Lane;
  #answered = 0;
  #ended = false;
  #over = false;

  constructor({ lane }: Opening, punctuate: Punctuate, events: StreamEvents) {
    this.lane = lane;
    this.#punctuate = punctuate;
    this.#events = events;
  }

  /** @param bytes UTF-8. */
  append(bytes: Uint8Array): void {
    this.#texts.push(new TextDecoder().decode(bytes));
  }

  end(): void {
    this.#ended = true;
  }

  get hasWork(): boolean {
    return !this.#over && (this.#texts.length > 0 || this.#ended);
  }

  /** Text by text until `isOver`. */
  work(isOver: () => boolean): void {
    while (this.#texts.length > 0 && !this.#over && !isOver()) this.#answer(this.#texts.shift() as string);
    if (this.#ended && this.#texts.length === 0 && !this.#over) {
      this.#over = true;
      this.#events.done();
    }
  }

  close(): void {
    this.#over = true;
  }

  #answer(text: string): void {
    try {
      const piece = {
        startSeconds: 0,
        endSeconds: 0,
        text: this.#punctuate(text),
        language: null,
        words: [],
      };
      this.#events.settled({ untilSample: ++this.#answered, speechSamples: 0, pieces: [piece] });
    } catch (fault) {
      this.#over = true;
      this.#events.failed(fault);
    }
  }
}
