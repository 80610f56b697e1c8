import { expect, test } from "bun:test";
import { type Item, Items } from "./items.ts";

test("an utterance that is heard before the client cuts is the item that it commits", () => {
  const items = new Items();
  const heard = items.of(0, 0) as Item;
  const cut = items.cut(100);
  expect(cut).toBe(heard);
  expect(items.commit(cut)).toBeNull();
  expect(items.pending).toEqual([cut]);
  items.complete(0);
  expect(items.pending).toEqual([]);
  const next = items.of(1, 100) as Item;
  expect(next.id).not.toBe(heard.id);
  expect(items.commit(next)).toBe(heard.id);
});

test("items that are cut before the recognizer tells of them are numbered in their order", () => {
  const items = new Items();
  const [first, second] = [0, 1].map((at) => {
    const item = items.cut(at);
    items.commit(item);
    return item;
  });
  expect(items.of(0, 9)).toBe(first as never);
  expect(items.of(1, 9)).toBe(second as never);
  expect(items.of(0, 9)).toBe(first as never);
});

test("what was cleared is no item; what was committed stays one", () => {
  const items = new Items();
  const kept = items.of(0, 0) as Item;
  items.commit(kept);
  const dropped = items.of(1, 5) as Item;
  items.clear();
  expect(items.pending).toEqual([kept]);
  // The recognizer may still say what it heard before it got the message.
  expect(items.of(1, 9)).toBeNull();
  expect(items.of(0, 9)).toBe(kept);
  expect(items.of(2, 9)).not.toBe(dropped);
});
