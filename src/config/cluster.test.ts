import { expect, test } from "bun:test";
import { faultsOf } from "../../test/support/config-faults.ts";

const API = { TIRO_CLUSTER_BROKER: "tls://broker.acme.test:4222" };
const WORKER = {
  TIRO_WORKER_NAME: "gpu-1",
  TIRO_WORKER_BROKER: "tls://broker.acme.test:4222",
  TIRO_WORKER_FOLDER: "/etc/tiro/worker",
};

test.each<[string, Record<string, string>, string[]]>([
  ["the machine with the database", API, []],
  ["workers only", { ...API, TIRO_CLUSTER_LOCAL: "false" }, []],
  ["a worker", WORKER, []],
  ["both", { ...API, ...WORKER }, ["worker.name"]],
  ["nobody who recognizes", { TIRO_CLUSTER_LOCAL: "false" }, ["cluster.local"]],
  ["half a worker", { TIRO_WORKER_NAME: "gpu-1" }, ["worker.broker", "worker.folder"]],
  ["no TLS here", { TIRO_CLUSTER_BROKER: "nats://[::1]:4222" }, []],
  ["no TLS elsewhere", { TIRO_CLUSTER_BROKER: "nats://broker.acme.test:4222" }, ["cluster.broker"]],
  ["no TLS of a worker", { ...WORKER, TIRO_WORKER_BROKER: "nats://10.0.0.1:4222" }, ["worker.broker"]],
  ["a password", { TIRO_CLUSTER_BROKER: "tls://tiro:secret@broker.acme.test:4222" }, ["cluster.broker"]],
  ["a path", { TIRO_CLUSTER_BROKER: "tls://broker.acme.test:4222/x" }, ["cluster.broker"]],
  ...["../etc", "a b", "GPU", "tiro.>", "*", "a\nb", "-a", "a-", "ä", "a".repeat(64)].map(
    (name): [string, Record<string, string>, string[]] => [
      `the name ${JSON.stringify(name)}`,
      { ...WORKER, TIRO_WORKER_NAME: name },
      ["worker.name"],
    ],
  ),
  ["the longest name", { ...WORKER, TIRO_WORKER_NAME: "a".repeat(63) }, []],
])("%s", (_, environment, params) => {
  expect(faultsOf(environment)).toEqual(params);
});
