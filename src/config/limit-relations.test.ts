import { expect, test } from "bun:test";
import { assertRelations, RELATIONS, smallerValue } from "./limit-relations.ts";
import { limits } from "./limits.ts";

test("the limits of the program hold every relation", () => {
  expect(() => assertRelations(limits)).not.toThrow();
});

test.each(RELATIONS)("refuses limits under which it is not so that %s", (what, smaller, larger) => {
  const broken = { ...limits, [larger]: smallerValue(smaller, limits) };
  // One change may break several; each of them alone is enough.
  const faults = RELATIONS.filter(([, least, most]) => smallerValue(least, broken) >= broken[most]);
  expect(faults.map(([fault]) => fault)).toContain(what);
  expect(() => assertRelations(broken)).toThrow(`limits: ${faults[0]?.[0]}`);
});
