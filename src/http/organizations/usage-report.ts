import { z } from "zod";
import { isCalendarDay } from "../../config/calendar-day.ts";
import { invalidRequest } from "../../lib/errors.ts";
import { REPORT_GROUPS, reportCsv, usageReport } from "../../metering/usage-report.ts";
import { USAGE_SOURCES } from "../../store/usage-report.ts";
import { jsonAnswer, textAnswer } from "../../web/answers.ts";
import { issuesOf } from "../../web/json-body.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { organizationRoute } from "./organization-route.ts";

const day = (description: string) =>
  z
    .string()
    .refine(isCalendarDay, "must be a date, YYYY-MM-DD")
    .optional()
    .describe(description)
    .meta({ format: "date" });

const querySchema = z.object({
  by: z
    .enum(REPORT_GROUPS, `must be one of ${REPORT_GROUPS.join(", ")}`)
    .default("member")
    .describe("What has a line of its own."),
  since: day("From this day on, in `billing.time_zone`."),
  until: day("Before this day."),
  format: z.enum(["json", "csv"], "must be json or csv").default("json"),
});

const seconds = z.int();
const microUsd = z.int().describe("In millionths of a USD.");

export const OrganizationUsageReport = z.object({
  object: z.literal("usage_report"),
  by: z.enum(REPORT_GROUPS),
  lines: z.array(
    z.object({
      user_id: z
        .string()
        .nullable()
        .describe("The member; null by month, and where a key of the organization acted for nobody."),
      email: z.string().nullable().describe("Null also of a person who was removed."),
      name: z.string().nullable(),
      month: z.string().nullable().describe("`YYYY-MM`; null by member."),
      source: z
        .enum(USAGE_SOURCES)
        .describe("With keys of the organization, or (where its policy says so) with a member's own."),
      requests: z.int(),
      audio_seconds: seconds,
      billed_seconds: seconds,
      amount_micro_usd: microUsd,
      free_micro_usd: microUsd,
      charged_micro_usd: microUsd,
    }),
  ),
});

export function usageReportRoute(deps: PersonDeps): PersonRoute {
  return organizationRoute(
    deps,
    {
      method: "GET",
      path: "/usage/report",
      permission: "usage.read",
      id: "getOrganizationUsageReport",
      summary: "How much the organization's members used, by member or month",
      description: "Sums only: nothing of what was dictated.",
      query: querySchema.shape,
      answers: {
        200: {
          description: "The report.",
          content: {
            "application/json": { schema: OrganizationUsageReport },
            "text/csv": { schema: z.string() },
          },
        },
      },
      errors: ["invalid_request"],
    },
    ({ request }, { organization }) => {
      const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
      if (!query.success) throw invalidRequest(issuesOf(query.error));
      const { by, since = null, until = null, format } = query.data;
      const report = usageReport(deps.db, organization, { by, since, until });
      if (format === "json") return jsonAnswer(200, { object: "usage_report", ...report });
      return textAnswer(200, "text/csv; charset=utf-8", reportCsv(report), {
        "Content-Disposition": `attachment; filename="usage-by-${by}.csv"`,
      });
    },
  );
}
