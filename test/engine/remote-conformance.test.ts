/** The conformance suite over an engine of another machine: all of it goes through a broker, sealed and in parts. */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HostedEngine } from "../../src/engine/hosted-engine.ts";
import { JoinedHosts } from "../../src/engine/joined-hosts.ts";
import { LiveLoad } from "../../src/engine/live-load.ts";
import { settledSchema } from "../../src/engine/protocol.ts";
import { openBroker } from "../../src/engine/workers/broker.ts";
import type { Broker } from "../../src/engine/workers/bus.ts";
import { openCluster } from "../../src/engine/workers/cluster.ts";
import { openWorkerAgent } from "../../src/engine/workers/worker-agent.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { hasNatsServer } from "../support/broker.ts";
import { startClusterBroker } from "../support/cluster-broker.ts";
import { eventually } from "../support/eventually.ts";
import { MemoryBus } from "../support/memory-bus.ts";
import { PACK, sealingPair } from "../support/worker-cluster.ts";
import { describeEngine, STARTER } from "./conformance.ts";
import { startEngine, starterModel } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "tiro-remote-engine-"));
// Debian's nats-server, if it is installed.
const site = hasNatsServer ? await startClusterBroker(folder, ["one"]) : null;
const bus = new MemoryBus();
const connect = (who: "api" | "one"): Promise<Broker> | Broker => {
  if (site) return openBroker(who === "api" ? site.api : site.workerOptions(who));
  return bus.connect();
};
const [api, one] = [sealingPair(), sealingPair()];
const shared = { version: "1.0.0", logger: silentLogger, clock: systemClock };
const local = startEngine();
const agent = openWorkerAgent({
  ...shared,
  ...{ cluster: "tiro", name: "one", broker: await connect("one") },
  ...{ sealingKey: one.privateKey, apiSealingKey: api.publicKey },
  ...{ provider: "cpu", device: null, cores: 2 },
  capacity: () => ({ recordings: 16, live: 8, speakers: 0 }),
  packs: () => [PACK],
  openStream: (_pack, _checksum, ...stream) => local.hosts.open(...stream),
});
const cluster = openCluster({
  ...shared,
  ...{ name: "tiro", broker: await connect("api"), sealingKey: api.privateKey },
  workers: [{ name: "one", sealingKey: one.publicKey, isDraining: false }],
});
await local.ready();
await eventually(() => cluster.workers()[0]?.state, "ready");
afterAll(async () => {
  await cluster.close();
  await agent.close();
  await local.close();
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const startRemote = () => {
  const hosts = cluster.hostsFor(PACK.id, PACK.checksum, settledSchema);
  const workers = { hosts, onChange: (changed: () => void) => cluster.onChange(changed) };
  return new HostedEngine({
    model: { ...starterModel(), isAligned: false },
    ...{ marksId: null, provider: "cpu", device: null },
    liveLoad: new LiveLoad(8),
    openHosts: (onChange) => new JoinedHosts(null, workers, onChange),
    setShare: () => {},
  });
};
describeEngine("on a worker", startRemote, STARTER, () => local.status().processes);
