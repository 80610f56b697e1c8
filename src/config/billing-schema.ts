import { z } from "zod";
import { INTERFACE_LANGUAGES } from "../lib/interface-languages.ts";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";
import { PLANS } from "./plans.ts";
import { whole } from "./whole.ts";

/** Kinds of use, billed by the hour of audio; dictate and edit are both `dictation`. */
export const USAGE_KINDS = ["dictation", "transcription"] as const;

export const BILLING_MODES = ["off", "meter", "enforce"] as const;

/** Text, because 0.1 + 0.2 is not 0.3 in the numbers of TOML and JSON. The bound keeps every product exact. */
const usd = patterned(
  /^\d{1,4}(\.\d{1,6})?$/,
  'an amount below 10000 as text, with at most six decimals, such as `"0.36"`',
);

const price = z.strictObject({
  kind: z.enum(USAGE_KINDS),
  usd_per_hour: usd,
  valid_from: z.string().optional(),
});

export const billingSchema = z
  .strictObject({
    mode: z
      .enum(BILLING_MODES)
      .default("meter")
      .describe(
        "`off` records usage without prices: no price, invoice or free usage is computed or shown, and nothing is refused for money. `meter` records usage with its cost and never refuses a request. `enforce` answers 402 once the free usage is used up and no payment is arranged, and while an invoice is past due.",
      ),
    currency: patterned(/^[A-Z]{3}$/, "a currency's code of ISO 4217, such as `EUR`")
      .default("USD")
      .describe(
        "Currency of all prices and amounts, by its code (ISO 4217). Names of settings and fields that end in `usd` keep them. Set it before people use the server: nothing is converted, and an amount that is on no invoice yet is taken as one of the new currency. Invoices keep the one in which they were issued.",
      ),
    time_zone: z
      .string()
      .min(1)
      .default("UTC")
      .describe("IANA time zone that decides which day and month usage belongs to."),
    prices: z
      .array(price)
      .min(1)
      .max(limits.prices)
      .default([
        { kind: "dictation", usd_per_hour: "0.49" },
        { kind: "transcription", usd_per_hour: "0.39" },
      ])
      .describe(
        "The price book, in `billing.currency` per hour of audio. Each kind has one price without `valid_from`; later prices name the date (YYYY-MM-DD, in `time_zone`) from which they apply. A request costs the price that applied when it was accepted.",
      ),
    free_usd: usd.default("1").describe("Free usage per account, in `billing.currency`."),
    invoice_usd: usd
      .default("200")
      .describe(
        "An account is invoiced when its open usage reaches this amount, in `billing.currency`; otherwise monthly.",
      ),
    payment_days: whole(0, limits.paymentDays).default(30).describe("Days until an invoice is past due."),
    plans_without_api: z
      .array(z.enum(PLANS))
      .min(0)
      .max(PLANS.length)
      .default([])
      .describe("Plans whose API calls are refused with 403 `subscription_required` in mode `enforce`."),
    issuer: z
      .string()
      .min(1)
      .max(limits.invoiceIssuerChars)
      .optional()
      .describe("Issuer of the invoices: name and address as printed on them.")
      .meta({ examples: ["Example Ltd, 1 Example Street, Exampletown"] }),
  })
  .prefault({});

export const reportsSchema = z
  .strictObject({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Folder that gets a report of every month's usage and failures as CSV and as a page, on the first day of the next one in `billing.time_zone`. It must be there. Without it, none are written.",
      )
      .meta({ examples: ["/srv/reports/tiro"] }),
    language: z.enum(INTERFACE_LANGUAGES).default("en").describe("Language of the pages."),
  })
  .prefault({});
