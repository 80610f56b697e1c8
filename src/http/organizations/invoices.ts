import { z } from "zod";
import { invoicesCsv } from "../../metering/invoice-csv.ts";
import { invoiceJson } from "../../metering/invoice-json.ts";
import { type InvoiceDeps, listInvoices } from "../../metering/invoices.ts";
import { assertBilling } from "../../metering/standing.ts";
import { csvAnswer, jsonAnswer } from "../../web/answers.ts";
import { jsonOrCsvOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { Invoice } from "../bodies/invoice.ts";
import { formatField } from "../bodies/usage.ts";
import { organizationRoute } from "./organization-route.ts";

const querySchema = z.object({ format: formatField });
const InvoiceList = z.object({ object: z.literal("list"), data: z.array(Invoice) });

export function invoiceRoute(deps: PersonDeps & InvoiceDeps): PersonRoute {
  return organizationRoute(deps, "invoices.read", "GET /invoices", {
    id: "listOrganizationInvoices",
    summary: "The organization's invoices",
    description: "Not there if `billing.mode` is `off`.",
    query: querySchema.shape,
    answers: { 200: jsonOrCsvOf("All of them, the newest first.", InvoiceList) },
    errors: ["invalid_request", "route_not_found"],
    handle: ({ request }, { organization }) => {
      assertBilling(deps.config.billing);
      const { format } = readQuery(request, querySchema);
      const invoices = listInvoices(deps, organization.id).reverse();
      if (format === "csv") return csvAnswer("invoices.csv", invoicesCsv(invoices));
      return jsonAnswer(200, { object: "list", data: invoices.map(invoiceJson) });
    },
  });
}
