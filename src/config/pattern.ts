import { z } from "zod";

/** Text of a form that a pattern checks and words describe. @param takes a noun with its article and an example. */
export function patterned(pattern: RegExp, takes: string): z.ZodString {
  return z.string().regex(pattern).meta({ title: takes });
}
