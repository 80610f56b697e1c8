/** How late words are, by when they were said and when they were reported. */
import type { LiveEvent } from "../../../src/engine/live.ts";
import { comparedWord } from "../../../src/engine/repetitions.ts";
import { percentile } from "../../../src/lib/percentile.ts";
import { tell } from "../figures.ts";

const RATE = 16_000;
const FRAME_SAMPLES = RATE / 50;
/** Of the loudest 20 ms (-26 dB): what is softer is the room. */
const AUDIBLE_SHARE = 0.05;

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
  follow(samples: Int16Array): (event: LiveEvent, atSeconds: number) => void {
    /** Grey words of the utterance by their place in it, with when each was first seen as it stayed. */
    let seen: { text: string; atSeconds: number }[] = [];
    let finals = 0;
    let begunAt = 0;
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
        }
      } else if (event.type === "speech_started") {
        begunAt = event.atSeconds;
      } else if (event.type === "speech_stopped") {
        stoppedAt = event.atSeconds;
      } else if (event.type === "utterance") {
        if (stoppedAt !== null) {
          this.#stops.push(atSeconds - stoppedAt);
          // Words after the silence, if any, belong to another utterance.
          const spokenUntil = endOfSound(samples, begunAt, stoppedAt - this.#silenceSeconds);
          if (event.words.length > 0) this.#ends.push(atSeconds - spokenUntil - this.#silenceSeconds);
        }
        stoppedAt = null;
        seen = [];
        finals = 0;
      }
    };
  }

  get ms() {
    const ms = (seconds: readonly number[]) => seconds.map((each) => 1000 * each);
    return { grey: ms(this.#grey), final: ms(this.#final), ends: ms(this.#ends) } as const;
  }

  print(): void {
    for (const [what, seconds, p50, p95] of [
      ["a word is seen after its end", this.#grey, 0.6, 1.2],
      ["it is final after its end", this.#final, 0.8, 1.5],
      ["an utterance is whole, beyond the silence after its last sound", this.#ends, 0.3, 0.5],
      ["and after the silence that ends it had passed", this.#stops, 0.3, 0.5],
    ] as const) {
      tell(`  ${what}, p50`, percentile(seconds, 0.5), "s", { most: p50 });
      tell(`  ${what}, p95`, percentile(seconds, 0.95), "s", { most: p95 });
    }
    tell(
      `  grey words that changed, of ${this.#greyWords}`,
      (100 * this.#changedWords) / this.#greyWords,
      "%",
    );
  }
}

/**
 * When the last sound of an utterance ends that is audible beside its loudest: recognizers differ by 0.3 s in where a word
 * ends, and one of random weights knows nothing of it.
 */
function endOfSound(samples: Int16Array, fromSeconds: number, untilSeconds: number): number {
  const frames: number[] = [];
  const begin = Math.round(fromSeconds * RATE);
  const end = Math.min(samples.length, Math.round(untilSeconds * RATE));
  for (let at = begin; at < end; at += FRAME_SAMPLES)
    frames.push(Math.hypot(...samples.subarray(at, Math.min(at + FRAME_SAMPLES, end))));
  const last = frames.findLastIndex((level) => level >= AUDIBLE_SHARE * Math.max(...frames));
  return (begin + (last + 1) * FRAME_SAMPLES) / RATE;
}
