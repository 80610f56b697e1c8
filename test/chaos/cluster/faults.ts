/** Faults of workers, the broker and the server; each ends with everything as it was. */
import type { ClusterSite, WorkerProcess } from "../../cluster/site.ts";
import { kill } from "../hosts.ts";
import type { Random } from "../random.ts";

export const VICTIMS = ["worker", "recognizer", "broker", "server"] as const;
export type Victim = (typeof VICTIMS)[number];

export interface Fault<Of> {
  name: string;
  /** Null if nothing dies of it. */
  kills: Victim | null;
  /** How often it comes before all of them have come. */
  times: number;
  act: (of: Of, random: Random) => Promise<void>;
}

/** A worker is back before it is missed, or long after that. */
const LONGEST_AWAY_MS = [0, 1_000, 7_000];
const LONGEST_DELAY_MS = 400;

export const WORKER_FAULTS: readonly Fault<WorkerProcess>[] = [
  {
    ...{ name: "worker killed", kills: "worker", times: 8 },
    act: async (worker, random) => {
      await worker.end();
      await away(random);
      worker.start();
    },
  },
  {
    ...{ name: "worker's recognizer killed", kills: "recognizer", times: 2 },
    act: async (worker) => {
      for (const pid of worker.recognizers().slice(0, 1)) kill(pid, "SIGKILL");
    },
  },
  {
    ...{ name: "worker drained", kills: null, times: 1 },
    act: async (worker, random) => {
      await worker.end("SIGTERM");
      await away(random);
      worker.start();
    },
  },
  {
    ...{ name: "worker hangs", kills: null, times: 1 },
    act: async ({ pid }, random) => {
      kill(pid, "SIGSTOP");
      await away(random);
      process.kill(pid, "SIGCONT");
    },
  },
  {
    ...{ name: "worker cut off", kills: null, times: 1 },
    act: async ({ network }, random) => {
      network?.cut();
      await away(random);
      network?.mend();
    },
  },
  {
    ...{ name: "way to a worker stalled", kills: null, times: 1 },
    act: async ({ network }, random) => {
      network?.stall();
      await away(random);
      network?.mend();
    },
  },
  {
    ...{ name: "way to a worker slow", kills: null, times: 1 },
    act: async ({ network }, random) => {
      network?.delay(random.next() * LONGEST_DELAY_MS);
      await away(random);
      network?.mend();
    },
  },
];

export const BROKER_KILLED: Fault<ClusterSite> = {
  ...{ name: "broker killed", kills: "broker", times: 1 },
  act: async (site, random) => {
    await site.killBroker();
    await away(random);
    await site.startBroker();
  },
};

export const SERVER_KILLED: Fault<ClusterSite> = {
  ...{ name: "server killed", kills: "server", times: 1 },
  act: async (site) => {
    await site.server.kill();
    await site.startServer();
  },
};

function away(random: Random): Promise<void> {
  return Bun.sleep(random.next() * random.pick(LONGEST_AWAY_MS));
}
