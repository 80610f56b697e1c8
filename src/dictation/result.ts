import { z } from "zod";
import { idOf, LanguageCode } from "../lib/wire.ts";
import { OPERATIONS } from "./parameters.ts";
import { UNSURE_WORDS } from "./unsure-words.ts";

export const DictationResult = z.object({
  object: z.literal("dictation"),
  session_id: idOf("ses").describe("Names no session where history is off."),
  operation: z.enum(OPERATIONS),
  raw_text: z.string().describe("The words as they were recognized, before formatting."),
  text: z.string().describe("The finished text."),
  language: LanguageCode,
  duration_seconds: z.number().min(0),
  edit_unclear: z.boolean().describe("The edit was not understood; the text is as it was."),
  edit_deleted: z.boolean().describe("The edit removed all of the selected text."),
});
export type DictationResult = z.infer<typeof DictationResult>;

/** Beside the answer, which has the contract's fields alone. */
export const unsureWordsHeaders = z.object({
  [UNSURE_WORDS]: z
    .string()
    .optional()
    .describe(
      "Words of the finished text that may be misheard, if the recognizer reports them: beginnings and ends (exclusive) in UTF-16 code units, in the form of RFC 9651, such as `(3 8), (20 25)`. Up to 200.",
    ),
});
