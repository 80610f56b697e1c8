/**
 * `bun run bench:cluster`: what workers behind a broker cost: a dictation's latency, audio by processor second, fairness
 * beside jobs, each in turns with the same recognizers without a broker; how soon another worker takes over; many jobs
 * drained by workers that come and go; the server's memory of a stream; and what an idle worker takes. `bun run
 * bench:cluster PART…`: these alone (latency, decoding, fairness, takeover, drain, memory, idle). `--small`: a try whose
 * figures say little. `--jobs 10000`: for `drain`. Everything runs on this machine: a broker, a server and up to three
 * workers, with keys and certificates as `tiro cluster` makes them. Ends with 1 if a goal is missed.
 */
import { parseArgs } from "node:util";
import { measureDecoding } from "./cluster/decoding.ts";
import { measureDrain } from "./cluster/drain.ts";
import { measureFairness } from "./cluster/fairness.ts";
import { measureIdle } from "./cluster/idle.ts";
import { measureLatency } from "./cluster/latency.ts";
import { measureMemory } from "./cluster/memory.ts";
import { measureTakeover } from "./cluster/takeover.ts";

const { values, positionals } = parseArgs({
  options: { small: { type: "boolean", default: false }, jobs: { type: "string" } },
  allowPositionals: true,
});
const { small } = values;

const PARTS: Record<string, () => Promise<void>> = {
  latency: () => measureLatency(small ? 40 : 250),
  decoding: () => measureDecoding(small ? { rounds: 1, seconds: 60 } : { rounds: 3, seconds: 180 }),
  fairness: () => measureFairness(small ? 20 : 50),
  takeover: () => measureTakeover(small ? 3 : 6),
  drain: () => measureDrain(Number(values.jobs ?? (small ? 60 : 500))),
  memory: () => measureMemory(),
  idle: () => measureIdle(),
};

for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part) throw new Error(`there is no part ${name}: ${Object.keys(PARTS).join(", ")}`);
  console.log(`\n${name}`);
  await part();
}
