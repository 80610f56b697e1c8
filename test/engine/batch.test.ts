/** Decoding in batches: the same words as one by one, whatever is decoded together. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Engine, Recognition } from "../../src/engine/engine.ts";
import { committedClips, startEngine } from "./support.ts";

const clips = committedClips();
let batches: Engine;
let single: Engine;

beforeAll(async () => {
  const shape = { processes: 1, interactive_process: false };
  batches = startEngine({ ...shape, batch: 8 });
  single = startEngine({ ...shape, batch: 1, parallel_decodes: 1 });
  await Promise.all([batches.ready(), single.ready()]);
});
afterAll(async () => {
  await Promise.all([batches.close(), single.close()]);
});

const recognize = (engine: Engine, samples: Int16Array): Promise<Recognition> => {
  async function* audio() {
    yield samples;
  }
  return engine.recognize(audio(), { lane: "batch" });
};
const words = ({ pieces }: Recognition) => pieces.flatMap((piece) => piece.words.map(({ text }) => text));

test("recordings that are decoded together are told as if alone, over and over", async () => {
  const alone = await Promise.all(clips.map(({ samples }) => recognize(single, samples)));
  for (let round = 0; round < 3; round++) {
    const together = await Promise.all(clips.map(({ samples }) => recognize(batches, samples)));
    together.forEach((recognition, i) => {
      // In a batch shorter pieces are padded: a model may hear their very end a little differently.
      const [heard, expected] = [words(recognition), words(alone[i] as Recognition)];
      const same = heard.filter((word) => expected.includes(word)).length;
      expect(same / Math.max(1, expected.length)).toBeGreaterThan(0.9);
      expect(recognition.audioDurationSeconds).toBe((alone[i] as Recognition).audioDurationSeconds);
    });
  }
});

test("the host lives on after recordings that were given up in a batch", async () => {
  const leaving = clips.map(({ samples }) => {
    const abort = new AbortController();
    async function* audio() {
      yield samples;
    }
    const recognition = batches.recognize(audio(), { lane: "batch", signal: abort.signal });
    setImmediate(() => abort.abort(new Error("hung up")));
    return recognition.then(
      () => "told",
      (error: Error) => error.message,
    );
  });
  for (const outcome of await Promise.all(leaving)) expect(["told", "hung up"]).toContain(outcome);
  const [first] = clips;
  if (!first) throw new Error("no recording");
  expect(words(await recognize(batches, first.samples)).length).toBeGreaterThan(0);
  expect(batches.status().processes[0]?.restarts).toBe(0);
});
