import { expect, test } from "bun:test";
import { Places } from "./places.ts";
import { speakerPlaces } from "./speaker-hosts.ts";

const never = new AbortController().signal;

test("waits in order of arrival for a place, and a place is given once", async () => {
  const places = new Places(1);
  const order: string[] = [];
  const leave = await places.enter(never);
  const first = places.enter(never).then((leave) => {
    order.push("first");
    leave();
  });
  const second = places.enter(never).then((leave) => {
    order.push("second");
    leave();
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  leave();
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
});

test("who gives up leaves the line", async () => {
  const places = new Places(1);
  const leave = await places.enter(never);
  const impatient = new AbortController();
  const waiting = places.enter(impatient.signal);
  const next = places.enter(never);
  impatient.abort(new Error("enough"));
  expect(waiting).rejects.toThrow("enough");
  expect(places.enter(impatient.signal)).rejects.toThrow("enough");
  leave();
  (await next)();
});

test.each([
  [1, 0.5, 1],
  [2, 4, 2],
  [64, 8, 4],
  [0.5, 64, 1],
])("%p cores and %p GiB analyse %p recordings at once", (cores, gib, places) => {
  expect(speakerPlaces({ cores, memoryBytes: gib * 1024 ** 3 })).toBe(places);
});
