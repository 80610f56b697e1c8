import type { Plan } from "../config/plans.ts";
import type { Db } from "./db.ts";
import { userById } from "./users.ts";

/** What persons and organizations have in common. */
export interface Account {
  id: string;
  name: string;
  email: string | null;
  plan: Plan;
}

export function accountById(db: Db, id: string): Account | null {
  const user = userById(db, id);
  return user && { id, name: user.name ?? user.email, email: user.email, plan: user.plan };
}
