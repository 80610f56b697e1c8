/** Regular upkeep besides the requests. */
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import type { VerificationSite } from "../accounts/audit/verification.ts";
import { Examinations } from "../backup/examinations.ts";
import type { Examine } from "../backup/examine-beside.ts";
import { ScheduledBackups } from "../backup/scheduled-backups.ts";
import type { LoadedConfig } from "../config/load.ts";
import type { Config, Secrets } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { ScheduledReports } from "../metering/scheduled-reports.ts";
import { reportPage } from "../pages/report/report-page.ts";
import type { DatabaseWatch } from "../store/database/database-watch.ts";
import type { Db } from "../store/db.ts";
import { Doctor } from "../work/doctor.ts";
import { OwnCommands } from "../work/own-commands.ts";
import { SupportBundles } from "../work/support-bundles.ts";

export interface Upkeep extends Required<ConfigOrigin> {
  /** Where the database is, for what is done beside the server. */
  verificationSite: VerificationSite;
  ownCommands: OwnCommands;
  doctor: Doctor;
  supportBundles: SupportBundles;
  backups: ScheduledBackups;
  examinations: Examinations;
  reports: ScheduledReports;
}

/** Where the configuration is from; it need not be from anywhere. */
export interface ConfigOrigin {
  /** Its file; null if there is none. */
  configFile?: string | null;
  /** Where each setting that holds was written, as `loadConfig` has it. */
  sources?: () => LoadedConfig["sources"];
}

interface UpkeepOptions extends ConfigOrigin {
  config: Config;
  secrets: Secrets;
  logger: Logger;
  libraries: { sqliteBindingPath: string };
}

export function upkeepOf(
  { config, secrets, logger, libraries, configFile = null, sources = () => new Map() }: UpkeepOptions,
  parts: { db: Db; clock: Clock; databaseWatch: DatabaseWatch; examine: Examine },
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
  const dataDir = config.data.dir;
  const ownCommands = new OwnCommands({ configFile, dataDir });
  taken.defer(() => ownCommands.close());
  const verificationSite = { dataDir, nativeBinding: libraries.sqliteBindingPath };
  return {
    ...{ backups, examinations, reports, ownCommands, verificationSite, configFile, sources },
    doctor: new Doctor(ownCommands, clock),
    supportBundles: new SupportBundles(ownCommands, join(dataDir, "spool")),
  };
}

/** Each looks at once and then now and again; a failure is logged, and the next round tries again. */
export function startUpkeep(started: Record<(typeof RECURRING)[number], { start(): unknown }>): void {
  for (const name of RECURRING) started[name].start();
}

const RECURRING = [
  "requestRecords",
  "healthRecords",
  "dictation",
  "recordings",
  "functionalCheck",
  "invoicing",
  "oauthSweep",
  "backups",
  "examinations",
  "reports",
] as const;
