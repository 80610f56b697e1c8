import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { dictionaryCounts } from "./dictionary.ts";
import { defineTool, READS } from "./tool.ts";

const { mcpTermsPageDefault, mcpTermsPageMax } = limits;
const limitRange = `must be a whole number from 1 to ${mcpTermsPageMax}`;
const offsetRange = "must be a whole number, 0 or more";

export const listDictionaryTerms = defineTool({
  name: "list_dictionary_terms",
  title: "List dictionary terms",
  description:
    "Lists the terms of the person's dictionary, in the order in which they were added: names and words that dictation is to write exactly so. Adding a term that is already there does no harm, so there is no need to look first.",
  scope: "read",
  annotations: READS,
  input: z.strictObject({
    limit: z
      .int(limitRange)
      .min(1, limitRange)
      .max(mcpTermsPageMax, limitRange)
      .default(mcpTermsPageDefault)
      .describe("How many terms to give at most."),
    offset: z
      .int(offsetRange)
      .min(0, offsetRange)
      .default(0)
      .describe("How many terms to skip: the number of those that were given before."),
  }),
  output: z.object({ terms: z.array(z.string()), has_more: z.boolean(), ...dictionaryCounts }),
  run: ({ dictation, principal }, { limit, offset }) => {
    const { dictionary, revision } = dictation.getCustomizations(principal);
    const end = offset + limit;
    return {
      terms: dictionary.slice(offset, end),
      has_more: end < dictionary.length,
      total: dictionary.length,
      revision,
    };
  },
});
