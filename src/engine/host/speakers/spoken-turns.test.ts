import { expect, test } from "bun:test";
import { VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import { SpokenTurns } from "./spoken-turns.ts";

const RATE = 16_000;

/** Hears speech wherever a sample is above `least`; remembers nothing. */
const detectorOf = (least: number) => ({
  resets: 0,
  isSpeech: (window: Float32Array) => window.some((sample) => sample > least),
  reset() {
    this.resets += 1;
  },
});

function heard(window: Float32Array, least = 0.01) {
  const detector = detectorOf(least);
  const networks = { segment: () => [{ start: 0, end: 10, speaker: 1 }], embed: () => null };
  return { turns: new SpokenTurns(networks, detector).segment(window), detector };
}

test("a turn is cut to where the detector hears speech, with a margin on both sides", () => {
  const window = new Float32Array(10 * RATE);
  const block = VAD_WINDOW_SAMPLES / RATE;
  window[100 * VAD_WINDOW_SAMPLES] = 0.5;
  window[200 * VAD_WINDOW_SAMPLES] = 0.5;
  const { turns, detector } = heard(window);
  expect(turns).toHaveLength(2);
  expect(turns[0]?.start).toBeCloseTo(100 * block - 0.2);
  expect(turns[0]?.end).toBeCloseTo(101 * block + 0.2);
  expect(turns[1]).toMatchObject({ speaker: 1 });
  expect(detector.resets).toBe(1);
});

test("pauses shorter than both margins cut nothing, and no margin leaves the turn", () => {
  const window = new Float32Array(10 * RATE).fill(0.5);
  window.fill(0, 50 * VAD_WINDOW_SAMPLES, 60 * VAD_WINDOW_SAMPLES);
  expect(heard(window).turns).toEqual([{ start: 0, end: 10, speaker: 1 }]);
});

test("where the detector hears nothing nobody speaks, and a whisper is raised for it", () => {
  expect(heard(new Float32Array(10 * RATE).fill(0.005)).turns).toHaveLength(1);
  expect(heard(new Float32Array(10 * RATE), 0).turns).toEqual([]);
  expect(heard(new Float32Array(10 * RATE).fill(0.1), 0.2).turns).toEqual([]);
});
