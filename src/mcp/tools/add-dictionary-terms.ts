import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { changeTerms, dictionaryCounts, dictionaryWarning, terms } from "./dictionary.ts";
import { ADDS, defineTool } from "./tool.ts";

export const addDictionaryTerms = defineTool({
  name: "add_dictionary_terms",
  title: "Add dictionary terms",
  description: `Adds terms to the person's dictionary, so that dictation writes them exactly so: names, products, technical words. All are added or none; those that are there already stay as they are. At most ${limits.dictionaryWords} terms are kept.`,
  scope: "write",
  annotations: ADDS,
  input: z.strictObject({ terms }),
  output: z.object({
    results: z
      .array(z.object({ term: z.string(), status: z.enum(["added", "already_present"]) }))
      .describe("One for each term, in the order of the call."),
    ...dictionaryCounts,
    warning: dictionaryWarning,
  }),
  run: (context, input) =>
    changeTerms(context, "dictionary_add", input.terms, {
      applied: "added",
      unchanged: "already_present",
    }),
});
