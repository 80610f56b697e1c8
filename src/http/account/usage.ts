/** What a person used, how they stand, and their invoices. */
import { z } from "zod";
import { invoicesCsv } from "../../metering/invoice-csv.ts";
import { invoiceJson } from "../../metering/invoice-json.ts";
import { type InvoiceDeps, listInvoices } from "../../metering/invoices.ts";
import { OWN_USAGE_GROUPS, ownUsage, ownUsageCsv } from "../../metering/own-usage.ts";
import { csvAnswer, jsonAnswer } from "../../web/answers.ts";
import { jsonOrCsvOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { Invoice } from "../bodies/invoice.ts";
import { formatField, reportFields, totalsFields } from "../bodies/usage.ts";
import { personApi } from "./person-api.ts";

const usageQuery = z.object({
  by: z
    .enum(OWN_USAGE_GROUPS, `must be one of ${OWN_USAGE_GROUPS.join(", ")}`)
    .default("day")
    .describe("What has a line of its own."),
  ...reportFields,
});

export const UsageReport = z.object({
  object: z.literal("usage_report"),
  by: z.enum(OWN_USAGE_GROUPS),
  time_zone: z.string().describe("Of the days: `billing.time_zone`."),
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
    personApi(
      "GET /v1/usage",
      {
        id: "getUsage",
        summary: "What you used with keys of your own, with apps and in the browser",
        query: usageQuery.shape,
        answers: { 200: jsonOrCsvOf("The report.", UsageReport) },
        errors: ["invalid_request"],
      },
      ({ logIn, request }) => {
        const { by, since = null, until = null, format } = readQuery(request, usageQuery);
        const lines = ownUsage(deps.db, { accountId: logIn.userId, by, since, until });
        if (format === "csv") return csvAnswer(`usage-by-${by}.csv`, ownUsageCsv(by, lines));
        const time_zone = deps.config.billing.time_zone;
        return jsonAnswer(200, { object: "usage_report", by, time_zone, lines });
      },
    ),
    personApi(
      "GET /v1/invoices",
      {
        id: "listInvoices",
        summary: "Your own invoices",
        query: invoiceQuery.shape,
        answers: { 200: jsonOrCsvOf("All of them, the newest first.", InvoiceList) },
        errors: ["invalid_request"],
      },
      ({ logIn, request }) => {
        const { format } = readQuery(request, invoiceQuery);
        const invoices = listInvoices(deps, logIn.userId).reverse();
        if (format === "csv") return csvAnswer("invoices.csv", invoicesCsv(invoices));
        return jsonAnswer(200, { object: "list", data: invoices.map(invoiceJson) });
      },
    ),
  ];
}
