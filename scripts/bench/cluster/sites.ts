/** The same recognizers with a broker and without: what the parts of the benchmark ask in turns. */
import { memoryOf, processorSeconds, processTree } from "../../../src/lib/processes.ts";
import { ClusterSite, type SiteOptions } from "../../../test/cluster/site.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import { startServerProcess } from "../../../test/support/server-process.ts";
import { type Calls, callsOf, untilHealthy } from "../server.ts";

const COMMON = {
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
  TIRO_LIMITS_CONCURRENT_AUDIO: "1000",
  TIRO_TRANSCRIPTION_QUEUE_LENGTH: "100000",
  TIRO_LOG_LEVEL: "warn",
};

export interface Site extends AsyncDisposable, Calls {
  /** Processor seconds so far: of what recognizes, and of the server's own process. */
  processorTime(): { recognizing: number; serving: number };
  /** Of all processes on the machine that recognizes: memory, and processor seconds so far. */
  machineBytes(): number;
  machineSeconds(): number;
}

/** One server on one machine. @param pack the recognizer. */
export async function localSite(pack: string, more: Record<string, string> = {}): Promise<Site> {
  const folder = temporaryFolder();
  const settings = { ...COMMON, TIRO_MODELS_DEFAULT: pack, ...more };
  const server = await startServerProcess({ dataDir: folder.path, settings });
  await untilHealthy(server.url);
  return {
    ...callsOf(() => server.url, server.key ?? "", true),
    processorTime: () => ({
      recognizing: secondsOf(
        processTree(server.pid).filter(({ command }) => command.includes("engine-host")),
      ),
      serving: processorSeconds(server.pid) ?? 0,
    }),
    ...machineOf(() => [server.pid]),
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      folder[Symbol.dispose]();
    },
  };
}

export interface RemoteSite extends Site {
  cluster: ClusterSite;
}

/** A server without recognizers of its own. */
export async function remoteSite(
  pack: string,
  workers: number,
  { hasNetworks = false, workerSettings = {} }: Pick<SiteOptions, "hasNetworks" | "workerSettings"> = {},
): Promise<RemoteSite> {
  const cluster = await ClusterSite.open({
    workers,
    hasNetworks,
    settings: {
      ...COMMON,
      TIRO_MODELS_DEFAULT: pack,
      TIRO_CLUSTER_LOCAL: "false",
    },
    workerSettings: { TIRO_MODELS_DEFAULT: pack, TIRO_LOG_LEVEL: "warn", ...workerSettings },
  });
  await untilHealthy(cluster.server.url);
  return {
    cluster,
    ...callsOf(() => cluster.server.url, cluster.key, true),
    processorTime: () => ({
      recognizing: cluster.workers.reduce((sum, { pid }) => sum + secondsOf(processTree(pid)), 0),
      serving: processorSeconds(cluster.server.pid) ?? 0,
    }),
    ...machineOf(() => cluster.workers.map(({ pid }) => pid)),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

function machineOf(pids: () => number[]): Pick<Site, "machineBytes" | "machineSeconds"> {
  const all = () => pids().flatMap(processTree);
  return {
    machineBytes: () => all().reduce((sum, { pid }) => sum + memoryOf(pid).proportionalBytes, 0),
    machineSeconds: () => secondsOf(all()),
  };
}

function secondsOf(processes: readonly { pid: number }[]): number {
  return processes.reduce((sum, { pid }) => sum + (processorSeconds(pid) ?? 0), 0);
}
