import { join } from "node:path";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import { assertDatabaseKept, hasDatabase } from "../../store/data-folder/data-folder.ts";
import { examineDatabase } from "../../store/database/check.ts";
import { foreignObjects } from "../../store/migrations/own-schema.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, fail, ok } from "./check.ts";

/** Makes no database. A server may have it open. */
export function checkDatabase(dataDir: string, flags: SiteFlags): Finding {
  const path = join(dataDir, "tiro.db");
  assertDatabaseKept(dataDir);
  if (!hasDatabase(dataDir)) return ok("none yet; tiro serve makes it");
  const { faults, foreign } = withDatabase(flags, { create: false }, ({ db }) => ({
    faults: examineDatabase(db),
    foreign: foreignObjects(db, prepareNativeLibraries({ dataDir }).sqliteBindingPath),
  }));
  const [fault, ...more] = faults;
  if (fault === undefined && foreign.length > 0)
    return fail(
      `${path} holds what tiro did not make: ${foreign.join(", ")}`,
      "Find out who made it. No backup with it can be restored: drop it once tiro is stopped.",
    );
  if (fault === undefined) return ok(`${path} is whole and can be written`);
  return fail(
    `${path} is damaged: ${fault}${more.length > 0 ? `, and ${more.length} more faults` : ""}`,
    "Stop tiro, keep a copy of the data folder, and restore the last backup.",
  );
}
