import { expect, test } from "bun:test";
import { runChaos } from "./chaos.ts";

/** Each fault once; `bun run chaos 1000` does more of them. */
const ROUNDS = 6;

test("kills, hangs and damaged pages under load: nothing lost, nothing twice", async () => {
  const seed = Number(process.env.TIRO_CHAOS_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`chaos seed ${seed}`);
  const report = await runChaos({ rounds: ROUNDS, seed, log: () => {} });
  expect(report.violations).toEqual([]);
  expect(Object.values(report.faults)).toEqual(Array(ROUNDS).fill(1));
  expect(report.jobs).toBeGreaterThan(0);
  expect(report.answers).toBeGreaterThan(0);
}, 600_000);
