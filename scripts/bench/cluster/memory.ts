/**
 * The server's memory for a stream to a worker, beyond that of the same recording without a broker: so many are
 * open at once, all that was sent is settled, and what the heap holds more than before is shared out. The worker, whose
 * recognizer settles at once, is a process of its own.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../../src/config/limits.ts";
import { CarriedRecording } from "../../../src/engine/carried-recording.ts";
import type { Hosts } from "../../../src/engine/hosts.ts";
import { type Settled, settledSchema } from "../../../src/engine/protocol.ts";
import { openBroker } from "../../../src/engine/workers/broker.ts";
import { openCluster } from "../../../src/engine/workers/cluster.ts";
import { newNKey } from "../../../src/engine/workers/nkeys.ts";
import { openWorkerAgent } from "../../../src/engine/workers/worker-agent.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { startBroker } from "../../../test/support/broker.ts";
import { endsWithUs } from "../../../test/support/children.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import { freePort } from "../../../test/support/free-port.ts";
import { numbersHost, PACK, SAMPLE_RATE, sealingPair } from "../../../test/support/worker-cluster.ts";
import { tell } from "../figures.ts";

const STREAMS = Math.min(200, limits.workerStreams);
const SECONDS = 3;
const GOAL_KB = 64;
const WORKER = "worker-process";
const COMMON = { version: "1.0.0", logger: silentLogger, clock: systemClock };
/** Unreferenced objects would be freed. */
const open: unknown[] = [];

if (process.argv[2] === WORKER) await work();

export async function measureMemory(): Promise<void> {
  using folder = temporaryFolder();
  const port = freePort();
  const conf = join(folder.path, "nats.conf");
  writeFileSync(conf, `listen: "127.0.0.1:${port}"\n`);
  await using _broker = await startBroker(conf);
  const [own, workers] = [sealingPair(), sealingPair()];
  const broker = await brokerAt(port);
  const cluster = openCluster({
    ...{ name: "tiro", broker, sealingKey: own.privateKey, ...COMMON },
    workers: [{ name: "one", sealingKey: workers.publicKey, isDraining: false }],
  });
  const keys = JSON.stringify({ port, own: workers.privateKey, api: own.publicKey });
  const worker = endsWithUs(
    Bun.spawn([process.execPath, import.meta.path, WORKER, keys], { stdio: ["ignore", "ignore", "inherit"] }),
  );
  try {
    while (cluster.workers()[0]?.state !== "ready") await Bun.sleep(50);
    const openNumbers = numbersHost();
    const direct: Pick<Hosts, "open"> = {
      open: (opening, listener, signal) => openNumbers(PACK.id, PACK.checksum, opening, listener, signal),
    };
    const without = await bytesOfStream(direct);
    const through = await bytesOfStream(cluster.hostsFor(PACK.id, PACK.checksum, settledSchema));
    const what = `a stream, ${(without / 1000).toFixed(0)} kB without a broker: added`;
    tell(what, (through - without) / 1000, "kB", { most: GOAL_KB });
  } finally {
    worker.kill("SIGKILL");
    await cluster.close();
  }
}

async function bytesOfStream(hosts: Pick<Hosts, "open">): Promise<number> {
  // The first ones load what all share.
  await openStreams(hosts, STREAMS / 10);
  const before = heldBytes();
  await openStreams(hosts, STREAMS / 2);
  return (heldBytes() - before) / (STREAMS / 2);
}

/** They stay open. */
async function openStreams(hosts: Pick<Hosts, "open">, count: number): Promise<void> {
  let settled = 0;
  for (let i = 0; i < count; i++) {
    const carried = new CarriedRecording<Settled>({
      what: "Recognition",
      open: (startSample, listener, stop) =>
        hosts.open(
          { lane: "batch", isText: false, startSample, language: null, hotwords: [], phrases: [] },
          listener,
          stop,
        ),
      onSettled: () => {
        settled += 1;
      },
      signal: undefined,
    });
    const running = carried.run(endless());
    running.catch(() => {});
    open.push({ carried, running });
  }
  while (settled < count * SECONDS) await Bun.sleep(10);
}

/** So much sound, and no end. */
async function* endless(): AsyncGenerator<Int16Array> {
  for (let n = 0; n < SECONDS; n++) yield new Int16Array(SAMPLE_RATE);
  await new Promise<never>(() => {});
}

function heldBytes(): number {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}

async function brokerAt(port: number) {
  const { seed } = await newNKey();
  const tls = { ca: "", cert: "", key: "" };
  return openBroker({ url: `nats://127.0.0.1:${port}`, tls, seed, name: "bench", logger: silentLogger });
}

async function work(): Promise<never> {
  const { port, own, api } = JSON.parse(process.argv[3] ?? "");
  openWorkerAgent({
    ...{ cluster: "tiro", name: "one", broker: await brokerAt(port), ...COMMON },
    ...{ sealingKey: own, apiSealingKey: api, provider: "cpu", device: null, cores: 2 },
    capacity: () => ({ recordings: STREAMS, live: 0, speakers: 0 }),
    packs: () => [PACK],
    openStream: numbersHost(),
  });
  return new Promise<never>(() => {});
}
