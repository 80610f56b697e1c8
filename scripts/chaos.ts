/**
 * `bun run chaos [ROUNDS] [SEED] [MINUTES] [EXECUTABLE]`: see test/chaos/chaos.ts; no round begins after so many minutes.
 * `bun run chaos company [KILLS] [SEED] [MINUTES]`: see test/chaos/company/company.ts; `bun run chaos cluster [KILLS] [SEED]
 * [MINUTES]`: see test/chaos/cluster/cluster.ts. Ends with 1 when anything was lost, doubled or left over.
 */
import { MINUTE_MS } from "../src/lib/units.ts";
import { runChaos } from "../test/chaos/chaos.ts";
import { runCluster } from "../test/chaos/cluster/cluster.ts";
import { runCompany } from "../test/chaos/company/company.ts";

const DRILLS: Record<string, (times: number, common: Common) => Promise<{ violations: string[] }>> = {
  company: (kills, common) => runCompany({ kills, ...common }),
  cluster: (kills, common) => runCluster({ kills, ...common }),
};
interface Common {
  seed: number;
  log: (line: string) => void;
  enough: AbortSignal;
}

const drill = DRILLS[process.argv[2] ?? ""];
const [times = "100", seed = String(crypto.getRandomValues(new Uint32Array(1))[0]), ...rest] =
  process.argv.slice(drill ? 3 : 2);
const [minutes = "10000", executable] = rest;
console.log(`seed ${seed}`);
const enough = AbortSignal.timeout(Number(minutes) * MINUTE_MS);
const common = { seed: Number(seed), log: console.log, enough };
const report = drill
  ? await drill(Number(times), common)
  : await runChaos({
      rounds: Number(times),
      ...(executable && { program: [executable] }),
      ...common,
    });
const { violations, ...counts } = report;
console.log(JSON.stringify(counts));
for (const violation of violations) console.error(violation);
process.exit(violations.length === 0 ? 0 : 1);
