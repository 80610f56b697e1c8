import { expect, test } from "bun:test";
import { runCompany } from "./company/company.ts";

/** `bun run chaos company 500` does more of them. */
const KILLS = 3;

test("a company's server under kills: nothing lost, nothing billed twice, nothing told twice but under the same id", async () => {
  const seed = Number(process.env.TIRO_CHAOS_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`chaos seed ${seed}`);
  const { violations, serverKills, done } = await runCompany({ kills: KILLS, seed, log: () => {} });
  expect(violations).toEqual([]);
  expect(serverKills).toBeGreaterThan(1);
  for (const kind of ["watched", "calls", "letters", "uploaded", "edits"])
    expect([kind, done[kind]]).toEqual([kind, expect.any(Number)]);
}, 600_000);
