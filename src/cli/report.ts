/** `tiro report`: what every account used in a month, as the server writes it into `reports.folder`. */
import { Command, Option } from "commander";
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from "../lib/interface-languages.ts";
import { withoutPauses } from "../lib/slices.ts";
import {
  lastMonth,
  type MonthlyReport,
  monthlyReport,
  monthlyReportCsv,
  monthlyReportJson,
} from "../metering/monthly-report.ts";
import { reportPage } from "../pages/report/report-page.ts";
import { withAccounts } from "./support/accounts.ts";
import { calendarMonth } from "./support/arguments.ts";
import { writeOutput } from "./support/output-file.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";

const FORMATS = ["csv", "html"] as const;

interface ReportFlags extends SiteFlags {
  month?: string;
  format: (typeof FORMATS)[number];
  language: InterfaceLanguage;
  output?: string;
}

export function buildCommand(): Command {
  const report = new Command("report")
    .description(
      "Requests, dictations, recordings, minutes and failures of a month, by organization and person. Months are in `billing.time_zone`.",
    )
    .option("--month <month>", "YYYY-MM (default: the last one that is over)", calendarMonth)
    .addOption(new Option("--format <format>", "what to write").choices(FORMATS).default("csv"))
    .addOption(new Option("--language <language>", "of the page").choices(INTERFACE_LANGUAGES).default("en"))
    .option("--output <file>", "file to write, whole or not at all (default: standard output)")
    .action(async (flags: ReportFlags) => {
      const made = withAccounts(flags, (deps) =>
        withoutPauses(monthlyReport(deps, flags.month ?? lastMonth(deps))),
      );
      const text = written(made, flags);
      if (flags.output === undefined) process.stdout.write(text);
      else writeOutput(flags.output, text, 0o600);
    });
  return addSiteOptions(report);
}

function written(report: MonthlyReport, { json, format, language }: ReportFlags): string {
  if (json) return `${JSON.stringify(monthlyReportJson(report), null, 2)}\n`;
  return withoutPauses(format === "csv" ? monthlyReportCsv(report) : reportPage(report, language));
}
