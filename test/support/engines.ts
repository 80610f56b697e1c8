/** Engines that misbehave on purpose. */
import type { Engine } from "../../src/engine/engine.ts";
import { TiroError } from "../../src/lib/errors.ts";

const engine = (recognize: Engine["recognize"]): Engine => ({
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
export const endlessEngine = engine((_, { signal }) => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener("abort", () => reject(signal.reason as Error));
  return promise;
});
export const brokenEngine = engine(async () => {
  throw new TiroError("engine_unavailable", "The recognizer is not available; try again later.");
});
