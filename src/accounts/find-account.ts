import type { Db } from "../store/db.ts";
import { findOrganization } from "./organizations.ts";
import { findUser } from "./users.ts";

/**
 * The id of the person or organization.
 * @param name `usr_…`, an e-mail address, `org_…` or an organization's name.
 * @throws TiroError `invalid_request` where there is nobody of that name.
 */
export function findAccountId(db: Db, name: string): string {
  const isPerson = name.includes("@") || name.startsWith("usr_");
  return isPerson ? findUser(db, name).id : findOrganization(db, name).id;
}
