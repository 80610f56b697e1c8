/** Which recognizer of the box hears English where nothing better is installed. */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { readMachine } from "../engine/machine.ts";
import { MIB } from "../lib/units.ts";
import { MOONSHINE_PACK_ID, STARTER_PACK_ID } from "../packs/builtin.ts";

export interface DefaultRecognizer {
  id: string;
  /** Whether it is the starter only because there is too little memory for the better one. */
  forLackOfMemory: boolean;
}

export function defaultRecognizer(
  models: Config["models"],
  budgetBytes = packBudgetBytes(models),
): DefaultRecognizer {
  if (models.default !== "auto") return { id: models.default, forLackOfMemory: false };
  const forLackOfMemory = budgetBytes < limits.defaultRecognizerMib * MIB;
  return { id: forLackOfMemory ? STARTER_PACK_ID : MOONSHINE_PACK_ID, forLackOfMemory };
}

/** The memory of all loaded packs together. */
export function packBudgetBytes({ memory_mib: memoryMib }: Config["models"]): number {
  return memoryMib === "auto" ? readMachine().memoryBytes * limits.packsMemoryShare : memoryMib * MIB;
}
