import { describe, expect, test } from "bun:test";
import { confidencesOf } from "./confidence.ts";

describe("confidence", () => {
  test("of words that fit is near one, of a word that does not near nothing", () => {
    const [first = 0, second = 1, third = 0] = confidencesOf([0, -12, -0.5]);
    expect(Math.min(first, third)).toBeGreaterThan(0.95);
    expect(second).toBeLessThan(0.02);
  });

  test("of a voice that fits badly throughout is not lost", () => {
    expect(Math.min(...confidencesOf([-3, -3, -3]))).toBeGreaterThan(0.9);
  });

  test("of what the recognizer doubts is less than even, however well it fits", () => {
    const [sure = 0, doubted = 1] = confidencesOf([0, 0], [false, true]);
    expect(sure).toBeGreaterThan(0.95);
    expect(doubted).toBeLessThan(0.5);
  });

  test("is even four below half of the mean", () => {
    expect(confidencesOf([0, -8])[1]).toBeCloseTo(1 / (1 + Math.exp(2)));
    expect(confidencesOf([0, 0, 0, 0, 0, 0, 0, -4.266_666_666_666_667])[7]).toBeCloseTo(0.5);
    expect(confidencesOf([])).toEqual([]);
  });
});
