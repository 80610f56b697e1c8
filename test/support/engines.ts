/** Engines that are told what to do, most of them to misbehave. */
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
export const brokenEngine = engineThat(async () => {
  throw new TiroError("engine_unavailable", "The recognizer is not available; try again later.");
});
