/** The view for pages, health and metrics. */
import type { WorkerView } from "./views.ts";

export interface SeenWorkers {
  workers(): readonly WorkerView[];
  readonly broker: {
    isConnected: boolean;
    /** Null as long as it was not reached. */
    serverVersion: string | null;
    /** Why it cannot be used: a sentence for the operator. */
    problem: string | null;
  };
}
