/** Engines that act as a test sets, most of which misbehave. */
import { SAMPLE_RATE } from "../../src/audio/audio.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { TiroError } from "../../src/lib/errors.ts";

/** A recognizer that is ready and does nothing else. */
export const engineThat = (recognize: Engine["recognize"]): Engine => ({
  ready: async () => {},
  recognize,
  status: () => ({
    state: "ready",
    modelId: "m@1",
    provider: "cpu",
    device: null,
    processes: [],
    problem: null,
  }),
  close: async () => {},
});
/** Works until its caller gives up. */
export const endlessEngine = engineThat((_, { signal }) => {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal?.reason);
  // A caller who hung up while the recording was opened has given up before this is called.
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp);
  return promise;
});
/** Hears these words in whatever it is given, once it is let go. */
export function holdingEngine(text = "Held back."): { engine: Engine; release: () => void } {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const engine = engineThat(async (audio) => {
    let samples = 0;
    for await (const block of audio) samples += block.length;
    await promise;
    const audioDurationSeconds = samples / SAMPLE_RATE;
    const words = text.split(" ").map((text, index) => ({
      text,
      startSeconds: index / 2,
      endSeconds: index / 2 + 0.4,
    }));
    return {
      pieces: [{ text, startSeconds: 0, endSeconds: audioDurationSeconds, words }],
      audioDurationSeconds,
      speechDurationSeconds: audioDurationSeconds,
      modelId: "m@1",
      language: "en",
      hotwordsUsed: false,
    };
  });
  return { engine, release };
}
export const brokenEngine = engineThat(async () => {
  throw new TiroError("engine_unavailable", "The recognizer is not available; try again later.");
});
