/** What reports of usage have in common. */
import { z } from "zod";
import { isCalendarDay } from "../../lib/iso-time.ts";

const day = (description: string) =>
  z
    .string()
    .refine(isCalendarDay, "must be a date, YYYY-MM-DD")
    .optional()
    .describe(description)
    .meta({ format: "date" });

export const formatField = z.enum(["json", "csv"], "must be json or csv").default("json");

export const reportFields = {
  since: day("From this day on, in `billing.time_zone`."),
  until: day("Before this day."),
  format: formatField,
};

const microUsd = z.int().describe("In millionths of a USD.");

export const totalsFields = {
  requests: z.int(),
  audio_seconds: z.int(),
  billed_seconds: z.int(),
  amount_micro_usd: microUsd,
  free_micro_usd: microUsd,
  charged_micro_usd: microUsd,
};
