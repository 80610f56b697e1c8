import { expect, test } from "bun:test";
import { z } from "zod";
import { withoutPauses } from "./slices.ts";
import { checking } from "./zod-slices.ts";

const schema = z.strictObject({
  name: z.string().default("unnamed"),
  runs: z
    .array(z.strictObject({ at: z.int(), words: z.array(z.string().max(3)).max(4) }))
    .max(3, "are too many"),
  more: z.array(z.int()).min(1).optional(),
  names: z.record(z.string().regex(/^n\d$/), z.string().nullable()).optional(),
});

const RUN = { at: 1, words: ["a", "b"] };

test.each<[string, unknown]>([
  ["sound", { runs: [RUN, { at: 2, words: [] }], more: [1], names: { n1: "Ada", n2: null } }],
  ["sound, without what may be left out", { name: "x", runs: [] }],
  ["of another kind", [RUN]],
  ["null", null],
  ["lists that are none", { runs: "x", more: {}, names: [] }],
  ["without a list", { more: [1] }],
  ["with keys that are unknown", { runs: [{ ...RUN, x: 1 }], y: 2 }],
  ["too long", { runs: [RUN, RUN, RUN, { at: "x" }] }],
  ["too short", { runs: [], more: [] }],
  [
    "wrong within",
    { name: 1, runs: [RUN, { at: 0.5, words: ["a", "long", 3] }, 7], names: { x: "y", n1: 5 } },
  ],
])("a value is taken and refused as by safeParse: %s", (_, value) => {
  const whole = schema.safeParse(value);
  const { data, issues } = withoutPauses(checking(schema, value));
  const sorted = (all: readonly z.core.$ZodIssue[]) => all.map((each) => JSON.stringify(each)).sort();
  expect(sorted(issues)).toEqual(sorted(whole.error?.issues ?? []));
  if (whole.success) expect(data).toEqual(whole.data);
});

test("each element of a list is a step", () => {
  const slices = checking(schema.shape.more, Array(100).fill(1));
  let steps = 0;
  while (!slices.next().done) steps += 1;
  expect(steps).toBe(100);
});
