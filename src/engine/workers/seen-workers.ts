/** The view for pages, health and metrics. */
import type { Cluster } from "./cluster.ts";

export type SeenWorkers = Pick<Cluster, "workers" | "broker">;
