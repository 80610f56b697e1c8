/** `bun run fuzz:media [FILES] [SEED]`: damaged media files, 2,000 by default, then bombs. Ends with 1 if one did harm. */
import { bombs } from "./media-bombs.ts";
import { fuzzMedia, tryBomb } from "./media-run.ts";

const files = Number(process.argv[2] ?? 2000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`fuzz:media: ${files} files, seed ${seed}`);
const residentBefore = process.memoryUsage.rss();
const report = await fuzzMedia({
  seed,
  files,
  onFault: (fault) => console.log(`FAULT: ${fault}`),
  onProgress: (done) => {
    if (done % 100 === 0) console.log(`${done} done`);
  },
});
Bun.gc(true);
const grownMib = Math.round((process.memoryUsage.rss() - residentBefore) / 2 ** 20);
console.log(
  report.outcomes,
  `slowest ${Math.round(report.slowestMs)} ms of processor time, memory ${grownMib} MiB more than before`,
);
for (const bomb of bombs) {
  const { outcome, workedMs, fault } = await tryBomb(bomb);
  console.log(`${bomb.name}: ${outcome} after ${Math.round(workedMs)} ms of processor time`);
  if (fault) report.faults.push(fault);
}
for (const fault of report.faults) console.log(`FAULT: ${fault}`);
process.exitCode = report.faults.length > 0 ? 1 : 0;
