import { expect, test } from "bun:test";
import type { LiveStream } from "./live.ts";
import { LiveLoad } from "./live-load.ts";

const stream = (receivedSamples = 0) =>
  ({ position: { receivedSamples, settledSamples: 0 } }) as unknown as LiveStream;

test("as many streams as their processor time leaves room for", () => {
  const load = new LiveLoad(2);
  expect(load.places(0.25)).toBe(6);
  expect(load.places(0.08)).toBe(20);
  // A fifth of a processor while somebody speaks: 0.8 of two processors are enough for eight.
  for (let second = 0; second < 60; second++) load.measure({ processorMs: 190, speechSeconds: 1 });
  expect(load.places(0.08)).toBe(8);
  for (let i = 0; i < 8; i++) load.add(stream());
  expect(() => load.requirePlace(0.25)).toThrow("too busy for another live stream");
});

test("those that workers take come on top, as many as there are workers now", () => {
  let elsewhere = 0;
  const load = new LiveLoad(0, () => elsewhere);
  for (let i = 0; i < 5; i++) load.add(stream());
  expect(() => load.requirePlace(0.25)).toThrow("too busy");
  elsewhere = 6;
  load.requirePlace(0.25);
  expect(new LiveLoad(2, () => 6).places(0.25)).toBe(12);
});

test("where a stream falls behind no other is added", () => {
  const load = new LiveLoad(2);
  load.add(stream(60 * 16_000));
  expect(load.places(0.08)).toBe(1);
  expect(() => load.requirePlace(0.25)).toThrow("too busy");
});
