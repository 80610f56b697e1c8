import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Span } from "../../speakers/speaker-engine.ts";
import { secondsOf, soloSpans } from "./solo.ts";
import { type Window, Windows } from "./windows.ts";

const WINDOW = 100;

/** All windows of a recording that arrives in pieces. @param from where another host stopped. */
function windowsOf(total: number, pieces: readonly number[], from = 0): Window[] {
  const windows = new Windows(from, WINDOW);
  const found: Window[] = [];
  const take = (end: number, ended: boolean) => {
    for (let next = windows.next(end, ended); next; next = windows.next(end, ended)) found.push(next);
  };
  for (const at of [...pieces].sort((a, b) => a - b)) take(Math.min(at, total), false);
  take(total, true);
  return found;
}

test("windows overlap by half, and each tells its middle", () => {
  expect(windowsOf(170, [])).toEqual([
    { fromSample: 0, untilSample: 100, ownFromSample: 0, ownUntilSample: 75, nextSample: 50 },
    { fromSample: 50, untilSample: 150, ownFromSample: 75, ownUntilSample: 125, nextSample: 100 },
    { fromSample: 100, untilSample: 170, ownFromSample: 125, ownUntilSample: 170, nextSample: 170 },
  ]);
  expect(windowsOf(100, [])).toHaveLength(1);
  expect(windowsOf(101, [])).toHaveLength(2);
  expect(windowsOf(1, [])).toHaveLength(1);
  expect(windowsOf(0, [])).toEqual([]);
});

test("what windows own covers the recording without gaps, however it arrives and wherever a host stopped", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.array(fc.nat(1000)),
      fc.nat(20),
      (total, pieces, stop) => {
        const all = windowsOf(total, pieces);
        expect(all).toEqual(windowsOf(total, []));
        let covered = 0;
        for (const { ownFromSample, ownUntilSample, fromSample, untilSample } of all) {
          expect(ownFromSample).toBe(covered);
          expect(ownUntilSample).toBeGreaterThan(ownFromSample);
          expect(fromSample).toBeLessThanOrEqual(ownFromSample);
          expect(untilSample).toBeGreaterThanOrEqual(ownUntilSample);
          covered = ownUntilSample;
        }
        expect(covered).toBe(total);
        const at = Math.min(stop, all.length - 1);
        const resumed = windowsOf(total, [], (all[at] as Window).nextSample);
        expect(resumed).toEqual(all.slice(at + 1));
      },
    ),
  );
});

test("alone is who speaks while no other one does", () => {
  const span = (startSeconds: number, endSeconds: number): Span => ({ startSeconds, endSeconds });
  expect(soloSpans([[span(0, 5), span(8, 9)], [span(4, 6)], []])).toEqual([
    [span(0, 4), span(8, 9)],
    [span(5, 6)],
    [],
  ]);
  expect(secondsOf([span(0, 4), span(8, 9)])).toBe(5);
});
