/** A person's usage, their standing, and their invoices. */
import { z } from "zod";
import { oneOf } from "../../lib/wire.ts";
import { invoicesCsv } from "../../metering/invoice-csv.ts";
import { invoiceJson } from "../../metering/invoice-json.ts";
import { type InvoiceDeps, listInvoices } from "../../metering/invoices.ts";
import { shownCurrency } from "../../metering/money.ts";
import { OWN_USAGE_GROUPS, ownUsage, ownUsageCsv } from "../../metering/own-usage.ts";
import { assertBilling } from "../../metering/standing.ts";
import { csvAnswer, jsonAnswer } from "../../web/answers.ts";
import { jsonOrCsvOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { Invoice } from "../bodies/invoice.ts";
import { currencyField, formatField, reportFields, totalsFields } from "../bodies/usage.ts";
import { personApi } from "./person-api.ts";

const usageQuery = z.object({
  by: oneOf(OWN_USAGE_GROUPS).default("day").describe("The group of each line."),
  ...reportFields,
});

export const UsageReport = z.object({
  object: z.literal("usage_report"),
  by: z.enum(OWN_USAGE_GROUPS),
  time_zone: z.string().describe("Of the days: `billing.time_zone`."),
  currency: currencyField,
  lines: z
    .array(
      z.object({
        day: z.string().nullable().describe("`YYYY-MM-DD`"),
        month: z.string().nullable().describe("`YYYY-MM`"),
        key_id: z.string().nullable().describe("`key_…`, an app's `gra_…`, or `browser`."),
        key_name: z.string().nullable(),
        ...totalsFields,
      }),
    )
    .describe("Those that have usage, in their order."),
});

const invoiceQuery = z.object({ format: formatField });
const InvoiceList = z.object({ object: z.literal("list"), data: z.array(Invoice) });

export function usageRoutes(deps: PersonDeps & InvoiceDeps): PersonRoute[] {
  return [
    personApi("GET /v1/usage", {
      id: "getUsage",
      summary: "Your usage with keys of your own, with apps and in the browser",
      query: usageQuery.shape,
      answers: { 200: jsonOrCsvOf("The report.", UsageReport) },
      errors: ["invalid_request"],
      handle: ({ logIn, request }) => {
        const { by, since = null, until = null, format } = readQuery(request, usageQuery);
        const { billing } = deps.config;
        const currency = shownCurrency(billing);
        const lines = ownUsage(deps.db, { accountId: logIn.userId, by, since, until }, currency);
        if (format === "csv") return csvAnswer(`usage-by-${by}.csv`, ownUsageCsv(by, lines, currency));
        return jsonAnswer(200, {
          object: "usage_report",
          by,
          time_zone: billing.time_zone,
          ...(currency !== null && { currency }),
          lines,
        });
      },
    }),
    personApi("GET /v1/invoices", {
      id: "listInvoices",
      summary: "Your own invoices",
      description: "Not there if `billing.mode` is `off`.",
      query: invoiceQuery.shape,
      answers: { 200: jsonOrCsvOf("All of them, the newest first.", InvoiceList) },
      errors: ["invalid_request", "route_not_found"],
      handle: ({ logIn, request }) => {
        assertBilling(deps.config.billing);
        const { format } = readQuery(request, invoiceQuery);
        const invoices = listInvoices(deps, logIn.userId).reverse();
        if (format === "csv") return csvAnswer("invoices.csv", invoicesCsv(invoices));
        return jsonAnswer(200, { object: "list", data: invoices.map(invoiceJson) });
      },
    }),
  ];
}
