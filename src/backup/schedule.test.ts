import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { dueSince, isOverdue, lastDue, type Schedule } from "./schedule.ts";

const local = (text: string) => new Date(text).getTime();
const schedule = (at: string, every_hours: Schedule["every_hours"]): Schedule => ({
  dir: "/b",
  at,
  every_hours,
});

test.each([
  ["02:30", 24, "2026-11-22T07:00:00", "2026-11-22T02:30:00"],
  ["02:30", 24, "2026-11-22T02:30:00", "2026-11-22T02:30:00"],
  ["02:30", 24, "2026-11-22T02:29:59", "2026-11-21T02:30:00"],
  ["23:00", 24, "2027-01-01T01:00:00", "2026-12-31T23:00:00"],
  ["02:30", 6, "2026-11-22T07:00:00", "2026-11-22T02:30:00"],
  ["02:30", 6, "2026-11-22T08:30:00", "2026-11-22T08:30:00"],
  ["02:30", 6, "2026-11-22T01:00:00", "2026-11-21T20:30:00"],
  ["23:45", 1, "2026-11-22T10:44:00", "2026-11-22T09:45:00"],
] as const)("at %s every %d hours: at %s the last was due at %s", (at, every, now, due) => {
  expect(lastDue(schedule(at, every), local(now))).toBe(local(due));
});

const DUE = local("2026-11-22T02:30:00");
const NOW = local("2026-11-22T07:00:00");
test.each([
  ["none was made", null, DUE],
  ["the last is from before", DUE - 1, DUE],
  ["several were missed", local("2026-11-19T12:00:00"), local("2026-11-20T02:30:00")],
  ["the last is from then", DUE, null],
  ["the last is newer", NOW, null],
  ["the last lies in the future", NOW + 1, DUE],
])("%s", (_, at, since) => {
  const last = at === null ? null : { at, bytes: 1, verified: true };
  expect(dueSince(schedule("02:30", 24), last, NOW)).toBe(since);
  expect(dueSince({ ...schedule("02:30", 24), dir: undefined }, last, NOW)).toBeNull();
});

test("one is overdue when its time is over", () => {
  const late = DUE + limits.backupOverdueMs;
  expect([isOverdue(DUE, late), isOverdue(DUE, late + 1), isOverdue(null, late + 1)]).toEqual([
    false,
    true,
    false,
  ]);
});
