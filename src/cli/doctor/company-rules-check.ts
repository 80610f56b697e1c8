/** Whether what the settings of the company's log-in ask for can be had in this database. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import { passwordHashOf } from "../../store/credentials/passwords.ts";
import type { Db } from "../../store/db.ts";
import { passkeysOf } from "../../store/log-in/passkeys.ts";
import { organizationById, organizationByName } from "../../store/organizations/organizations.ts";
import { allUsers } from "../../store/people/users.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, fail, ok, warn } from "./check.ts";

export function checkCompanyRules(
  { data, company_log_in: settings }: Pick<Config, "data" | "company_log_in">,
  flags: SiteFlags,
): Finding {
  const { organization, groups, required } = settings;
  const named = [organization, ...groups.map((rule) => rule.organization)].filter(
    (each) => each !== undefined,
  );
  if ((named.length === 0 && !required) || !existsSync(join(data.dir, "tiro.db")))
    return ok("nothing to look up");
  return withDatabase(flags, { create: false }, ({ db }) => {
    const missing = new Set(named.filter((each) => !isThere(db, each)));
    if (missing.size > 0)
      return fail(
        `company_log_in names organizations that are not there: ${[...missing].join(", ")}`,
        "Nobody can log in that way: correct the name, or make them with `tiro orgs add`.",
      );
    if (required && !hasWayInForAdministrator(db))
      return warn(
        "company_log_in.required is on, and no administrator has a password or a passkey",
        "If the identity provider fails, nobody can log in: `tiro users setup-link` gives the administrator a password.",
      );
    return ok("organizations and the administrator's way in are there");
  });
}

function isThere(db: Db, organization: string): boolean {
  return (
    (organizationById(db, organization) ?? organizationByName(db, organization.normalize("NFC"))) !== null
  );
}

function hasWayInForAdministrator(db: Db): boolean {
  return allUsers(db).some(
    ({ id, administrator, disabledAt }) =>
      administrator &&
      disabledAt === null &&
      (passwordHashOf(db, id) !== null || passkeysOf(db, id).length > 0),
  );
}
