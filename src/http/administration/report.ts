/** A month's report of everybody's usage. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { isCalendarMonth } from "../../lib/iso-time.ts";
import { isoTime } from "../../lib/wire.ts";
import {
  lastMonth,
  monthlyReport,
  monthlyReportCsv,
  monthlyReportJson,
  type ReportDeps,
  reportFileName,
} from "../../metering/monthly-report.ts";
import { csvAnswer, jsonAnswer } from "../../web/answers.ts";
import { jsonOrCsvOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const querySchema = z.object({
  month: z
    .string()
    .refine(isCalendarMonth, "must be a month, YYYY-MM")
    .optional()
    .describe(
      "`YYYY-MM`, in `billing.time_zone`, up to the present one; the last one that is over by default.",
    ),
  format: z.enum(["json", "csv"], "must be json or csv").default("json"),
});

export const MonthlyReport = z.object({
  object: z.literal("monthly_report"),
  month: z.string(),
  time_zone: z.string(),
  made_at: isoTime,
  complete: z.boolean().describe("Whether the month is over."),
  lines: z.array(
    z.object({
      kind: z
        .enum(["organization", "person", "nobody"])
        .describe("`nobody`: callers who were not known, such as those with a wrong key."),
      id: z.string().nullable(),
      name: z.string().nullable(),
      deleted: z.boolean().describe("Whether the account is there no more."),
      email: z.string().nullable(),
      requests: z.int().describe("That succeeded."),
      dictations: z.int(),
      recordings: z.int(),
      failed: z.int().describe("Requests that were answered with an error, and stored jobs that failed."),
      audio_seconds: z.int(),
      billed_seconds: z.int(),
    }),
  ),
});

export function reportRoute(deps: PersonDeps & ReportDeps): PersonRoute {
  return administrationRoute(deps, "report.read", "GET /report", {
    id: "getMonthlyReport",
    summary: "Usage and failures of every organization and person in a month",
    description: "As `tiro report` writes it. The page is at `/reports/YYYY-MM`.",
    query: querySchema.shape,
    answers: { 200: jsonOrCsvOf("The report.", MonthlyReport) },
    errors: ["invalid_request"],
    handle: async ({ request }) => {
      const { month = lastMonth(deps), format } = readQuery(request, querySchema);
      const report = await inTurns(monthlyReport(deps, month), limits.reportTurnMs);
      if (format === "json") {
        const body: z.infer<typeof MonthlyReport> = monthlyReportJson(report);
        return jsonAnswer(200, body);
      }
      const text = await inTurns(monthlyReportCsv(report), limits.reportTurnMs);
      return csvAnswer(`${reportFileName(month)}.csv`, text);
    },
  });
}
