import { expect, test } from "bun:test";
import { testClock } from "../../../test/support/database.ts";
import { testMemory } from "../../../test/support/shared-memory.ts";
import type { Reservation } from "./shared-memory.ts";

/** 100 bytes of memory, of which a share is 25. */
function bench() {
  const clock = testClock();
  const memory = testMemory(100, { shareBytes: 25, clock });
  const told: string[] = [];
  const hold = (party: string, bytes: number, name = party): Reservation => {
    const reservation = memory.hold(party, ({ code }) => told.push(`${name}: ${code}`));
    reservation.grow(bytes);
    return reservation;
  };
  return { clock, memory, told, hold };
}

test("a lone party may use all but one share, which takes a newcomer at once", () => {
  const { memory, hold, told } = bench();
  const lone = hold("a", 75);
  expect(() => lone.grow(1)).toThrow("as much memory as one account may have");
  hold("b", 25);
  expect([memory.bytes, told]).toEqual([100, []]);
});

test("a party within its share makes those beyond theirs give up, the slowest first", () => {
  const { clock, memory, told, hold } = bench();
  const done = hold("a", 25, "done");
  done.finish();
  hold("a", 10, "slow");
  clock.nowMs += 2_000;
  hold("a", 40, "fast");
  hold("b", 20, "b");
  clock.nowMs += 2_000;
  hold("c", 10);
  expect(told).toEqual(["slow: upload_too_slow"]);
  hold("c", 10);
  hold("d", 5);
  expect([told, memory.bytes]).toEqual([["slow: upload_too_slow", "fast: upload_too_slow"], 70]);
});

test("where all are within their shares, only what is slower makes room, and finished uploads never do", () => {
  const { clock, told, hold } = bench();
  const [first, second] = [hold("a", 25), hold("b", 25)];
  hold("c", 25).finish();
  clock.nowMs += 5_000;
  second.grow(0);
  hold("d", 20);
  first.finish();
  clock.nowMs += 5_000;
  const late = hold("e", 5);
  clock.nowMs += 60_000;
  // Now it is slower than all others that still arrive.
  expect(() => late.grow(1)).toThrow("Too many recordings are in memory");
  expect(told).toEqual([]);
  hold("f", 1);
  expect(told).toEqual(["e: upload_too_slow"]);
});

test("what was given up takes nothing more, and its memory is counted once", () => {
  const { clock, memory, hold } = bench();
  const greedy = hold("a", 75);
  hold("b", 25);
  clock.nowMs += 2_000;
  hold("c", 1);
  expect(() => greedy.grow(1)).toThrow("ran short");
  expect(() => greedy.finish()).toThrow("ran short");
  greedy.release();
  expect(memory.bytes).toBe(26);
});
