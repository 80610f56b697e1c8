import { expect, test } from "bun:test";
import { LevelTracker, secondLookGain } from "./level.ts";

const gainAfter = (levels: number[]) => {
  const tracker = new LevelTracker();
  return levels.map((level) => tracker.push(level)).at(-1) as number;
};
/** Loud and soft windows in turn, as speech has them, over a noise floor. */
const speechAt = (level: number, floor: number, windows = 200) =>
  Array.from({ length: windows }, (_, i) => (i % 8 < 5 ? level : floor));

test.each([
  ["ordinary speech is left alone", speechAt(0.1, 0.001), 1],
  ["loud speech is left alone", speechAt(0.5, 0.001), 1],
  ["quiet speech is raised to an ordinary level", speechAt(0.01, 0.0001), 10],
  ["speech in noise only as far as the noise allows", speechAt(0.01, 0.005), 2],
  ["digital silence is left alone", Array.from({ length: 50 }, () => 0), 1],
])("%s", (_name, levels, gain) => {
  expect(gainAfter(levels)).toBeCloseTo(gain, 0);
});

test("a quiet recording is raised from its first word on", () => {
  expect(gainAfter([0, 0, 0.0001, 0.0001, 0.01])).toBeCloseTo(10, 0);
});

test("loud speech after quiet speech is not raised", () => {
  expect(gainAfter([...speechAt(0.005, 0.0001), 0.2])).toBe(1);
});

test.each([
  ["a clear signal gets a second look, raised", speechAt(0.004, 0.0002), 25],
  ["a clear signal at an ordinary level too", speechAt(0.1, 0.002), 1],
  ["steady noise does not", Array.from({ length: 200 }, (_, i) => 0.01 + 0.002 * (i % 3)), null],
  ["silence does not", Array.from({ length: 200 }, () => 0), null],
  ["a pause is too short for one", speechAt(0.1, 0.001, 30), null],
  ["a few clicks are no signal", Array.from({ length: 200 }, (_, i) => (i % 40 === 0 ? 0.3 : 0.001)), null],
])("second look: %s", (_name, levels, gain) => {
  if (gain === null) expect(secondLookGain(levels)).toBeNull();
  else expect(secondLookGain(levels)).toBeCloseTo(gain, 0);
});
