/** Organizations as administrators look for them. */
import type { Plan } from "../../config/plans.ts";
import { count, rows } from "../statements.ts";

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

/** By name, those after `after` (the first ones after ""), at most `limit`. */
export const listOrganizationsBy = rows<
  [filter: OrganizationFilter, given: { after: string; limit: number }],
  ListedOrganization
>(
  `SELECT id, name, (SELECT count(*) FROM members WHERE organization_id = organizations.id) AS members
   FROM organizations WHERE name > @after AND ${FILTER} ORDER BY name LIMIT @limit`,
  (filter, { after, limit }) => ({ ...bound(filter), after, limit }),
);

export const countOrganizations = count<[filter: OrganizationFilter]>(
  `SELECT count(*) FROM organizations WHERE ${FILTER}`,
  bound,
);

export const countMembers = count<[organizationId: string]>(
  "SELECT count(*) FROM members WHERE organization_id = ?",
);

function bound({ query, ...filter }: OrganizationFilter): Bound {
  return { ...filter, pattern: query === null ? null : `%${query.replace(/[\\%_]/g, "\\$&")}%` };
}
