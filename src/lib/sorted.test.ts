import { expect, test } from "bun:test";
import { insertInOrder } from "./sorted.ts";

const SEED = 7;

test("what is put in one by one is sorted, equal ones in the order in which they came, and no longer than it may be", () => {
  let state = SEED;
  const items = Array.from({ length: 200 }, (_, at) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { value: state % 20, at };
  });
  const order = (one: { value: number }, other: { value: number }) => one.value - other.value;
  for (const most of [0, 1, 7, 200, undefined]) {
    const list: typeof items = [];
    for (const item of items) insertInOrder(list, item, order, most);
    expect(list).toEqual(items.toSorted(order).slice(0, most));
  }
});
