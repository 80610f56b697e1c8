import { expect, test } from "bun:test";
import { countErrors } from "./count-errors.ts";

test.each([
  ["the total cost is four hundred and fifty dollars", "The total cost is $450.", 0],
  ["on the first of may nineteen sixty one", "On the 1st of May, 1961.", 0],
  ["eleven percent last year", "11% last year", 0],
  ["the total cost is four hundred and fifty dollars", "The total cost is $460.", 1],
  ["send five copies to the office", "Send 9 copies to the office.", 1],
  ["good morning", "", 2],
  ["good morning", "good morning to all 12", 3],
])("of %j heard as %j, %d words are wrong", (expected, heard, wrong) => {
  expect(countErrors(expected, heard).wrong).toBe(wrong);
});
