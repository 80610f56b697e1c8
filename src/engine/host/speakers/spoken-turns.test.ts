import { expect, test } from "bun:test";
import type { WindowTurn } from "../backends/speaker-networks.ts";
import { VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import { SpokenTurns } from "./spoken-turns.ts";

const RATE = 16_000;

/** Hears speech wherever a sample is above `least`; remembers nothing. */
const detectorOf = (least: number) => ({
  isSpeech: (window: Float32Array) => window.some((sample) => sample > least),
});

const WHOLE = [{ start: 0, end: 10, speaker: 1 }];

function heard(window: Float32Array, least = 0.01, said = WHOLE) {
  const detector = detectorOf(least);
  const networks = { segment: () => said, embed: () => null };
  return { turns: new SpokenTurns(networks, () => detector).segment(window, 0) };
}

test("a turn is cut to where the detector hears speech", () => {
  const window = new Float32Array(10 * RATE);
  const block = VAD_WINDOW_SAMPLES / RATE;
  window[100 * VAD_WINDOW_SAMPLES] = 0.5;
  window[200 * VAD_WINDOW_SAMPLES] = 0.5;
  const { turns } = heard(window);
  expect(turns).toHaveLength(2);
  expect(turns[0]?.start).toBeCloseTo(100 * block);
  expect(turns[0]?.end).toBeCloseTo(101 * block);
  expect(turns[1]).toMatchObject({ speaker: 1 });
});

test("where the detector hears nothing nobody speaks", () => {
  expect(heard(new Float32Array(10 * RATE), 0).turns).toEqual([]);
  expect(heard(new Float32Array(10 * RATE).fill(0.1), 0.2).turns).toEqual([]);
});

test("turns of two who talk at once stay apart", () => {
  const said = [
    { start: 1, end: 3, speaker: 0 },
    { start: 2, end: 4, speaker: 1 },
    { start: 3, end: 5, speaker: 0 },
  ];
  const { turns } = heard(new Float32Array(10 * RATE).fill(0.5), 0.01, said);
  expect(turns.filter(({ speaker }) => speaker === 1)).toEqual([said[1] as WindowTurn]);
  expect(turns.filter(({ speaker }) => speaker === 0)).toHaveLength(1);
});

test("speech that the network misses is that of whoever speaks nearest, or of one person where nobody does", () => {
  const window = new Float32Array(10 * RATE).fill(0.5, 2 * RATE, 6 * RATE);
  const said = [
    { start: 2.5, end: 3, speaker: 0 },
    { start: 5, end: 7, speaker: 2 },
  ];
  const { turns } = heard(window, 0.01, said);
  // A piece next to a turn is part of it: one of 0.5 s by itself says little about a voice.
  expect(turns.map(({ speaker }) => speaker)).toEqual([0, 2]);
  expect(turns[0]?.start).toBeCloseTo(2, 1);
  expect(turns[0]?.end).toBe(5);
  expect(turns[1]?.start).toBe(5);
  expect(turns[1]?.end).toBeCloseTo(6, 1);
  expect(heard(window, 0.01, []).turns).toHaveLength(1);
});
