/** Effects of a change of an organization's policies, before it is made. */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Db } from "../../store/db.ts";
import { countMembers } from "../../store/organizations/organization-list.ts";
import type { Organization, OrganizationPolicy } from "../../store/organizations/organizations.ts";
import {
  contentPast,
  countOldKeys,
  countOwnKeys,
  countSessions,
  countWithoutSecondStep,
  storedContent,
} from "../../store/organizations/policy-effect.ts";
import { requirePolicy } from "../policies/policy.ts";

/** Zero where the change does nothing of the kind; `limits.policyEffectMost` stands for that many or more. */
export interface PolicyEffect {
  /** Whom the organization's policies bind. */
  members: number;
  removedResults: number;
  /** Recordings and sessions of history that are erased. */
  erasedRecordings: number;
  erasedSessions: number;
  /** Sessions that stay, and cannot be read as long as nothing may be kept. */
  hiddenSessions: number;
  /** They continue; their sources stay until they end. */
  unfinishedJobs: number;
  /** Keys that no longer work, and those that work from the named networks alone. */
  endedKeys: number;
  boundKeys: number;
  /** Members who have to set one up at the next log-in. */
  withoutSecondStep: number;
}

/** @throws TiroError `invalid_request` if a value is out of range. */
export function policyEffect(
  { db, clock }: { db: Db; clock: Clock },
  organization: Organization,
  change: Partial<OrganizationPolicy>,
): PolicyEffect {
  const after = requirePolicy({ ...organization, ...change });
  const nowMs = clock.now();
  const bound = { organizationId: organization.id, most: limits.policyEffectMost, nowMs };
  const isTurnedOn = (policy: "zeroRetention" | "secondStepRequired") =>
    after[policy] && !organization[policy];
  const isChanged = (policy: "retentionDays" | "keyDays" | "keyNetworks") =>
    after[policy] !== null && !Bun.deepEquals(after[policy], organization[policy]);
  const stored = isTurnedOn("zeroRetention") ? storedContent(db, bound) : null;
  const past = isChanged("retentionDays")
    ? contentPast(db, { ...bound, days: after.retentionDays as number })
    : null;
  return {
    members: countMembers(db, organization.id),
    removedResults: stored?.results ?? 0,
    erasedRecordings: Math.max(stored?.recordings ?? 0, past?.recordings ?? 0),
    erasedSessions: past?.sessions ?? 0,
    hiddenSessions: stored === null ? 0 : countSessions(db, { ...bound, before: nowMs }),
    unfinishedJobs: stored?.unfinishedJobs ?? 0,
    endedKeys: isChanged("keyDays") ? countOldKeys(db, { ...bound, days: after.keyDays as number }) : 0,
    boundKeys: isChanged("keyNetworks") ? countOwnKeys(db, bound) : 0,
    withoutSecondStep: isTurnedOn("secondStepRequired") ? countWithoutSecondStep(db, bound) : 0,
  };
}
