import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { isExaminationDue } from "./examinations.ts";

const { examinationFirstMs, examinationEveryMs, examinationAgainMs } = limits;

test("the database is examined after the first hour, every week, and each day while it is damaged", () => {
  const at = Date.UTC(2026, 10, 21);
  const isDue = (faults: number, afterMs: number) => isExaminationDue({ at, faults }, at + afterMs, 0);
  expect(
    [examinationFirstMs - 1, examinationFirstMs].map((upMs) => isExaminationDue(null, at, upMs)),
  ).toEqual([false, true]);
  expect([0, examinationEveryMs - 1, examinationEveryMs].map((ms) => isDue(0, ms))).toEqual([
    false,
    false,
    true,
  ]);
  expect([0, examinationAgainMs - 1, examinationAgainMs].map((ms) => isDue(1, ms))).toEqual([
    false,
    false,
    true,
  ]);
  // The clock was set back: nobody knows how long ago it was.
  expect(isDue(0, -1)).toBe(true);
});
