/** `nats.conf` for the broker: each machine may say and hear what is its own, named in full, and nothing else. */
import { limits } from "../config/limits.ts";
import { subjectsOf } from "../engine/workers/names.ts";

export interface BrokerConfiguration {
  /** `tls://HOST:PORT`; `nats://` has no TLS. */
  broker: string;
  /** Where the broker's machine has the files beside this one. */
  folder: string;
  cluster: string;
  apiNKey: string;
  workers: readonly { name: string; nkey: string }[];
}

export function brokerConfiguration({
  broker,
  folder,
  cluster,
  apiNKey,
  workers,
}: BrokerConfiguration): string {
  const { hostname, port, protocol } = new URL(broker);
  const isClear = protocol === "nats:";
  const subjects = workers.map(({ name }) => subjectsOf(cluster, name));
  const toWorkers = subjects.map(({ toWorker }) => toWorker);
  const fromWorkers = subjects.map(({ fromWorker }) => fromWorker);
  // To the broker an empty list means every subject.
  const none = `${cluster}.w`;
  const users = [
    user("the machine with the database", apiNKey, [none, ...toWorkers], [none, ...fromWorkers]),
    ...workers.map(({ name, nkey }, at) =>
      user(`worker ${name}`, nkey, fromWorkers.slice(at, at + 1), toWorkers.slice(at, at + 1)),
    ),
  ];
  const everywhere = hostname.startsWith("[") ? "[::]" : "0.0.0.0";
  return `# Written by tiro, for nats-server 2.11.16, 2.12.7, 2.14.0 or later. tiro writes it anew when workers come and go.
listen: "${isClear ? hostname : everywhere}:${port}"
max_payload: ${limits.workerMessageBytes}
max_connections: ${limits.brokerConnections}
${isClear ? "" : tls(folder)}
authorization {
  timeout: 10
  users: [
${users.join("\n")}
  ]
}
`;
}

function tls(folder: string): string {
  return `
tls {
  cert_file: "${folder}/broker.pem"
  key_file: "${folder}/broker.key"
  ca_file: "${folder}/authority.pem"
  # Clients must have a certificate of this authority.
  verify: true
  # Seconds; 2 without this, too little for a machine that is busy.
  timeout: 10
}
`;
}

function user(who: string, nkey: string, publish: readonly string[], subscribe: readonly string[]): string {
  return `    # ${who}
    { nkey: ${nkey}, permissions: { publish: { allow: [${list(publish)}] }, subscribe: { allow: [${list(subscribe)}] } } }`;
}

function list(subjects: readonly string[]): string {
  return subjects.map((subject) => `"${subject}"`).join(", ");
}
