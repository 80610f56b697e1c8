import { expect, test } from "bun:test";
import { runBackupDrill } from "./drill.ts";

/** `bun run drill:backup 100` does more of them. */
const KILLS = 5;

test(`${KILLS} times kill -9 of a backup or restore: nothing lost, and nothing half done starts`, async () => {
  const seed = Number(process.env.TIRO_CHAOS_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`drill seed ${seed}`);
  const report = await runBackupDrill({ kills: KILLS, seed, log: () => {} });
  expect(report.violations).toEqual([]);
  expect(report.compared).toBeGreaterThan(0);
}, 300_000);
