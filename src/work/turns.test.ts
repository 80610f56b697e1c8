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
    const turns = Array.from({ length: own + 1 }, (_, index) => queue.enterNow({ lane, party: `${index}` }));
    expect(turns.map((turn) => turn?.own ?? null)).toEqual([...Array(own).fill(true), null]);
  }
});

test("as many uploads are looked into at once as the limit says, and one of an account", () => {
  const queue = createInspectionQueue(10);
  const enter = (party: number) => queue.enterNow({ lane: "inspection", party: `${party}` });
  const turns = Array.from({ length: limits.inspectionsAtOnce }, (_, index) => [enter(index), enter(index)]);
  expect(turns.every(([first, second]) => first !== null && second === null)).toBe(true);
  expect(enter(limits.inspectionsAtOnce)).toBeNull();
});

test("an account's calls leave the reserve to others", () => {
  const queue = createTurnQueue(2, 100);
  const call = (party: string) => queue.enterNow({ lane: "short", party });
  expect(Array.from({ length: 32 }, () => call("busy")).filter((turn) => turn !== null).length).toBe(3);
  expect(call("another")?.own).toBe(true);
});
