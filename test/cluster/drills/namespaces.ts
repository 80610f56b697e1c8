/**
 * `bun test/cluster/drills/namespaces.ts [ROUNDS] [SEED]`: three workers, each in a network namespace of its own, under the load
 * of `bun run chaos cluster`. Their links to the broker go down on both ends or on one way, or carry little, as a real network
 * does: neither end learns that a connection is gone. Needs root, `ip` and `tc`; everything happens in a namespace
 * that goes with the drill. Ends with 1 when anything was lost, doubled, wrong or billed wrongly, or work stood still.
 */

import { LOAD_SETTINGS, MixedLoad, RECOGNIZER } from "../../chaos/cluster/mixed-load.ts";
import { Random } from "../../chaos/random.ts";
import { ClusterSite, type WorkerProcess, within } from "../site.ts";

const INSIDE = "inside";
const WORKERS = 3;
const API = "10.77.0.1";
const LONGEST_AWAY_MS = [1_000, 4_000, 12_000];
const LONGEST_PAUSE_MS = 2_000;
/** Far less than a recording's audio takes. */
const SLOW = ["tbf", "rate", "200kbit", "burst", "16kb", "latency", "400ms"];

/** Of the link whose end here is `here`, to `namespace`. Each ends with everything as it was. */
const FAULTS: Record<string, (here: string, namespace: string, away: () => Promise<void>) => Promise<void>> =
  {
    "link down": async (here, _, away) => {
      await run("ip", "link", "set", here, "down");
      await away();
      await run("ip", "link", "set", here, "up");
    },
    "nothing comes from the worker": async (_, namespace, away) => {
      await run("ip", "-n", namespace, "route", "add", "blackhole", `${API}/32`);
      await away();
      await run("ip", "-n", namespace, "route", "del", "blackhole", `${API}/32`);
    },
    "nothing comes to the worker": async (_, namespace, away) => {
      const address = addressOf(namespace);
      await run("ip", "route", "add", "blackhole", `${address}/32`);
      await away();
      await run("ip", "route", "del", "blackhole", `${address}/32`);
    },
    "little gets through": async (here, _, away) => {
      await run("tc", "qdisc", "add", "dev", here, "root", ...SLOW);
      await away();
      await run("tc", "qdisc", "del", "dev", here, "root");
    },
  };

if (process.argv[2] === INSIDE) await drill(Number(process.argv[3]), Number(process.argv[4]));
else {
  const [, , rounds = "30", seed = String(crypto.getRandomValues(new Uint32Array(1))[0])] = process.argv;
  const inside = [process.execPath, import.meta.path, INSIDE, rounds, seed];
  const child = Bun.spawn(
    ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", ...inside],
    {
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  process.exitCode = await child.exited;
}

async function drill(rounds: number, seed: number): Promise<never> {
  console.log(`seed ${seed}`);
  const random = new Random(seed);
  const names = Array.from({ length: WORKERS }, (_, n) => `worker-${n + 1}`);
  await lay(names);
  await using site = await ClusterSite.open({
    ...{ workers: WORKERS, settings: LOAD_SETTINGS, workerSettings: RECOGNIZER, host: API },
    prefix: (name) => ["ip", "netns", "exec", name],
  });
  const load = await MixedLoad.begin(site, random);
  const faults: Record<string, number> = {};
  for (let round = 1; round <= rounds; round++) {
    const before = load.acknowledged;
    const hit = random.shuffled(site.workers).slice(0, 1 + Math.floor(random.next() * WORKERS));
    await Promise.all(hit.map((worker) => inflict(worker, random, faults)));
    await within("nothing is acknowledged", async () => load.acknowledged > before);
    console.log(`${round}, ${hit.length} workers: ${load.acknowledged} acknowledged`);
  }
  const report = await load.end();
  console.log(JSON.stringify({ faults, ...report }));
  process.exit(report.violations.length === 0 ? 0 : 1);
}

async function inflict(
  { name }: WorkerProcess,
  random: Random,
  faults: Record<string, number>,
): Promise<void> {
  await Bun.sleep(random.next() * LONGEST_PAUSE_MS);
  const fault = random.pick(Object.keys(FAULTS));
  faults[fault] = (faults[fault] ?? 0) + 1;
  await FAULTS[fault]?.(`to-${name}`, name, () => Bun.sleep(random.next() * random.pick(LONGEST_AWAY_MS)));
}

/** A switch with this machine and the workers at it. */
async function lay(names: readonly string[]): Promise<void> {
  await run("mount", "-t", "tmpfs", "tmpfs", "/run");
  await run("ip", "link", "set", "lo", "up");
  await run("ip", "link", "add", "switch", "type", "bridge");
  await run("ip", "addr", "add", `${API}/24`, "dev", "switch");
  await run("ip", "link", "set", "switch", "up");
  for (const name of names) {
    const here = `to-${name}`;
    await run("ip", "netns", "add", name);
    await run("ip", "link", "add", here, "type", "veth", "peer", "name", "eth0", "netns", name);
    await run("ip", "link", "set", here, "master", "switch", "up");
    await run("ip", "-n", name, "addr", "add", `${addressOf(name)}/24`, "dev", "eth0");
    for (const device of ["lo", "eth0"]) await run("ip", "-n", name, "link", "set", device, "up");
  }
}

function addressOf(name: string): string {
  return `10.77.0.1${name.slice("worker-".length)}`;
}

async function run(...command: string[]): Promise<void> {
  const { exitCode, stderr } = await Bun.$`${command}`.nothrow().quiet();
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}
