import { z } from "zod";
import { changeTerms, dictionaryCounts, dictionaryWarning, terms } from "./dictionary.ts";
import { defineTool, REPLACES } from "./tool.ts";

export const removeDictionaryTerms = defineTool({
  name: "remove_dictionary_terms",
  title: "Remove dictionary terms",
  description:
    "Removes terms from the person's dictionary. Each must be written exactly as list_dictionary_terms gives it; those that are not there are left alone.",
  scope: "write",
  annotations: REPLACES,
  input: z.strictObject({ terms }),
  output: z.object({
    results: z
      .array(z.object({ term: z.string(), status: z.enum(["removed", "not_present"]) }))
      .describe("One for each term, in the order of the call."),
    ...dictionaryCounts,
    warning: dictionaryWarning,
  }),
  run: (context, input) =>
    changeTerms(context, "dictionary_remove", input.terms, {
      applied: "removed",
      unchanged: "not_present",
    }),
});
