import type { Plan } from "../../config/plans.ts";
import { remember } from "../database/remember.ts";
import { type Db, perDatabase } from "../db.ts";
import { change, rowAs, rowsAs, values } from "../statements.ts";

/** An organization's policy for its members' content. */
export interface Policy {
  /** Text and audio are never stored. */
  zeroRetention: boolean;
  /** Dictations may be kept in their person's history. */
  historyAllowed: boolean;
  /** History is erased after so many days; null: never by itself. */
  retentionDays: number | null;
  /** Codes of the languages that may be used; null: all. */
  allowedLanguages: readonly string[] | null;
}

export const HISTORY_SCOPES = ["own", "all"] as const;
export const CONTENT_REVIEWS = ["none", "owners"] as const;

/** Policies that its owners may decide, too: about its keys, its people's log-ins, and reports. */
export interface AccessPolicy {
  /** A key ends so many days after it was made, also a key of a member's own; null: as it was made. */
  keyDays: number | null;
  /** Networks (CIDR) from which its own keys work; null: from everywhere. */
  keyNetworks: readonly string[] | null;
  /** Its people log in with a second step. */
  secondStepRequired: boolean;
  /** Reports of usage also have what members used with keys of their own since they joined. */
  ownUsageReported: boolean;
}

/** All that is decided for an organization. */
export interface OrganizationPolicy extends Policy, AccessPolicy {
  /**
   * The part of a member's history that its keys see: that made through the organization itself, or all. Only an operator
   * may widen it, never the organization's own people: the rest belongs to the member and to other organizations.
   */
  historyScope: (typeof HISTORY_SCOPES)[number];
  /** Who reads what members dictated, as far as its keys see it. Only an operator decides it, for what is made from then on. */
  contentReview: (typeof CONTENT_REVIEWS)[number];
}

/** Times are milliseconds since the epoch. */
export interface Organization extends OrganizationPolicy {
  id: string;
  name: string;
  plan: Plan;
  /** Null: content is reviewed by nobody. */
  contentReviewSince: number | null;
  disabledAt: number | null;
  createdAt: number;
}

interface PolicyRow {
  zeroRetention: 0 | 1;
  historyAllowed: 0 | 1;
  retentionDays: number | null;
  /** JSON. */
  allowedLanguages: string | null;
}
interface AccessRow {
  keyDays: number | null;
  /** JSON. */
  keyNetworks: string | null;
  secondStepRequired: 0 | 1;
  ownUsageReported: 0 | 1;
}
type OrganizationRow = Omit<Organization, keyof PolicyRow | keyof AccessRow> & PolicyRow & AccessRow;

const POLICY_COLUMNS = `zero_retention AS zeroRetention, history_allowed AS historyAllowed,
  retention_days AS retentionDays, allowed_languages AS allowedLanguages`;
const COLUMNS = `id, name, plan, ${POLICY_COLUMNS}, history_scope AS historyScope, content_review AS contentReview,
  content_review_since AS contentReviewSince, key_days AS keyDays,
  key_networks AS keyNetworks, second_step_required AS secondStepRequired, own_usage_reported AS ownUsageReported,
  disabled_at AS disabledAt, created_at AS createdAt`;

const statements = perDatabase((db) => ({
  policiesOfUser: db.prepare<[string], PolicyRow>(
    `SELECT ${POLICY_COLUMNS} FROM organizations
     WHERE id IN (SELECT organization_id FROM members WHERE user_id = ?)`,
  ),
}));

export const insertOrganization = change<[organization: Organization]>(
  `INSERT INTO organizations (id, name, plan, zero_retention, history_allowed, retention_days, allowed_languages,
     history_scope, content_review, content_review_since, key_days, key_networks, second_step_required, own_usage_reported, disabled_at, created_at)
   VALUES (@id, @name, @plan, @zeroRetention, @historyAllowed, @retentionDays, @allowedLanguages,
     @historyScope, @contentReview, @contentReviewSince, @keyDays, @keyNetworks, @secondStepRequired, @ownUsageReported, @disabledAt, @createdAt)`,
  toRow,
);

/** Writes everything but the id and the time of creation. */
export const updateOrganization = change<[organization: Organization]>(
  `UPDATE organizations SET name = @name, plan = @plan, zero_retention = @zeroRetention,
     history_allowed = @historyAllowed, retention_days = @retentionDays, allowed_languages = @allowedLanguages,
     history_scope = @historyScope, content_review = @contentReview,
     content_review_since = @contentReviewSince, key_days = @keyDays, key_networks = @keyNetworks,
     second_step_required = @secondStepRequired, own_usage_reported = @ownUsageReported, disabled_at = @disabledAt
   WHERE id = @id`,
  toRow,
);

export const organizationById = rowAs<[id: string], OrganizationRow, Organization>(
  `SELECT ${COLUMNS} FROM organizations WHERE id = ?`,
  fromRow,
);

/** Upper and lower case of ASCII letters do not count. */
export const organizationByName = rowAs<[name: string], OrganizationRow, Organization>(
  `SELECT ${COLUMNS} FROM organizations WHERE name = ?`,
  fromRow,
);

/** Oldest first. */
export const allOrganizations = rowsAs<[], OrganizationRow, Organization>(
  `SELECT ${COLUMNS} FROM organizations ORDER BY created_at, id`,
  fromRow,
);

/** The policies of every organization to which the person belongs. */
export function policiesOfUser(db: Db, userId: string): readonly Policy[] {
  return policies(db)(userId);
}

const policies = perDatabase((db) =>
  remember(db, ["organizations", "members"], (userId) =>
    statements(db).policiesOfUser.all(userId).map(policyFromRow),
  ),
);

/** Names of the person's organizations that ask for a second step. */
export const organizationsAskingSecondStep = values<[userId: string], string>(
  `SELECT name FROM organizations
   WHERE second_step_required = 1
     AND id IN (SELECT organization_id FROM members WHERE user_id = ?) ORDER BY name`,
);

function toRow(organization: Organization): OrganizationRow {
  const { zeroRetention, historyAllowed, allowedLanguages, keyNetworks } = organization;
  return {
    ...organization,
    zeroRetention: zeroRetention ? 1 : 0,
    historyAllowed: historyAllowed ? 1 : 0,
    allowedLanguages: allowedLanguages && JSON.stringify(allowedLanguages),
    keyNetworks: keyNetworks && JSON.stringify(keyNetworks),
    secondStepRequired: organization.secondStepRequired ? 1 : 0,
    ownUsageReported: organization.ownUsageReported ? 1 : 0,
  };
}

function fromRow(row: OrganizationRow): Organization {
  return {
    ...row,
    ...policyFromRow(row),
    keyNetworks: listFromJson(row.keyNetworks),
    secondStepRequired: row.secondStepRequired === 1,
    ownUsageReported: row.ownUsageReported === 1,
  };
}

function policyFromRow({
  zeroRetention,
  historyAllowed,
  retentionDays,
  allowedLanguages,
}: PolicyRow): Policy {
  return {
    zeroRetention: zeroRetention === 1,
    historyAllowed: historyAllowed === 1,
    retentionDays,
    allowedLanguages: listFromJson(allowedLanguages),
  };
}

function listFromJson(json: string | null): string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}
