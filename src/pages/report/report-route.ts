import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { html } from "../../lib/html.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { isCalendarMonth } from "../../lib/iso-time.ts";
import { nextMonth } from "../../metering/calendar.ts";
import { lastMonth, monthlyReport, type ReportDeps } from "../../metering/monthly-report.ts";
import { textAnswer } from "../../web/answers.ts";
import { pageOperation } from "../../web/operation.ts";
import { APP_PATH } from "../../web/own-path.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { failurePage } from "../frame/failure.ts";
import { PAGE_HEADERS } from "../frame/page.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { frameMessages } from "../messages/frame.ts";
import { missingMessages } from "../messages/missing.ts";
import { REPORT_PAGE_POLICY, reportPage } from "./report-page.ts";

/** For administrators of the server; to others it is not there. */
export function reportPageRoute(deps: PersonDeps & ReportDeps): PersonRoute {
  return personRoute(
    deps,
    "GET",
    "/reports/:month",
    pageOperation("showMonthlyReport", "A month's report to print, for administrators", [200, 303, 404], {
      path: { month: z.string().describe("`YYYY-MM`, up to the present one.") },
    }),
    async (exchange, user) => {
      const language = languageOf(exchange);
      const { month = "" } = exchange.params;
      if (user.administrator && isCalendarMonth(month) && month <= nextMonth(lastMonth(deps))) {
        const report = await inTurns(monthlyReport(deps, month), limits.reportTurnMs);
        const page = await inTurns(reportPage(report, language), limits.reportTurnMs);
        return textAnswer(200, "text/html; charset=utf-8", page, {
          "Content-Security-Policy": `${REPORT_PAGE_POLICY}; frame-ancestors 'none'`,
          ...PAGE_HEADERS,
        });
      }
      const { title, lead } = missingMessages[language];
      const next = html`<p><a class="button" href="${APP_PATH}usage">${frameMessages[language].usage}</a></p>`;
      return failurePage(exchange, { title, next }, 404, lead);
    },
  );
}
