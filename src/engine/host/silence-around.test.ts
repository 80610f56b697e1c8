import { describe, expect, test } from "bun:test";
import { surrounded, withoutSilence } from "./silence-around.ts";

describe("silence around a recording", () => {
  test.each([
    ["none", { beforeSamples: 0, afterSamples: 0 }, 100, [1, 2, 3]],
    ["before", { beforeSamples: 2, afterSamples: 0 }, 100, [0, 0, 1, 2, 3]],
    ["after", { beforeSamples: 0, afterSamples: 1 }, 100, [1, 2, 3, 0]],
    ["both", { beforeSamples: 1, afterSamples: 2 }, 6, [0, 1, 2, 3, 0, 0]],
    ["less where the model takes no more", { beforeSamples: 1, afterSamples: 2 }, 5, [0, 1, 2, 3, 0]],
    ["never less than the audio", { beforeSamples: 0, afterSamples: 2 }, 2, [1, 2, 3]],
  ])("silence around a recording: %s", (_, silence, mostSamples, expected) => {
    expect([...surrounded(Float32Array.of(1, 2, 3), silence, mostSamples)]).toEqual(expected);
  });

  test("is taken off the times again", () => {
    const heard = { text: "a b", language: null, tokens: ["▁a", "▁b"], timestamps: [0.24, 1], durations: [] };
    expect(withoutSilence(heard, 0.3).timestamps).toEqual([0, 0.7]);
    expect(withoutSilence(heard, 0)).toEqual(heard);
  });
});
