import { z } from "zod";
import { isoTime } from "../../lib/wire.ts";

const sums = { amount_micro_usd: z.int(), free_micro_usd: z.int(), total_micro_usd: z.int() };

export const Invoice = z.object({
  id: z.string(),
  object: z.literal("invoice"),
  number: z.string().meta({ examples: ["INV-000001"] }),
  state: z.enum(["issued", "paid", "past_due"]),
  account_id: z.string(),
  account_name: z.string(),
  account_email: z.string().nullable(),
  issuer: z.string().nullable(),
  reason: z.enum(["month", "threshold"]),
  month: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  time_zone: z.string(),
  currency: z
    .string()
    .describe("The currency of the amounts, whose names always end in `usd`: ISO 4217.")
    .meta({ examples: ["USD"] }),
  ...sums,
  amount_due_usd: z.string().describe("Rounded once, to the smallest part of the currency."),
  issued_at: isoTime,
  due_at: isoTime,
  paid_at: isoTime.nullable(),
  items: z.array(
    z.object({
      kind: z.enum(["transcription", "dictation"]),
      key_id: z.string(),
      key_name: z.string().nullable(),
      price_micro_usd_per_hour: z.int(),
      requests: z.int(),
      audio_seconds: z.int(),
      billed_seconds: z.int(),
      ...sums,
    }),
  ),
});
