import type { Command } from "commander";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import type { Config } from "../../config/schema.ts";
import { createLogger } from "../../lib/logger.ts";
import { requireDatabase } from "../../store/data-folder/data-folder.ts";
import { runningServer, type ServerAddress } from "../../store/data-folder/server-lock.ts";
import type { Db } from "../../store/db.ts";
import { databaseError } from "../../store/errors.ts";
import { openDatabase } from "../../store/open-database.ts";
import { siteConfig } from "./site-config.ts";

/** The options of every command that works on a data folder. */
export interface SiteFlags {
  data?: string;
  config?: string;
  json?: boolean;
}

export function addSiteOptions(command: Command): Command {
  return command
    .option("--data <dir>", "data folder (default: data.dir of the configuration, or TIRO_DATA)")
    .option("--config <file>", "configuration file (default: TIRO_CONFIG, or none)")
    .option("--json", "print JSON");
}

export interface Site {
  config: Config;
  db: Db;
  /** Where the server is that has the data folder now; null if none runs. */
  server: () => ServerAddress | null;
}

/**
 * Opens the database that the flags name, for the time of `work`; a server may have it open too.
 * @throws TiroError as `siteConfig`, `prepareNativeLibraries`, `openDatabase` and `work` do.
 */
export function withDatabase<T>(
  flags: SiteFlags,
  { create }: { create: boolean },
  work: (site: Site) => T,
): T {
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const dataDir = config.data.dir;
  if (!create) requireDatabase(dataDir);
  const { sqliteBindingPath } = prepareNativeLibraries({ dataDir });
  const db = openDatabase({
    dataDir,
    nativeBinding: sqliteBindingPath,
    secretKeyFile: config.secret.key_file,
    logger: createLogger("warn"),
  });
  try {
    return work({ config, db, server: () => runningServer(dataDir, sqliteBindingPath) });
  } catch (error) {
    throw databaseError(error);
  } finally {
    db.close();
  }
}
