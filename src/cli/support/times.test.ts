import { afterEach, expect, test } from "bun:test";
import { shownTime, shownTimeOr } from "./times.ts";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone ?? "UTC";
});

const WINTER = Date.UTC(2026, 10, 22, 23, 5, 9, 750);
const SUMMER = Date.UTC(2026, 6, 1, 12);
const TIMES: [zone: string, epochMs: number, shown: string][] = [
  ["UTC", WINTER, "2026-11-22T23:05:09Z"],
  ["Europe/Berlin", WINTER, "2026-11-23T00:05:09+01:00"],
  ["Europe/Berlin", SUMMER, "2026-07-01T14:00:00+02:00"],
  ["America/St_Johns", WINTER, "2026-11-22T19:35:09-03:30"],
  ["Asia/Kathmandu", SUMMER, "2026-07-01T17:45:00+05:45"],
];
test.each(TIMES)("in %s, %d is %s", (zone, epochMs, shown) => {
  process.env.TZ = zone;
  expect(shownTime(epochMs, {})).toBe(shown);
  expect(Date.parse(shownTime(epochMs, {}))).toBe(Math.floor(epochMs / 1000) * 1000);
  expect(shownTime(epochMs, { utc: true })).toBe(shownTimeOr("never", epochMs, { utc: true }));
  expect(shownTime(epochMs, { utc: true })).toEndWith("Z");
});

test("no time is what the caller says", () => {
  expect(shownTimeOr("never", null, {})).toBe("never");
});
