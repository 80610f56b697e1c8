/** `bun run chaos [ROUNDS] [SEED]`: see test/chaos/chaos.ts. Ends with 1 when anything was lost, doubled or left over. */
import { runChaos } from "../test/chaos/chaos.ts";

const [rounds = "100", seed = String(crypto.getRandomValues(new Uint32Array(1))[0])] = process.argv.slice(2);
console.log(`seed ${seed}`);
const report = await runChaos({ rounds: Number(rounds), seed: Number(seed), log: console.log });
const { violations, ...counts } = report;
console.log(JSON.stringify(counts));
for (const violation of violations) console.error(violation);
process.exit(violations.length === 0 ? 0 : 1);
