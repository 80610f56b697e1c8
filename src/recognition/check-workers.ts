/** Recognition by one worker alone, to see whether it still hears. */
import { settledSchema } from "../engine/protocol.ts";
import { RunningRecognition } from "../engine/recognition.ts";
import type { Cluster } from "../engine/workers/cluster.ts";
import type { InstalledRecognizer } from "./installed-packs.ts";
import { remoteModel } from "./model-of-pack.ts";
import type { RoutedEngine } from "./routed-engine.ts";

export interface Checked {
  pack: InstalledRecognizer;
  engine: RoutedEngine;
}

/** Of each worker that takes work: the default pack if it has it, or else any. */
export function checkedOnWorkers(
  cluster: Pick<Cluster, "workers" | "hostsFor">,
  recognizers: readonly InstalledRecognizer[],
  defaultPack: InstalledRecognizer | null,
): (Checked & { worker: string })[] {
  const wanted = [...(defaultPack ? [defaultPack] : []), ...recognizers];
  return cluster.workers().flatMap(({ name: worker, state, packs }) => {
    if (state !== "ready") return [];
    const checksums = new Map(packs.map(({ id, checksum }) => [id, checksum]));
    const pack = wanted.find(({ name }) => checksums.has(name));
    const checksum = pack && checksums.get(pack.name);
    if (!pack || checksum === undefined) return [];
    const recognize: RoutedEngine["recognize"] = (audio, options) => {
      const hosts = cluster.hostsFor(pack.name, checksum, settledSchema, { only: worker });
      const running = new RunningRecognition(hosts, { ...options, language: null }, remoteModel(pack));
      return running.run(audio).finally(() => hosts.close());
    };
    return [{ worker, pack, engine: { recognize } }];
  });
}
