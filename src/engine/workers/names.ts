/** Workers' names, which stand in subjects, files and logs: nothing in them means anything to a broker, a shell or a disk. */
import { CLUSTER_NAME } from "../../config/cluster-schema.ts";

/** @param cluster `cluster.name` of the configuration, which follows the same rule. */
export function subjectsOf(cluster: string, worker: string) {
  for (const name of [cluster, worker])
    if (!CLUSTER_NAME.test(name)) throw new Error("is no name of a cluster or worker");
  const subject = `${cluster}.w.${worker}`;
  return { toWorker: `${subject}.in`, fromWorker: `${subject}.out` };
}
