/** A recognizer that has worked gives back what its networks took. */
import { expect, test } from "bun:test";
import { memoryOf } from "../../src/lib/processes.ts";
import { eventually } from "../support/eventually.ts";
import { blocks, clip, joined, startEngine } from "./support.ts";

/** JavaScript's own heap grows by some; the networks' runs take 60 MB for such a piece. */
const MOST_MORE_BYTES = 20_000_000;

test("after speech without a pause the process is nearly as small as before", async () => {
  const engine = startEngine({ processes: 1, interactive_process: false });
  try {
    await engine.ready();
    const { samples, starterText } = clip("synth_02_rms.wav");
    const anonymous = () => memoryOf(engine.status().processes[0]?.pid as number).anonymousBytes;
    // A first recording loads what only work needs.
    await engine.recognize(blocks(samples), { lane: "batch" });
    const before = anonymous();
    const long = joined(...Array.from({ length: 8 }, () => samples));
    const { pieces } = await engine.recognize(blocks(long), { lane: "batch" });
    expect(pieces.map(({ text }) => text).join(" ")).toContain(starterText);
    await eventually(() => anonymous() - before < MOST_MORE_BYTES, true);
  } finally {
    await engine.close();
  }
}, 300_000);
