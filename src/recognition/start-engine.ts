/** From a pack to the engine that has it: in processes of this machine, on workers, or both. */
import type { Config } from "../config/schema.ts";
import { createEngine, type EngineOptions } from "../engine/create-engine.ts";
import { HostedEngine } from "../engine/hosted-engine.ts";
import { JoinedHosts, type WorkerHosts } from "../engine/joined-hosts.ts";
import { LiveLoad } from "../engine/live-load.ts";
import { readMachine } from "../engine/machine.ts";
import { settledSchema } from "../engine/protocol.ts";
import { expectedBytes } from "../engine/sizing.ts";
import type { Cluster } from "../engine/workers/cluster.ts";
import { announcementOf } from "../packs/announced.ts";
import type { Pack } from "../packs/load-pack.ts";
import { type InstalledPacks, isHere, type LoadablePack } from "./installed-packs.ts";
import { alignmentFor, isPunctuation, modelOf, packCost, remoteModel } from "./model-of-pack.ts";
import { marksFor } from "./punctuator.ts";

export interface StartingOptions
  extends Omit<EngineOptions, "model" | "config" | "marks" | "alignment" | "workers"> {
  config: Pick<Config, "engine" | "models" | "data" | "cluster">;
  installed: InstalledPacks;
  liveLoad: LiveLoad;
  /** Null if all is recognized on this machine. */
  cluster?: Cluster | null;
}

/** @returns what starts an engine and returns at once; `isElsewhere`: on workers alone. */
export function engineStarter(
  options: StartingOptions,
): (pack: LoadablePack, isElsewhere: boolean) => HostedEngine {
  const { config, cluster = null } = options;
  return (pack, isElsewhere) => {
    if (isHere(pack) && !isElsewhere) return startHere(options, pack);
    const checksum = checksumOf(pack);
    if (!cluster || checksum === null) throw new Error(`${pack.name} is neither here nor on workers`);
    const workers = workersWith(cluster, pack.name, checksum);
    return new HostedEngine({
      model: remoteModel(pack),
      marksId: null,
      provider: config.engine.provider,
      device: null,
      liveLoad: options.liveLoad,
      openHosts: (onChange) => new JoinedHosts(null, workers, onChange),
      setShare: () => {},
    });
  };
}

/** Of its `pack.json`, here and on workers. */
export function checksumOf(pack: LoadablePack): string | null {
  return isHere(pack) ? announcementOf(pack).checksum : pack.checksum;
}

/** Its expected memory on this machine. */
export function memoryOf(pack: LoadablePack): number {
  return isHere(pack) ? expectedBytes(packCost(pack)) : 0;
}

export function liveLoadOf(config: Pick<Config, "cluster">, cluster: Cluster | null): LiveLoad {
  const cores = cluster && !config.cluster.local ? 0 : readMachine().cores;
  return new LiveLoad(cores, () => capacityOf(cluster, "live"));
}

/** The total capacity of the workers that take work now. */
export function capacityOf(cluster: Pick<Cluster, "workers"> | null, what: "recordings" | "live"): number {
  const ready = cluster?.workers().filter(({ state }) => state === "ready") ?? [];
  return ready.reduce((sum, { capacity }) => sum + capacity[what], 0);
}

function startHere(options: StartingOptions, pack: LoadablePack & Pack): HostedEngine {
  const { config, installed, cluster = null } = options;
  // The starter's network is known to load and to answer; another could end the process that recognizes speech.
  const recognizer = installed.now.recognizers.find(({ identity }) => identity === pack.identity);
  const marks = recognizer && marksFor(recognizer, installed.now.punctuators, config.models.punctuation);
  const dataDir = config.data.dir;
  return createEngine({
    ...options,
    config: isPunctuation(pack) ? forText(config.engine) : config.engine,
    model: modelOf(pack, dataDir),
    marks: marks?.builtin && isHere(marks) ? modelOf(marks, dataDir) : null,
    alignment: alignmentFor(pack, dataDir),
    workers: cluster && workersWith(cluster, pack.name, announcementOf(pack).checksum),
  });
}

function workersWith(cluster: Cluster, id: string, checksum: string): WorkerHosts {
  return {
    hosts: cluster.hostsFor(id, checksum, settledSchema),
    onChange: (changed) => cluster.onChange(changed),
  };
}

/** A text takes milliseconds: one process on a processor serves all, dictation's texts first. */
function forText(engine: Config["engine"]): Config["engine"] {
  return {
    ...engine,
    provider: "cpu",
    processes: 1,
    interactive_process: false,
    threads: 1,
    parallel_decodes: 1,
    batch: 1,
  };
}
