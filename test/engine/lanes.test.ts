/** Which host takes what, and when hosts come and go. */
import { expect, test } from "bun:test";
import type { Engine } from "../../src/engine/engine.ts";
import { expectTold } from "./conformance.ts";
import { blocks, clip, joined, sentences, silence, startEngine, textOf, until } from "./support.ts";

const lanes = (engine: Engine) => engine.status().processes.map((process) => process.lane);

function longRecording(): Int16Array {
  const { samples } = clip("conversation_two_speakers.wav");
  return joined(samples, silence(2), samples, silence(2), samples, silence(2), samples);
}

test("at rest there is one host; batch hosts come with batch work and go when it is done", async () => {
  const engine = startEngine({ processes: 2, interactive_process: true }, { idleHostMs: 300 });
  try {
    await engine.ready();
    expect(lanes(engine)).toEqual(["interactive"]);
    const { samples, texts } = sentences();
    const short = sentences(8);
    const running = [1, 2, 3].map(() => engine.recognize(blocks(short.samples), { lane: "batch" }));
    expect(lanes(engine)).toEqual(["interactive", "batch", "batch"]);
    for (const { pieces } of await Promise.all(running)) expectTold(pieces, short.texts);
    await until("the batch hosts are gone", () => lanes(engine).length === 1);
    // Begun in the interactive host, moved to a batch host, reported as before.
    expectTold((await engine.recognize(blocks(samples), { lane: "batch" })).pieces, texts);
    expect(lanes(engine)).toEqual(["interactive", "batch"]);
  } finally {
    await engine.close();
  }
}, 300_000);

test.each([
  ["with a host of its own", { processes: 1, interactive_process: true }],
  ["in the batch host", { processes: 1, interactive_process: false }],
])("dictation passes batch work by, %s", async (_name, config) => {
  const engine = startEngine(config);
  try {
    await engine.ready();
    const samples = longRecording();
    let done = 0;
    const enough = new AbortController();
    const batch = [1, 2, 3, 4].map(() =>
      engine.recognize(blocks(samples), { lane: "batch", signal: enough.signal }).then(() => done++),
    );
    await Bun.sleep(50);
    const { samples: dictated, starterText } = clip("synth_08_rms.wav");
    for (let i = 0; i < 3; i++) {
      expect(textOf(await engine.recognize(blocks(dictated), { lane: "interactive" }))).toBe(starterText);
    }
    expect(done).toBe(0);
    enough.abort();
    expect((await Promise.allSettled(batch)).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  } finally {
    await engine.close();
  }
});
