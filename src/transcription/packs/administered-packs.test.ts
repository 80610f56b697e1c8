import { expect, test } from "bun:test";
import { useOf } from "./administered-packs.ts";

test.each([
  ["starting", 1, 0, "it is being loaded"],
  ["ready", 1, 0, "it recognizes a recording now"],
  ["ready", 1, 1, "tries it with its check recording"],
  ["ready", 2, 1, "it recognizes a recording now"],
] as const)(
  "a pack that is %s, with %p recordings of which %p are checks",
  (state, recordings, checks, told) => {
    expect(useOf([{ state, recordings, checks }])).toContain(told);
  },
);
