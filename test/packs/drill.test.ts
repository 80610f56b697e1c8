import { expect, test } from "bun:test";
import { runPackDrill } from "./drill.ts";

test("a pack arrives over lost connections and killed servers, is verified, kept in use, removed, and never half there", async () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] as number;
  console.log(`seed ${seed}`);
  const { violations, refusal, killed, cut } = await runPackDrill({ kills: 4, seed, mib: 1, log: () => {} });
  const kills = Object.values(killed).reduce((sum, each) => sum + each, 0);
  expect({ violations, kills, cut }).toEqual({ violations: [], kills: 4, cut: 3 });
  expect(refusal).toMatchObject({ error: { code: "pack_conflict", details: { reasons: ["in_use"] } } });
});
