/** Sentences by every voice that is installed, each in one of the surroundings in turn: the same on every run. */
import { seeded } from "../../../src/lib/seeded.ts";
import { SURROUNDINGS, type Surroundings, surroundedBy } from "./rooms.ts";
import { type TimedWord, timedVoices } from "./timed-voices.ts";

export interface TimedRecording {
  voice: string;
  surroundings: Surroundings;
  /** 16 kHz mono, with silence before and after. */
  samples: Float32Array;
  words: TimedWord[];
}

const RATE = 16_000;
const [BEFORE_SECONDS, AFTER_SECONDS] = [0.4, 0.6];

export function* timedRecordings(sentences: readonly string[]): Generator<TimedRecording> {
  const random = seeded(1);
  for (const [v, voice] of timedVoices().entries())
    for (const [s, sentence] of sentences.entries()) {
      const surroundings = SURROUNDINGS[(s + v) % SURROUNDINGS.length] as Surroundings;
      const spoken = voice.speak(sentence);
      // Not always at the same place in the network's frames of 80 ms.
      const before = Math.floor((BEFORE_SECONDS + 0.08 * random()) * RATE);
      const all = new Float32Array(before + spoken.samples.length + AFTER_SECONDS * RATE);
      all.set(spoken.samples, before);
      yield {
        voice: voice.name,
        surroundings,
        samples: surroundedBy(all, surroundings, random),
        words: spoken.words
          .filter(({ text }) => /\p{L}/u.test(text))
          .map(({ text, startSeconds }) => ({ text, startSeconds: startSeconds + before / RATE })),
      };
    }
}
