import { z } from "zod";
import { oneOf } from "../../lib/wire.ts";
import type { InvoiceDeps } from "../../metering/invoices.ts";
import { shownCurrency } from "../../metering/money.ts";
import { REPORT_GROUPS, reportCsv, usageReport } from "../../metering/usage-report.ts";
import { USAGE_SOURCES } from "../../store/metering/usage-report.ts";
import type { Organization } from "../../store/organizations/organizations.ts";
import { csvAnswer, jsonAnswer } from "../../web/answers.ts";
import { jsonOrCsvOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { currencyField, reportFields, totalsFields } from "../bodies/usage.ts";
import { organizationRoute } from "./organization-route.ts";

export const usageReportQuery = z.object({
  by: oneOf(REPORT_GROUPS).default("member").describe("The group of each line."),
  ...reportFields,
});

export const OrganizationUsageReport = z.object({
  object: z.literal("usage_report"),
  by: z.enum(REPORT_GROUPS),
  currency: currencyField,
  lines: z.array(
    z.object({
      user_id: z
        .string()
        .nullable()
        .describe("The member; null by month, and if a key of the organization acted for nobody."),
      email: z.string().nullable().describe("Null also of a person who was removed."),
      name: z.string().nullable(),
      month: z.string().nullable().describe("`YYYY-MM`; null by member and by day."),
      day: z.string().optional().describe("`YYYY-MM-DD`, by day alone."),
      source: z
        .enum(USAGE_SOURCES)
        .describe("With keys of the organization, or (where its policy says so) with a member's own."),
      ...totalsFields,
    }),
  ),
});

export function usageReportRoute(deps: PersonDeps & Pick<InvoiceDeps, "config">): PersonRoute {
  return organizationRoute(deps, "usage.read", "GET /usage/report", {
    id: "getOrganizationUsageReport",
    summary: "How much the organization's members used, by member, month or day",
    description: "Sums only: nothing of what was dictated.",
    query: usageReportQuery.shape,
    answers: {
      200: jsonOrCsvOf("The report.", OrganizationUsageReport),
    },
    errors: ["invalid_request"],
    handle: ({ request }, { organization }) => usageReportAnswer(deps, organization, request),
  });
}

export function usageReportAnswer(
  { db, config }: Pick<PersonDeps, "db"> & Pick<InvoiceDeps, "config">,
  organization: Organization,
  request: Request,
): Response {
  const { by, since = null, until = null, format } = readQuery(request, usageReportQuery);
  const report = usageReport(db, organization, { by, since, until }, shownCurrency(config.billing));
  if (format === "json") return jsonAnswer(200, { object: "usage_report", ...report });
  return csvAnswer(`usage-by-${by}.csv`, reportCsv(report));
}
