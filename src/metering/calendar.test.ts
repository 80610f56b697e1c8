import { expect, test } from "bun:test";
import fc from "fast-check";
import { dayOf } from "./calendar.ts";

test("a day in UTC is the one that Temporal names, before the epoch and far from it too", () => {
  const range = { min: -62_135_596_800_000, max: 8_640_000_000_000_000 };
  fc.assert(
    fc.property(fc.double({ ...range, noNaN: true }), (epochMs) => {
      const named = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO("UTC");
      expect(dayOf(epochMs, "UTC")).toBe(named.toPlainDate().toString());
    }),
  );
  expect(dayOf(Date.UTC(2026, 0, 1) - 0.5, "UTC")).toBe("2025-12-31");
});
