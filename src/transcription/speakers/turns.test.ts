import { expect, test } from "bun:test";
import type { Stretch } from "../../engine/speakers/speaker-engine.ts";
import { speakerTurns } from "./turns.ts";

const VOICES = { A: Float32Array.of(1, 0), B: Float32Array.of(0, 1) };

function stretch(startSeconds: number, endSeconds: number, voice?: keyof typeof VOICES): Stretch {
  const span = { startSeconds, endSeconds };
  const heard = { ...span, embedding: voice ? VOICES[voice] : null, heardSeconds: endSeconds - startSeconds };
  return { ...span, voices: voice ? [heard] : [] };
}

async function turnsOf(...stretches: Stretch[]): Promise<string[]> {
  const analysis = { stretches, durationSeconds: 60, modelId: "test" };
  const { turns } = await speakerTurns(analysis, { similarity: 0.8 });
  return turns.map(({ speaker, startSeconds, endSeconds }) => `${speaker}: ${startSeconds} to ${endSeconds}`);
}

/** A speaks longer than B and so is number 0. */
const [a, b] = [stretch(0, 10, "A"), stretch(10.5, 18, "B")];

test.each([
  [
    "two talk all over each other right after A and before B",
    [stretch(10, 10.5), stretch(10, 10.5)],
    ["0: 0 to 10.5", "1: 10 to 18"],
  ],
  [
    "somebody talks into A's words: it is B, who speaks soon after",
    [stretch(9, 10)],
    ["0: 0 to 10", "1: 9 to 10", "1: 10.5 to 18"],
  ],
  ["somebody talks into A's words long before B speaks", [stretch(3, 4)], ["0: 0 to 10", "1: 10.5 to 18"]],
  ["a moment", [stretch(10.1, 10.4)], ["0: 0 to 10", "1: 10.5 to 18"]],
  [
    "two talk all over each other far from all turns: one of them is the nearest",
    [stretch(30, 32), stretch(30, 32)],
    ["0: 0 to 10", "1: 10.5 to 18", "1: 30 to 32"],
  ],
])("where no voice was heard: %s", async (_, unheard, turns) => {
  expect(await turnsOf(a, b, ...unheard)).toEqual(turns);
});
