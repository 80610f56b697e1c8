import { expect, test } from "bun:test";
import { ProcessorTime } from "./processor-time.ts";

test("decodes that run at the same time share what the process takes", () => {
  let used = 1_000;
  const time = new ProcessorTime(() => used);
  const [one, other] = [{}, {}];
  time.begin(one);
  used += 100;
  time.begin(other);
  used += 60;
  expect(time.end(one)).toBe(130);
  used += 10;
  expect(time.end(other)).toBe(40);
});

test("what the process does while no decode runs is nobody's", () => {
  let used = 0;
  const time = new ProcessorTime(() => used);
  const decode = {};
  used += 500;
  time.begin(decode);
  used += 20;
  expect(time.end(decode)).toBe(20);
});
