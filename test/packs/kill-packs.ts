/** `bun test/packs/kill-packs.ts [KILLS] [MIB] [SEED]`: see drill.ts. Ends with 1 if half a pack was left, or anything else was wrong. */
import { runPackDrill } from "./drill.ts";

const [kills = "100", mib = "20", seed = String(crypto.getRandomValues(new Uint32Array(1))[0])] =
  process.argv.slice(2);
console.log(`seed ${seed}`);
const report = await runPackDrill({
  ...{ kills: Number(kills), mib: Number(mib), seed: Number(seed) },
  log: console.log,
});
console.log(JSON.stringify(report));
process.exit(report.violations.length === 0 ? 0 : 1);
