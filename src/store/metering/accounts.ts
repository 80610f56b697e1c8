import type { Plan } from "../../config/plans.ts";
import { isId } from "../../lib/ids.ts";
import type { Db } from "../db.ts";
import { organizationById } from "../organizations/organizations.ts";
import { userById } from "../people/users.ts";

/** Shared by persons and organizations. */
export interface Account {
  id: string;
  name: string;
  /** Null for an organization. */
  email: string | null;
  plan: Plan;
}

export function accountById(db: Db, id: string): Account | null {
  if (isId("org", id)) {
    const organization = organizationById(db, id);
    return organization && { id, name: organization.name, email: null, plan: organization.plan };
  }
  const user = userById(db, id);
  return user && { id, name: user.name ?? user.email, email: user.email, plan: user.plan };
}
