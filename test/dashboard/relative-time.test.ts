import { expect, test } from "bun:test";
import { distance, rest } from "../../src/dashboard/state/relative-time.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/units.ts";

/** A Wednesday morning. */
const NOW = new Date(2026, 10, 25, 6, 0);
const later = (ms: number) => new Date(NOW.getTime() + ms);

test.each<[number, ReturnType<typeof rest>]>([
  [23.9 * HOUR_MS, [23, "hour"]],
  [34 * HOUR_MS, [1, "day"]],
  [7 * DAY_MS - 1, [6, "day"]],
  [90_000, [1, "minute"]],
])("what ends in %d ms lasts that long at least", (ms, shown) => {
  expect(rest(later(ms), NOW)).toEqual(shown);
});

test.each<[number, ReturnType<typeof distance>]>([
  [-7 * HOUR_MS, [-7, "hour"]],
  // Monday evening.
  [-34 * HOUR_MS, [-2, "day"]],
  [-29 * HOUR_MS, [-1, "day"]],
  [-150_000, [-2, "minute"]],
])("%d ms are as far as the calendar says", (ms, shown) => {
  expect(distance(later(ms), NOW)).toEqual(shown);
});
