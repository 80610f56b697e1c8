import { z } from "zod";
import { isoTime } from "../../lib/wire.ts";
import { invoicesCsv } from "../../metering/invoice-csv.ts";
import { invoiceJson } from "../../metering/invoice-json.ts";
import { type InvoiceDeps, listInvoices } from "../../metering/invoices.ts";
import { csvAnswer, jsonAnswer } from "../../web/answers.ts";
import { jsonOrCsvOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { formatField } from "../account/usage-bodies.ts";
import { organizationRoute } from "./organization-route.ts";

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
  ...sums,
  amount_due_usd: z.string().describe("Rounded to cents, once."),
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

const querySchema = z.object({ format: formatField });
const InvoiceList = z.object({ object: z.literal("list"), data: z.array(Invoice) });

export function invoiceRoute(deps: PersonDeps & InvoiceDeps): PersonRoute {
  return organizationRoute(
    deps,
    {
      method: "GET",
      path: "/invoices",
      permission: "invoices.read",
      id: "listOrganizationInvoices",
      summary: "The organization's invoices",
      query: querySchema.shape,
      answers: { 200: jsonOrCsvOf("All of them, the newest first.", InvoiceList) },
      errors: ["invalid_request"],
    },
    ({ request }, { organization }) => {
      const { format } = readQuery(request, querySchema);
      const invoices = listInvoices(deps, organization.id).reverse();
      if (format === "csv") return csvAnswer("invoices.csv", invoicesCsv(invoices));
      return jsonAnswer(200, { object: "list", data: invoices.map(invoiceJson) });
    },
  );
}
