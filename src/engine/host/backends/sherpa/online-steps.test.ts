import { expect, test } from "bun:test";
import { OnlineSteps } from "./online-steps.ts";

/** Streams by name, with how many steps are left of each; every call is noted. */
function stepped(left: Record<string, number>) {
  const calls: string[] = [];
  const steps = new OnlineSteps<string>({
    isReady: (stream) => (left[stream] ?? 0) > 0,
    decode: (streams) => {
      calls.push(streams.join(""));
      for (const stream of streams) left[stream] = (left[stream] ?? 0) - 1;
    },
    usedMs: () => calls.length * 6,
  });
  return { steps, calls };
}

test("streams that are ready share a call", async () => {
  const { steps, calls } = stepped({ a: 2, b: 1, c: 2 });
  const took = await Promise.all(["a", "b", "c"].map((stream) => steps.run(stream)));
  expect(calls).toEqual(["abc", "ac"]);
  expect(took).toEqual([5, 2, 5]);
});

test("a stream that ends goes ahead of those that go on", async () => {
  const { steps, calls } = stepped({ a: 1, b: 2, c: 1 });
  await Promise.all([steps.run("a"), steps.run("b", true), steps.run("c")]);
  expect(calls).toEqual(["b", "b", "ac"]);
});
