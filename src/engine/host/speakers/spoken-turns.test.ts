import { expect, test } from "bun:test";
import { VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import { SpokenTurns } from "./spoken-turns.ts";

const RATE = 16_000;

/** Hears speech wherever a sample is above `least`; remembers nothing. */
const detectorOf = (least: number) => ({
  isSpeech: (window: Float32Array) => window.some((sample) => sample > least),
  reset() {},
});

const WHOLE = [{ start: 0, end: 10, speaker: 1 }];

function heard(window: Float32Array, least = 0.01, said = WHOLE) {
  const detector = detectorOf(least);
  const networks = { segment: () => said, embed: () => null };
  return { turns: new SpokenTurns(networks, detector).segment(window, 0) };
}

test("a turn is cut to where the detector hears speech, with a margin on both sides", () => {
  const window = new Float32Array(10 * RATE);
  const block = VAD_WINDOW_SAMPLES / RATE;
  window[100 * VAD_WINDOW_SAMPLES] = 0.5;
  window[200 * VAD_WINDOW_SAMPLES] = 0.5;
  const { turns } = heard(window);
  expect(turns).toHaveLength(2);
  expect(turns[0]?.start).toBeCloseTo(100 * block - 0.1);
  expect(turns[0]?.end).toBeCloseTo(101 * block + 0.1);
  expect(turns[1]).toMatchObject({ speaker: 1 });
});

test("pauses shorter than both margins cut nothing, and no margin leaves the turn", () => {
  const window = new Float32Array(10 * RATE).fill(0.5);
  window.fill(0, 50 * VAD_WINDOW_SAMPLES, 55 * VAD_WINDOW_SAMPLES);
  expect(heard(window).turns).toEqual([{ start: 0, end: 10, speaker: 1 }]);
});

test("where the detector hears nothing nobody speaks, and a whisper is raised for it", () => {
  expect(heard(new Float32Array(10 * RATE).fill(0.005)).turns).toHaveLength(1);
  expect(heard(new Float32Array(10 * RATE), 0).turns).toEqual([]);
  expect(heard(new Float32Array(10 * RATE).fill(0.1), 0.2).turns).toEqual([]);
});

test("speech that the network misses is that of whoever speaks nearest, or of one person where nobody does", () => {
  const window = new Float32Array(10 * RATE).fill(0.5, 2 * RATE, 6 * RATE);
  const said = [
    { start: 2.5, end: 3, speaker: 0 },
    { start: 5, end: 7, speaker: 2 },
  ];
  const { turns } = heard(window, 0.01, said);
  expect(turns.map(({ speaker }) => speaker)).toEqual([0, 2, 0, 0]);
  const [, , before, between] = turns;
  expect(before?.start).toBeCloseTo(2, 1);
  expect(before?.end).toBe(2.5);
  expect(between).toMatchObject({ start: 3, end: 5 });
  expect(heard(window, 0.01, []).turns).toHaveLength(1);
});
