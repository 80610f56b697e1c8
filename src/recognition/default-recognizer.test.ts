import { expect, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { configSchema } from "../config/schema.ts";
import { MIB } from "../lib/units.ts";
import { defaultRecognizer, packBudgetBytes } from "./default-recognizer.ts";

function chosen(models: object, budgetBytes?: number) {
  return defaultRecognizer(configSchema.parse({ models }).models, budgetBytes);
}

test("the better recognizer is used from the memory on that it needs, the starter below", () => {
  const enough = limits.defaultRecognizerMib * MIB;
  expect(chosen({}, enough)).toEqual({ id: "moonshine-tiny-en", forLackOfMemory: false });
  expect(chosen({}, enough - 1)).toEqual({ id: "starter-en", forLackOfMemory: true });
});

test("the memory that the site allows counts, not the machine's", () => {
  expect(chosen({ memory_mib: limits.defaultRecognizerMib }).id).toBe("moonshine-tiny-en");
  expect(chosen({ memory_mib: limits.defaultRecognizerMib - 1 }).id).toBe("starter-en");
  expect(packBudgetBytes(configSchema.parse({ models: { memory_mib: 512 } }).models)).toBe(512 * MIB);
});

test("what the site names is used with any memory", () => {
  for (const id of ["starter-en", "moonshine-tiny-en"])
    for (const budget of [0, 2 ** 40])
      expect(chosen({ default: id }, budget)).toEqual({ id, forLackOfMemory: false });
});
