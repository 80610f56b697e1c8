import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { checkLongEnough, checkShortEnough } from "./durations.ts";

test("ten milliseconds are long enough, a little less is not", () => {
  expect(() => checkLongEnough(limits.minimumDurationSeconds)).not.toThrow();
  expect(() => checkLongEnough(0.0099)).toThrow("holds 9.9 ms of audio; at least 10 ms are needed");
  expect(() => checkLongEnough(0)).toThrow("holds 0 ms");
});

test.each([
  [3, 2, false, "lasts 00:00:03; at most 00:00:02 are accepted"],
  [14_400.001, 14_400, false, "lasts 04:00:00.01; at most 04:00:00 are accepted"],
  [3_599.999, 600, false, "lasts 01:00:00; at most 00:10:00"],
  [59.994, 2.5, false, "lasts 00:01:00; at most 00:00:02.50"],
  [3_725.5, 3_725, true, "lasts more than 01:02:05.50; at most 01:02:05"],
])("%f s over a limit of %f s", (duration, limit, atLeast, message) => {
  expect(() => checkShortEnough(limit, limit, atLeast)).not.toThrow();
  expect(() => checkShortEnough(duration, limit, atLeast)).toThrow(message);
});
