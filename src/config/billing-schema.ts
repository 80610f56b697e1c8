import { z } from "zod";
import { INTERFACE_LANGUAGES } from "../lib/interface-languages.ts";
import { limits } from "./limits.ts";
import { PLANS } from "./plans.ts";
import { listOf, optional, path, patterned, section, setting, whole, words } from "./setting.ts";

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

export const billingSchema = section({
  mode: setting(
    z.enum(BILLING_MODES),
    "meter",
    "`off` records usage without prices: no price, invoice or free usage is computed or shown, and nothing is refused for money. `meter` records usage with its cost and never refuses a request. `enforce` answers 402 once the free usage is used up and no payment is arranged, and while an invoice is past due.",
  ),
  currency: setting(
    patterned(/^[A-Z]{3}$/, "a currency's code of ISO 4217, such as `EUR`"),
    "USD",
    "Currency of all prices and amounts, by its code (ISO 4217). Names of settings and fields that end in `usd` keep them. Set it before people use the server: nothing is converted, and amounts that are not on an invoice yet count as amounts in the new currency. Invoices keep the currency in which they were issued.",
  ),
  time_zone: setting(words, "UTC", "IANA time zone that decides which day and month usage belongs to."),
  prices: setting(
    z.array(price).min(1).max(limits.prices),
    [
      { kind: "dictation", usd_per_hour: "0.49" },
      { kind: "transcription", usd_per_hour: "0.39" },
    ],
    "The price book, in `billing.currency` per hour of audio. Each kind has one price without `valid_from`; later prices name the date (YYYY-MM-DD, in `time_zone`) from which they apply. A request costs the price that applied when it was accepted.",
  ),
  free_usd: setting(usd, "1", "Free usage per account, in `billing.currency`."),
  invoice_usd: setting(
    usd,
    "200",
    "An account is invoiced when its open usage reaches this amount, in `billing.currency`; otherwise monthly.",
  ),
  payment_days: setting(whole(0, limits.paymentDays), 30, "Days until an invoice is past due."),
  plans_without_api: setting(
    listOf(z.enum(PLANS), PLANS.length),
    [],
    "Plans whose API calls are refused with 403 `subscription_required` in mode `enforce`.",
  ),
  issuer: optional(
    words.max(limits.invoiceIssuerChars),
    "Example Ltd, 1 Example Street, Exampletown",
    "Issuer of the invoices: name and address as printed on them.",
  ),
});

export const reportsSchema = section({
  folder: optional(
    path,
    "/srv/reports/tiro",
    "Folder for monthly reports of usage and failures, as CSV and as a page, written on the first day of the next month in `billing.time_zone`. The folder must exist. Without it, no reports are written.",
  ),
  language: setting(z.enum(INTERFACE_LANGUAGES), "en", "Language of the pages."),
});
