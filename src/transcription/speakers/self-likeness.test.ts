import { expect, test } from "bun:test";
import { processorMs } from "../../../test/support/processor-time.ts";
import { selfLikeness } from "./self-likeness.ts";

/** A voice of a second, so many degrees from the first axis. */
const heard = (startSeconds: number, degrees: number) => ({
  startSeconds,
  endSeconds: startSeconds + 1,
  embedding: Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)),
});

test.each([
  ["nobody", [], 1],
  ["one moment", [heard(0, 0)], 1],
  ["moments that share what was heard", [heard(0, 0), heard(2, 90)], 1],
  ["a voice that is wholly itself", [heard(0, 0), heard(5, 0), heard(10, 0)], 1],
  ["a voice in a noisy room", [heard(0, 0), heard(5, 45)], Math.SQRT1_2],
  ["two people, each of them heard twice", [heard(0, 0), heard(5, 90), heard(10, 0), heard(15, 90)], 1],
  ["two people who were heard once each", [heard(0, 0), heard(5, 90)], 0.5],
])("%s", (_, voices, likeness) => {
  expect(selfLikeness(voices)).toBeCloseTo(likeness, 5);
});

test("of four hours a sample tells it in no time", () => {
  const voices = Array.from({ length: 14_400 }, (_, second) => heard(second, second % 2 === 0 ? 0 : 90));
  const tookMs = processorMs(() => expect(selfLikeness(voices)).toBeCloseTo(1, 5));
  expect(tookMs).toBeLessThan(3_000);
});
