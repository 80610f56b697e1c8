/** Whether the quotas of groups are those of groups that there are: a misspelt one binds nobody. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import type { Db } from "../../store/db.ts";
import { isGroupKnown } from "../../store/directory/groups.ts";
import { isGroupClaimed } from "../../store/log-in/company-identities.ts";
import { limitedGroups } from "../../store/metering/group-usage.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, ok, warn } from "./check.ts";

export function checkQuotas({ data }: Pick<Config, "data">, flags: SiteFlags): Finding {
  if (!existsSync(join(data.dir, "tiro.db"))) return ok("nothing to look up");
  return withDatabase(flags, { create: false }, ({ db }) => {
    const unknown = groupsOfNobody(db);
    if (unknown.length > 0)
      return warn(
        `limits are set for groups that nobody is known to be in: ${unknown.join(", ")}`,
        "Compare the names with those of the directory or the identity provider. Groups of the provider are known from a person's next log-in; `tiro limits clear` removes a limit.",
      );
    return ok("every group that has one is known");
  });
}

/** Groups with limits that neither the directory nor the identity provider has reported. */
export function groupsOfNobody(db: Db): string[] {
  return limitedGroups(db).filter((group) => !isGroupKnown(db, group) && !isGroupClaimed(db, group));
}
