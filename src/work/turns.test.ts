import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { callLane, createInspectionQueue, createTurnQueue } from "./turns.ts";

test.each([
  [limits.shortRecordingSeconds, 256, "short"],
  [limits.shortRecordingSeconds + 0.01, 256, "sync"],
  [null, limits.shortRecordingBytes, "short"],
  [null, limits.shortRecordingBytes + 1, "sync"],
] as const)("%p seconds in %p bytes wait in the lane %p", (seconds, bytes, lane) => {
  expect(callLane(seconds, bytes)).toBe(lane);
});

test("dictation and short calls have turns of their own, to their number and no further", () => {
  const queue = createTurnQueue(1, 10);
  const job = () => queue.enterNow({ lane: "job", party: "a" });
  expect([job() !== null, job()]).toEqual([true, null]);
  for (const [lane, own] of [
    ["dictation", limits.dictationOwnTurns],
    ["short", limits.shortOwnTurns],
    ["sync", 0],
  ] as const) {
    const turns = Array.from({ length: own + 1 }, () => queue.enterNow({ lane, party: "a" }));
    expect(turns.map((turn) => turn?.own ?? null)).toEqual([...Array(own).fill(true), null]);
  }
});

test("as many uploads are looked into at once as the limit says", () => {
  const queue = createInspectionQueue(10);
  const enter = () => queue.enterNow({ lane: "inspection", party: "a" });
  const turns = Array.from({ length: limits.inspectionsAtOnce + 1 }, enter);
  expect(turns.filter((turn) => turn === null).length).toBe(1);
});
