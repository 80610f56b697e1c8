import { limits } from "../../config/limits.ts";
import { requirePlan } from "../../config/plans.ts";
import type { JsonValue } from "../../lib/canonical-json.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  type LeftContent,
  leftContent,
  type RemovedContent,
  removeContent,
} from "../../store/organizations/content-removal.ts";
import { insertMember } from "../../store/organizations/members.ts";
import {
  insertOrganization,
  type Organization,
  type OrganizationPolicy,
  organizationById,
  organizationByName,
  updateOrganization,
} from "../../store/organizations/organizations.ts";
import type { User } from "../../store/people/users.ts";
import type { AuditAction } from "../audit/actions.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { requireName } from "../names.ts";
import { requirePolicy } from "../policies/policy.ts";

export interface NewOrganization {
  name: string;
  /** One of `PLANS`; `team` by default. */
  plan?: string | undefined;
  /** There is always at least one owner; this is the first. */
  owner: User;
}

/** @throws TiroError `invalid_request` if a field is not valid or the name is taken. */
export function addOrganization(deps: ChangeDeps, input: NewOrganization): Organization {
  const { db, clock } = deps;
  const organization: Organization = {
    id: newId("org"),
    name: requireName("name", input.name, limits.organizationNameChars),
    plan: requirePlan(input.plan ?? "team"),
    zeroRetention: false,
    historyAllowed: true,
    retentionDays: null,
    allowedLanguages: null,
    historyScope: "own",
    contentReview: "none",
    contentReviewSince: null,
    keyDays: null,
    keyNetworks: null,
    secondStepRequired: false,
    ownUsageReported: false,
    disabledAt: null,
    createdAt: clock.now(),
  };
  const { id, name, plan, createdAt } = organization;
  return inTransaction(db, () => {
    if (organizationByName(db, name) !== null)
      throw new TiroError("invalid_request", `An organization named ${name} already exists.`, {
        param: "name",
      });
    insertOrganization(db, organization);
    insertMember(db, { organizationId: id, userId: input.owner.id, role: "owner", joinedAt: createdAt });
    recordAudit(deps, "organization.added", id, { name, plan, owner: input.owner.id });
    return organization;
  });
}

/**
 * @param idOrName `org_…` or the whole name.
 * @throws TiroError `invalid_request` if there is none of that name.
 */
export function findOrganization(db: Db, idOrName: string): Organization {
  const organization = organizationById(db, idOrName) ?? organizationByName(db, idOrName.normalize("NFC"));
  if (organization !== null) return organization;
  throw new TiroError("invalid_request", `No such organization: ${idOrName}.`, {
    param: "organization",
    hint: "`tiro orgs list` shows all; `tiro orgs add` adds one.",
  });
}

/** @throws TiroError `invalid_request` if there is no such plan. */
export function setOrganizationPlan(deps: ChangeDeps, organizationId: string, plan: string): Organization {
  const to = requirePlan(plan);
  return changeOrganization(deps, organizationId, (before) => [
    { plan: to },
    "organization.plan_set",
    { plan: { from: before.plan, to } },
  ]);
}

export interface PolicyChange {
  organization: Organization;
  /** If zero retention was asked for: which stored things were removed, and which stay. */
  stored: { removed: RemovedContent; left: LeftContent } | null;
}

/**
 * Changes the policies that are given and leaves the others. Zero retention removes what was stored before, also if
 * it was on already: members who joined since may have brought something.
 * @throws TiroError `invalid_request` if a value is out of range.
 */
export function setPolicy(
  deps: ChangeDeps,
  organizationId: string,
  change: Partial<OrganizationPolicy>,
): PolicyChange {
  const { db } = deps;
  return inTransaction(db, () => {
    const organization = changeOrganization(deps, organizationId, (before) => {
      const after = requirePolicy({ ...policyFields(before), ...change });
      const contentReviewSince = reviewedSince(before, after, deps.clock.now());
      const details = { from: policyJson(before), to: policyJson(after) };
      return [{ ...after, contentReviewSince }, "organization.policy_set", details];
    });
    if (change.zeroRetention !== true) return { organization, stored: null };
    const removed = removeContent(db, organization.id);
    if (Object.values(removed).some((count) => count > 0))
      recordAudit(deps, "organization.content_removed", organization.id, removedJson(removed));
    return { organization, stored: { removed, left: leftContent(db, organization.id) } };
  });
}

/** Nothing that was there before it was switched on is ever reviewed. */
function reviewedSince(before: Organization, after: OrganizationPolicy, nowMs: number): number | null {
  if (after.contentReview === "none") return null;
  return before.contentReviewSince ?? nowMs;
}

/** As it stands in the audit log and in what the command line prints. */
export function removedJson({ jobResults, answers, recognitions, recordings }: RemovedContent) {
  return { job_results: jobResults, answers, recognitions, recordings };
}

/** Its keys are refused from the next request on; members' own keys keep working. */
export function disableOrganization(deps: ChangeDeps, organizationId: string): Organization {
  return changeOrganization(deps, organizationId, ({ disabledAt }) => [
    { disabledAt: disabledAt ?? deps.clock.now() },
    "organization.disabled",
    {},
  ]);
}

export function enableOrganization(deps: ChangeDeps, organizationId: string): Organization {
  return changeOrganization(deps, organizationId, () => [{ disabledAt: null }, "organization.enabled", {}]);
}

/** As it stands on the wire, in exports and in the audit log. */
export function policyJson(policy: OrganizationPolicy) {
  return wireForm(policy, ...POLICY_MEMBERS);
}

/** A change that changes nothing leaves no line in the audit log. */
function changeOrganization(
  deps: ChangeDeps,
  id: string,
  decide: (before: Organization) => [change: Partial<Organization>, action: AuditAction, details: JsonValue],
): Organization {
  const { db } = deps;
  return inTransaction(db, () => {
    const before = findOrganization(db, id);
    const [change, action, details] = decide(before);
    const after = { ...before, ...change };
    if (Bun.deepEquals(before, after)) return before;
    updateOrganization(db, after);
    recordAudit(deps, action, before.id, details);
    return after;
  });
}

const POLICY_MEMBERS = [
  "zeroRetention",
  "historyAllowed",
  "retentionDays",
  "allowedLanguages",
  "historyScope",
  "contentReview",
  "keyDays",
  "keyNetworks",
  "secondStepRequired",
  "ownUsageReported",
] as const satisfies readonly (keyof OrganizationPolicy)[];

/** Does not compile as a policy if one of its members is not named above. */
function policyFields(policy: OrganizationPolicy): Pick<OrganizationPolicy, (typeof POLICY_MEMBERS)[number]> {
  const members = POLICY_MEMBERS.map((name) => [name, policy[name]]);
  return Object.fromEntries(members);
}
