import { join } from "node:path";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import { assertDatabaseKept, hasDatabase } from "../../store/data-folder/data-folder.ts";
import { examineDatabase } from "../../store/database/check.ts";
import { foreignObjects } from "../../store/migrations/own-schema.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import type { CheckResult } from "./check.ts";

const name = "database";

/** Makes no database. A server may have it open. */
export function checkDatabase(dataDir: string, flags: SiteFlags): CheckResult {
  const path = join(dataDir, "tiro.db");
  assertDatabaseKept(dataDir);
  if (!hasDatabase(dataDir)) return { name, status: "ok", detail: "none yet; tiro serve makes it" };
  const { faults, foreign } = withDatabase(flags, { create: false }, ({ db }) => ({
    faults: examineDatabase(db),
    foreign: foreignObjects(db, prepareNativeLibraries({ dataDir }).sqliteBindingPath),
  }));
  const [fault, ...more] = faults;
  if (fault === undefined && foreign.length > 0)
    return {
      name,
      status: "fail",
      detail: `${path} holds what tiro did not make: ${foreign.join(", ")}`,
      advice: "Find out who made it. No backup with it can be restored: drop it once tiro is stopped.",
    };
  if (fault === undefined) return { name, status: "ok", detail: `${path} is whole and can be written` };
  return {
    name,
    status: "fail",
    detail: `${path} is damaged: ${fault}${more.length > 0 ? `, and ${more.length} more faults` : ""}`,
    advice: "Stop tiro, keep a copy of the data folder, and restore the last backup.",
  };
}
