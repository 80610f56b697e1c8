import { EXIT } from "../exit-codes.ts";

const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** Resolves with the first signal's name; a second one ends the process at once. */
export function stopSignals(): Promise<StopSignal> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        if (stopping) process.exit(EXIT.failed);
        stopping = true;
        resolve(signal);
      });
    }
  });
}
