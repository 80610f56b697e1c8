import { limits } from "../../config/limits.ts";

/** Calls once in `limits.workerBeatMs`, until it is ended. */
export type Ticker = (tick: () => void) => () => void;

export const everyBeat: Ticker = (tick) => {
  const timer = setInterval(tick, limits.workerBeatMs);
  return () => clearInterval(timer);
};
