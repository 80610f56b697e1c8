/** Workers' names, which stand in subjects, files and logs: nothing in them means anything to a broker, a shell or a disk. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";

export const workerNameSchema = z
  .string()
  .max(limits.workerNameChars)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, "has small letters, digits and hyphens only");

/** @param cluster `cluster.name` of the configuration, which follows the same rule. */
export function subjectsOf(cluster: string, worker: string) {
  for (const name of [cluster, worker])
    if (!workerNameSchema.safeParse(name).success) throw new Error("is no name of a cluster or worker");
  const subject = `${cluster}.w.${worker}`;
  return { toWorker: `${subject}.in`, fromWorker: `${subject}.out` };
}
