import { join } from "node:path";
import { assertDatabaseKept, hasDatabase } from "../../store/data-folder/data-folder.ts";
import { examineDatabase } from "../../store/database/check.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import type { CheckResult } from "./check.ts";

const name = "database";

/** Makes no database. A server may have it open. */
export function checkDatabase(dataDir: string, flags: SiteFlags): CheckResult {
  const path = join(dataDir, "tiro.db");
  assertDatabaseKept(dataDir);
  if (!hasDatabase(dataDir)) return { name, status: "ok", detail: "none yet; tiro serve makes it" };
  const [fault, ...more] = withDatabase(flags, { create: false }, ({ db }) => examineDatabase(db));
  if (fault === undefined) return { name, status: "ok", detail: `${path} is whole and can be written` };
  return {
    name,
    status: "fail",
    detail: `${path} is damaged: ${fault}${more.length > 0 ? `, and ${more.length} more faults` : ""}`,
    advice: "Stop tiro, keep a copy of the data folder, and restore the last backup.",
  };
}
