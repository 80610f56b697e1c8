import { expect, test } from "bun:test";
import fc from "fast-check";
import { JsonExtent } from "./json-extent.ts";

function extentOf(json: string, blockBytes = 1_000): [values: number, depth: number] {
  const bytes = Buffer.from(json);
  const extent = new JsonExtent();
  for (let at = 0; at < bytes.length; at += blockBytes) extent.add(bytes.subarray(at, at + blockBytes));
  return [extent.values, extent.depth];
}

/** Empty lists and objects count for one more, as if there were something in them. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const members = Object.values(value);
  return 1 + (members.length === 0 ? 1 : members.reduce((sum: number, each) => sum + valuesIn(each), 0));
}

test.each([
  ["1", 1, 0],
  ["[]", 2, 1],
  ['{"a":[1,{"b":"c"}]}', 5, 3],
  ['"[{,\\"[\\\\"', 1, 0],
  ['["\\\\",[]]', 4, 2],
] as const)("%s has %d values, %d deep", (json, values, depth) => {
  expect(extentOf(json)).toEqual([values, depth]);
});

test("wherever the text is cut", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 7 }), (value, blockBytes) => {
      expect(extentOf(JSON.stringify(value), blockBytes)[0]).toBe(valuesIn(value));
    }),
  );
});
