/** Who read what a person dictated, for the person. */
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { viewedRows } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { userById } from "../../store/people/users.ts";
import type { ViewedThing } from "./content-review.ts";

export interface ContentView {
  at: string;
  /** The name, or the address of those who have none; null: the account is gone. */
  by: string | null;
  organization: string;
  thing: ViewedThing;
  /** Of one dictation or recording; null if a list was read. */
  id: string | null;
}

/** Newest first. */
export function contentViews(db: Db, userId: string): ContentView[] {
  return viewedRows(db, userId, limits.contentViewsShown).map(({ at, actor, details }) => {
    const { organization, thing, id } = JSON.parse(details) as {
      organization: string;
      thing: ViewedThing;
      id: string | null;
    };
    const reader = userById(db, actor);
    return {
      at: toIsoTime(at),
      by: reader && (reader.name ?? reader.email),
      organization: organizationById(db, organization)?.name ?? organization,
      thing,
      id,
    };
  });
}
