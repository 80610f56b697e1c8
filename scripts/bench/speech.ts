/** Speech to measure with: recordings one after the other, in pauses as people make them, over and over. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { wavSamples } from "../../test/engine/support.ts";

export { wavFile } from "../../src/audio/wav-file.ts";

const RATE = 16_000;
const ROOT = join(import.meta.dir, "../..");
const PAUSES_SECONDS = [0.3, 0.8, 0.4, 1.8, 0.6];

/** From the recordings beside the clone where they are, otherwise from the committed ones. */
export function benchSpeech(seconds: number): Int16Array {
  const beside = join(ROOT, "../shared/audio");
  const folder = existsSync(beside) ? beside : join(ROOT, "test/audio");
  const clips = readdirSync(folder)
    .filter((name) => name.endsWith(".wav"))
    .sort()
    .map((name) => wavSamples(join(folder, name)));
  const speech = new Int16Array(seconds * RATE);
  for (let at = 0, i = 0; at < speech.length; i++) {
    const clip = clips[i % clips.length] as Int16Array;
    speech.set(clip.subarray(0, speech.length - at), at);
    at += clip.length + Math.round((PAUSES_SECONDS[i % PAUSES_SECONDS.length] as number) * RATE);
  }
  return speech;
}
