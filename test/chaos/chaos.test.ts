import { expect, test } from "bun:test";
import { runChaos } from "./chaos.ts";

/** `bun run chaos 1000` does more of them. */
const ROUNDS = 6;

test(`${ROUNDS} times kill -9 of server, recognizer or decoder under load: nothing lost, nothing twice`, async () => {
  const seed = Number(process.env.TIRO_CHAOS_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`chaos seed ${seed}`);
  const report = await runChaos({ rounds: ROUNDS, seed, log: () => {} });
  expect(report.violations).toEqual([]);
  expect(report.jobs).toBeGreaterThan(0);
  expect(report.answers).toBeGreaterThan(0);
}, 300_000);
