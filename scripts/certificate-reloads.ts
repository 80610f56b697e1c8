/**
 * `bun run certificate-reloads [COUNT]`: see test/support/reload-drill.ts. Ends with 1 when a call broke, or one
 * connection a reload was refused.
 */
import { reloadDrill } from "../test/support/reload-drill.ts";

const [count = "1000"] = process.argv.slice(2);
const reloads = Number(count);
const beganMs = performance.now();
const { broken, ...report } = await reloadDrill(reloads);
const seconds = Math.round((performance.now() - beganMs) / 1000);
console.log(JSON.stringify({ reloads, seconds, ...report, broken: broken.length }));
for (const answer of broken) console.error(answer);
process.exit(broken.length === 0 && report.refused < reloads ? 0 : 1);
