/** Shared parts of reports of usage. */
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

/** Money is absent if billing is off, and so is what it is in. */
export const microUsd = z
  .int()
  .optional()
  .describe("In millionths of `currency`; absent if `billing.mode` is `off`.");

export const currencyField = z
  .string()
  .optional()
  .describe(
    "The currency of the amounts, whose names always end in `usd`: `billing.currency` (ISO 4217); absent if `billing.mode` is `off`.",
  )
  .meta({ examples: ["USD"] });

export const totalsFields = {
  requests: z.int(),
  audio_seconds: z.int(),
  billed_seconds: z.int(),
  amount_micro_usd: microUsd,
  free_micro_usd: microUsd,
  charged_micro_usd: microUsd,
};
