/** Workers as they are seen, without any: for what only shows them. */
import type { SeenWorkers } from "../../src/engine/workers/seen-workers.ts";
import type { WorkerView } from "../../src/engine/workers/views.ts";

export function workerView(name: string, changes: Partial<WorkerView> = {}): WorkerView {
  return {
    ...{ name, state: "ready", problem: null, version: "1.0.0", provider: "cpu", device: null, cores: 8 },
    capacity: { recordings: 8, live: 16, speakers: 2 },
    ...{ streams: 3, lastSeenMs: 400, skewSeconds: 0.2 },
    packs: [{ id: "starter-en@1.0.0", checksum: "c".repeat(64), manifest: "{}" }],
    figures: { audioSeconds: 90, lostStreams: 1, roundTripMs: 2 },
    ...changes,
  };
}

/** One in each state. */
export const WORKERS: readonly WorkerView[] = [
  workerView("cellar-1"),
  workerView("cellar-2", { state: "draining" }),
  workerView("cellar-3", { state: "draining", streams: 0, skewSeconds: -3_600 }),
  workerView("gpu-1", { provider: "cuda", device: "NVIDIA L4", streams: 0 }),
  workerView("gpu-2", { state: "lost", streams: 0, lastSeenMs: 90_000 }),
  workerView("gpu-3", {
    ...{ state: "refused", streams: 0, version: "0.8.0" },
    problem: "It runs tiro 0.8.0, and this server 1.0.0: install the same version on both.",
  }),
  workerView("gpu-4", {
    ...{ state: "unseen", version: null, provider: null, cores: null, lastSeenMs: null, skewSeconds: null },
    ...{ streams: 0, packs: [] },
    figures: { audioSeconds: 0, lostStreams: 0, roundTripMs: null },
  }),
];

/** Put others into `views` to change what it shows. */
export function seenCluster(views: readonly WorkerView[]) {
  const broker: SeenWorkers["broker"] = { isConnected: true, serverVersion: "2.12.7", problem: null };
  const seen = { views, broker };
  const cluster: SeenWorkers = {
    workers: () => [...seen.views],
    get broker() {
      return seen.broker;
    },
  };
  return { seen, cluster };
}
