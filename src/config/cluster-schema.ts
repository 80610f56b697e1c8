/** More than one machine: `cluster` on the one with the database, `worker` on those that recognize for it. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";

/** A part of a subject, a file name and a word in a log line, and never more than that. */
export const CLUSTER_NAME = new RegExp(`^[a-z0-9]([a-z0-9-]{0,${limits.workerNameChars - 2}}[a-z0-9])?$`);

const name = patterned(
  CLUSTER_NAME,
  `a name of at most ${limits.workerNameChars} small letters, digits and hyphens, such as \`gpu-1\``,
);

const broker = patterned(
  /^(tls|nats):\/\/([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
  "an address with its port and nothing else, such as `tls://broker.example.com:4222`",
);

export const clusterSchema = z
  .strictObject({
    broker: broker
      .optional()
      .describe(
        "The NATS broker over which workers on other machines recognize for this one: tls://HOST:4222, or nats://HOST:4222 on this machine alone. Without it, everything runs here and nothing is connected. `tiro cluster init` makes what belongs to it.",
      )
      .meta({ examples: ["tls://broker.example.com:4222"] }),
    name: name
      .default("tiro")
      .describe(
        "The first part of this cluster's subjects, so that several can share a broker. Workers need the same in `worker.cluster`.",
      ),
    local: z
      .boolean()
      .default(true)
      .describe(
        "Whether this machine recognizes too, beside its workers and while there are none. `false`: it starts no recognizers.",
      ),
  })
  .prefault({});

export const workerSchema = z
  .strictObject({
    name: name
      .optional()
      .describe(
        "This machine's name, as given to `tiro cluster add`, which writes this section. It makes the machine a worker, for `tiro worker`: it then serves no API.",
      )
      .meta({ examples: ["gpu-1"] }),
    broker: broker
      .optional()
      .describe("The broker, as in `cluster.broker` of the machine for which it recognizes.")
      .meta({ examples: ["tls://broker.example.com:4222"] }),
    cluster: name.default("tiro").describe("As `cluster.name` of that machine."),
    folder: z
      .string()
      .min(1)
      .optional()
      .describe("Folder of the keys and certificates that `tiro cluster add` wrote for this worker.")
      .meta({ examples: ["/etc/tiro/worker"] }),
  })
  .prefault({});
