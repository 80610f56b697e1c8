/** The conformance suite over the real engine, in the shapes that it takes on machines of several sizes. */
import { expect, test } from "bun:test";
import { describeEngine } from "./conformance.ts";
import { blocks, SAMPLE_RATE, sharedClips, startEngine, textOf, wordDifferences } from "./support.ts";

/** Of the recordings beside the clone under 28 s. `bun run bench:accuracy` says how much it is: 0.265 when this was written. */
const STARTER_WORD_ERROR_RATE = 0.28;

describeEngine("as it sizes itself", () => startEngine());
describeEngine("one process, decodes side by side", () =>
  startEngine({ processes: 1, interactive_process: false, parallel_decodes: 2 }),
);

const beside = sharedClips().filter(({ samples }) => samples.length < 28 * SAMPLE_RATE);
test.skipIf(beside.length === 0)("recognizes the recordings beside the clone", async () => {
  const engine = startEngine();
  const recognitions = beside.map(({ samples }) => engine.recognize(blocks(samples), { lane: "batch" }));
  const told = (await Promise.all(recognitions)).map(textOf);
  const wrong = beside.map(({ text }, i) => wordDifferences(text, told[i] as string));
  const words = beside.reduce((sum, { text }) => sum + text.split(" ").length, 0);
  await engine.close();
  expect(wrong.reduce((sum, n) => sum + n) / words).toBeLessThanOrEqual(STARTER_WORD_ERROR_RATE);
});
