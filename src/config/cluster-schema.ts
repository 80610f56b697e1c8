import { limits } from "./limits.ts";
import { flag, optional, path, patterned, section, setting } from "./setting.ts";

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

export const clusterSchema = section({
  broker: optional(
    broker,
    "tls://broker.example.com:4222",
    "The NATS broker over which workers on other machines recognize for this one: tls://HOST:4222, or nats://HOST:4222 on this machine alone. Without it, everything runs on this machine. `tiro cluster init` makes the keys and certificates.",
  ),
  name: setting(
    name,
    "tiro",
    "The first part of this cluster's subjects, so that several can share a broker. Workers need the same in `worker.cluster`.",
  ),
  local: flag(
    true,
    "Whether this machine recognizes as well as its workers. `false`: it starts no recognizers.",
  ),
});

export const workerSchema = section({
  name: optional(
    name,
    "gpu-1",
    "This machine's name, as given to `tiro cluster add`, which writes this section. It makes this machine a worker (`tiro worker`), which serves no API.",
  ),
  broker: optional(
    broker,
    "tls://broker.example.com:4222",
    "The broker, as in `cluster.broker` of the machine for which it recognizes.",
  ),
  cluster: setting(name, "tiro", "As `cluster.name` of that machine."),
  folder: optional(
    path,
    "/etc/tiro/worker",
    "Folder of the keys and certificates that `tiro cluster add` wrote for this worker.",
  ),
});
