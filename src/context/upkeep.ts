/** What a context does by itself as time goes on, besides the work. */
import packageJson from "../../package.json" with { type: "json" };
import { Examinations } from "../backup/examinations.ts";
import { ScheduledBackups } from "../backup/scheduled-backups.ts";
import type { Config, Secrets } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { ScheduledReports } from "../metering/scheduled-reports.ts";
import { reportPage } from "../pages/report/report-page.ts";
import type { DatabaseWatch } from "../store/database/database-watch.ts";
import type { Db } from "../store/db.ts";

export interface Upkeep {
  backups: ScheduledBackups;
  examinations: Examinations;
  reports: ScheduledReports;
}

interface UpkeepOptions {
  config: Config;
  secrets: Secrets;
  logger: Logger;
  libraries: { sqliteBindingPath: string };
}

export function upkeepOf(
  { config, secrets, logger, libraries }: UpkeepOptions,
  parts: { db: Db; clock: Clock; databaseWatch: DatabaseWatch },
  taken: AsyncDisposableStack,
): Upkeep {
  const common = { ...parts, logger, nativeBinding: libraries.sqliteBindingPath };
  const backups = new ScheduledBackups({ ...common, config, secrets, version: packageJson.version });
  taken.defer(() => backups.close());
  const examinations = new Examinations({ ...common, dataDir: config.data.dir });
  taken.defer(() => examinations.close());
  const { db, clock } = parts;
  const { language } = config.reports;
  const reports = new ScheduledReports({
    ...{ db, clock, config, logger },
    page: (report) => reportPage(report, language),
  });
  taken.defer(() => reports.close());
  return { backups, examinations, reports };
}
