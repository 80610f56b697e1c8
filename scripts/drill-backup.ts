/** `bun run drill:backup [KILLS] [SEED]`: see test/backup/drill.ts. Ends with 1 when anything was lost or started half done. */
import { runBackupDrill } from "../test/backup/drill.ts";

const [kills = "100", seed = String(crypto.getRandomValues(new Uint32Array(1))[0])] = process.argv.slice(2);
console.log(`seed ${seed}`);
const { violations, ...counts } = await runBackupDrill({
  kills: Number(kills),
  seed: Number(seed),
  log: console.log,
});
console.log(JSON.stringify(counts));
for (const violation of violations) console.error(violation);
process.exit(violations.length === 0 ? 0 : 1);
