import { expect, test } from "bun:test";
import fc from "fast-check";
import { testClock } from "../../../test/support/database.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { RequestRate } from "./request-rate.ts";

test("counts down, refuses, and tells when a place comes free and when all are", () => {
  const clock = testClock();
  const rate = new RequestRate(clock);
  expect(rate.take("a", 3)).toEqual({ remaining: 2, resetSeconds: 60, retryAfterSeconds: null });
  clock.nowMs += 10_000;
  expect(rate.take("a", 3)).toEqual({ remaining: 1, resetSeconds: 60, retryAfterSeconds: null });
  clock.nowMs += 10_000;
  expect(rate.take("a", 3).remaining).toBe(0);
  expect(rate.take("a", 3)).toEqual({ remaining: 0, resetSeconds: 60, retryAfterSeconds: 40 });
  expect(rate.take("b", 3).remaining).toBe(2);
  clock.nowMs += 39_999;
  expect(rate.take("a", 3).retryAfterSeconds).toBeCloseTo(0.001);
  clock.nowMs += 1;
  expect(rate.take("a", 3)).toEqual({ remaining: 0, resetSeconds: 60, retryAfterSeconds: null });
  expect(rate.take("a", 3).retryAfterSeconds).toBe(10);
  clock.nowMs += MINUTE_MS;
  expect(rate.take("a", 3).remaining).toBe(2);
});

test("a limit that changes counts from the next request on", () => {
  const clock = testClock();
  const rate = new RequestRate(clock);
  for (let second = 0; second < 5; second++) {
    rate.take("a", 5);
    clock.nowMs += 1_000;
  }
  // Four of the five must leave the minute before there is room for two.
  expect(rate.take("a", 2)).toEqual({ remaining: 0, resetSeconds: 59, retryAfterSeconds: 58 });
  expect(rate.take("a", 6)).toEqual({ remaining: 0, resetSeconds: 60, retryAfterSeconds: null });
});

test("in no sixty seconds more than the limit, none fewer than possible, with thousands of accounts", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), pauses, (limit, pausesMs) => {
      const clock = testClock();
      const rate = new RequestRate(clock);
      for (let other = 0; other < 1_500; other++) rate.take(`other ${other}`, 1);
      const takenAt: number[] = [];
      for (const pauseMs of pausesMs) {
        clock.nowMs += pauseMs;
        const inWindow = takenAt.filter((at) => at > clock.nowMs - MINUTE_MS).length;
        const { retryAfterSeconds, remaining } = rate.take("a", limit);
        expect(retryAfterSeconds === null).toBe(inWindow < limit);
        if (retryAfterSeconds === null) takenAt.push(clock.nowMs);
        expect(remaining).toBe(limit - Math.min(limit, inWindow + (retryAfterSeconds === null ? 1 : 0)));
      }
    }),
    { numRuns: 40 },
  );
});
