import { z } from "zod";

/** A setting that is a whole number within bounds. */
export function whole(least: number, most: number): z.ZodNumber {
  return z.number().int().min(least).max(most);
}
