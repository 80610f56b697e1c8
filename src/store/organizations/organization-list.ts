/** Organizations as administrators look for them. */
import type { Plan } from "../../config/plans.ts";
import { type Db, perDatabase } from "../db.ts";
import { count } from "../statements.ts";

export const ORGANIZATION_STATES = ["active", "disabled"] as const;

/** Null stands for any. */
export interface OrganizationFilter {
  /** A part of the name; case of ASCII does not count. */
  query: string | null;
  state: (typeof ORGANIZATION_STATES)[number] | null;
  plan: Plan | null;
}

export interface ListedOrganization {
  id: string;
  name: string;
  members: number;
}

type Bound = Omit<OrganizationFilter, "query"> & { pattern: string | null };

const FILTER = `(@pattern IS NULL OR name LIKE @pattern ESCAPE '\\') AND (@plan IS NULL OR plan = @plan)
  AND (@state IS NULL OR (disabled_at IS NULL) = (@state = 'active'))`;

const statements = perDatabase((db) => ({
  page: db.prepare<[Bound & { after: string; limit: number }], ListedOrganization>(
    `SELECT id, name, (SELECT count(*) FROM members WHERE organization_id = organizations.id) AS members
     FROM organizations WHERE name > @after AND ${FILTER} ORDER BY name LIMIT @limit`,
  ),
  count: db.prepare<[Bound], number>(`SELECT count(*) FROM organizations WHERE ${FILTER}`).pluck(),
}));

/** By name, those after `after` (the first ones after ""), at most `limit`. */
export function listOrganizationsBy(
  db: Db,
  filter: OrganizationFilter,
  { after, limit }: { after: string; limit: number },
): ListedOrganization[] {
  return statements(db).page.all({ ...bound(filter), after, limit });
}

export function countOrganizations(db: Db, filter: OrganizationFilter): number {
  return statements(db).count.get(bound(filter)) ?? 0;
}

export const countMembers = count<[organizationId: string]>(
  "SELECT count(*) FROM members WHERE organization_id = ?",
);

function bound({ query, ...filter }: OrganizationFilter): Bound {
  return { ...filter, pattern: query === null ? null : `%${query.replace(/[\\%_]/g, "\\$&")}%` };
}
