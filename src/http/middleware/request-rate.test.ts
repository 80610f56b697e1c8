import { expect, test } from "bun:test";
import fc from "fast-check";
import { testClock } from "../../../test/support/database.ts";
import { RequestRate } from "./request-rate.ts";

test("a minute's worth at once, then one each time a token has come back", () => {
  const clock = testClock();
  const rate = new RequestRate(60, clock);
  for (let left = 59; left >= 0; left--) {
    expect(rate.take("a")).toMatchObject({ remaining: left, retryAfterSeconds: null });
  }
  expect(rate.take("a")).toEqual({ remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 });
  expect(rate.take("b").remaining).toBe(59);
  clock.nowMs += 999;
  expect(rate.take("a").retryAfterSeconds).toBeCloseTo(0.001);
  clock.nowMs += 1;
  expect(rate.take("a").retryAfterSeconds).toBeNull();
  clock.nowMs += 3_600_000;
  expect(rate.take("a").remaining).toBe(59);
});

test("never more than the limit and its refill, whatever the pace, with thousands of accounts", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), pauses, (limit, pausesMs) => {
      const clock = testClock();
      const rate = new RequestRate(limit, clock);
      for (let other = 0; other < 2_000; other++) rate.take(`other ${other}`);
      let taken = 0;
      for (const pauseMs of pausesMs) {
        clock.nowMs += pauseMs;
        if (rate.take("a").retryAfterSeconds === null) taken++;
      }
      const elapsedMs = pausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0);
      expect(taken).toBeLessThanOrEqual(limit + (limit * elapsedMs) / 60_000 + 1e-6);
    }),
    { numRuns: 50 },
  );
});
