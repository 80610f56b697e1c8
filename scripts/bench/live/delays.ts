/** How late words are, by when they were said and when they were told. */
import type { LiveEvent } from "../../../src/engine/live.ts";
import { comparedWord } from "../../../src/engine/repetitions.ts";
import { percentile } from "../../../src/lib/percentile.ts";

export class LiveDelays {
  readonly #silenceSeconds: number;
  readonly #grey: number[] = [];
  readonly #final: number[] = [];
  readonly #ends: number[] = [];
  readonly #stops: number[] = [];
  #greyWords = 0;
  #changedWords = 0;

  constructor(silenceMs: number) {
    this.#silenceSeconds = silenceMs / 1000;
  }

  /** Of one stream: takes an event, and when it came, in seconds since its first sample was sent. */
  follow(): (event: LiveEvent, atSeconds: number) => void {
    /** Grey words of the utterance by their place in it, with when each was first seen as it stayed. */
    let seen: { text: string; atSeconds: number }[] = [];
    let finals = 0;
    let lastWordEnd = 0;
    let stoppedAt: number | null = null;
    return (event, atSeconds) => {
      if (event.type === "partial") {
        const words = event.text.split(" ").map(comparedWord).filter(Boolean);
        words.forEach((text, i) => {
          const before = seen[finals + i];
          if (before?.text === text) return;
          this.#greyWords++;
          if (before) this.#changedWords++;
          seen[finals + i] = { text, atSeconds };
        });
      } else if (event.type === "words") {
        for (const word of event.words) {
          this.#final.push(atSeconds - word.endSeconds);
          const grey = seen[finals++];
          const isSame = grey?.text === comparedWord(word.text);
          if (grey && !isSame) this.#changedWords++;
          this.#grey.push((isSame ? grey.atSeconds : atSeconds) - word.endSeconds);
          lastWordEnd = word.endSeconds;
        }
      } else if (event.type === "speech_stopped") {
        stoppedAt = event.atSeconds;
      } else if (event.type === "utterance") {
        if (stoppedAt !== null) this.#stops.push(atSeconds - stoppedAt);
        stoppedAt = null;
        if (event.words.length > 0) this.#ends.push(atSeconds - lastWordEnd - this.#silenceSeconds);
        seen = [];
        finals = 0;
      }
    };
  }

  get seconds() {
    return { grey: this.#grey, final: this.#final, ends: this.#ends, stops: this.#stops } as const;
  }

  lines(): string[] {
    const both = (values: readonly number[]) =>
      `${percentile(values, 0.5).toFixed(2)} / ${percentile(values, 0.95).toFixed(2)} s`;
    const changed = (100 * this.#changedWords) / Math.max(this.#greyWords, 1);
    return [
      `a word is seen ${both(this.#grey)} after its end (p50 / p95; goal 0.6 / 1.2)`,
      `it is final ${both(this.#final)} after its end (goal 0.8 / 1.5)`,
      `an utterance is whole ${both(this.#ends)} beyond the silence after its last word (goal 0.3 / 0.5)`,
      `and ${both(this.#stops)} after the silence that ends it had passed (goal 0.3 / 0.5)`,
      `grey words that changed: ${changed.toFixed(1)} % of ${this.#greyWords}`,
    ];
  }
}
