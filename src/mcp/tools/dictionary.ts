/** Shared by the tools of the dictionary. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { dictionaryWord } from "../../web/person-input.ts";
import type { ToolContext } from "./tool.ts";

const most = limits.customizationOperations;
const termCount = `must be a list of 1 to ${most} terms`;
export const terms = z
  .array(dictionaryWord, termCount)
  .min(1, termCount)
  .max(most, termCount)
  .describe("Words, names or short phrases, each written exactly as it is to appear in texts.");

export const dictionaryCounts = {
  total: z.int().min(0).describe("How many terms the dictionary holds now."),
  revision: z.int().min(0).describe("Raised by one with every change of the person's customizations."),
};

export const dictionaryWarning = z
  .string()
  .optional()
  .describe("Present if the dictionary holds more terms than the recognizer reads.");

/** All of them or none. @param words what to call a change, and that there was nothing to change. */
export async function changeTerms<Status extends string>(
  { dictation, principal }: ToolContext,
  type: "dictionary_add" | "dictionary_remove",
  terms: readonly string[],
  words: Record<"applied" | "unchanged", Status>,
) {
  const { results, dictionary, revision, warning } = await dictation.updateCustomizations(principal, {
    operations: terms.map((word) => ({ type, word })),
    expectedRevision: null,
    dryRun: false,
  });
  return {
    results: results.map(({ index, status }) => ({ term: terms[index] ?? "", status: words[status] })),
    total: dictionary.length,
    revision,
    ...(warning !== undefined && { warning }),
  };
}
