import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId } from "../../lib/ids.ts";
import { isNetwork } from "../../lib/network.ts";
import { SPOKEN_LANGUAGES } from "../../lib/spoken-languages.ts";
import type { Db } from "../../store/db.ts";
import {
  type AccessPolicy,
  type OrganizationPolicy,
  organizationById,
  type Policy,
  policiesOfUser,
} from "../../store/organizations/organizations.ts";
import { userById } from "../../store/people/users.ts";

/** As much of a principal as decides which policy binds it. */
interface Caller {
  readonly accountId: string;
  readonly userId: string | null;
}

const OPEN: Policy = {
  zeroRetention: false,
  historyAllowed: true,
  retentionDays: null,
  allowedLanguages: null,
};

/**
 * The policy of a request: with an organization's key that organization's policy, with a person's own the strictest of
 * all organizations to which they belong, because a company's rule holds for its people whatever key they use.
 */
export function policyOf(db: Db, { accountId, userId }: Caller): Policy {
  if (isId("org", accountId)) return organizationById(db, accountId) ?? OPEN;
  return userId === null ? OPEN : policiesOfUser(db, userId).reduce(stricter, OPEN);
}

/** Whether dictations may be kept at all. */
export function allowsHistory({ zeroRetention, historyAllowed }: Policy): boolean {
  return historyAllowed && !zeroRetention;
}

/** Whether what a person said may be stored now: those who turned history off meanwhile do not find it there. */
export function mayKeep(db: Db, principal: Caller, userId: string): boolean {
  return allowsHistory(policyOf(db, principal)) && userById(db, userId)?.privacyMode === false;
}

/**
 * The organization to which a request's view of history is bound: its key does not show what the member dictated alone
 * or through another organization. Null if all of the person's history may be seen.
 */
export function historyBoundTo(db: Db, { accountId }: Pick<Caller, "accountId">): string | null {
  if (!isId("org", accountId)) return null;
  return organizationById(db, accountId)?.historyScope === "all" ? null : accountId;
}

/** @throws TiroError `invalid_request` if a value is out of range. */
export function requirePolicy(policy: OrganizationPolicy): OrganizationPolicy {
  const { retentionDays, allowedLanguages } = policy;
  requireAccessPolicy(policy);
  if (
    retentionDays !== null &&
    !(Number.isInteger(retentionDays) && retentionDays >= 1 && retentionDays <= limits.retentionDays)
  )
    throw invalid("retention_days", `History is kept for 1 to ${limits.retentionDays} whole days.`);
  if (allowedLanguages === null) return policy;
  const unknown = allowedLanguages.filter((code) => !SPOKEN_LANGUAGES.includes(code));
  if (unknown.length > 0)
    throw invalid(
      "allowed_languages",
      `There is no language ${unknown.join(", ")}; there are ${SPOKEN_LANGUAGES.join(" ")}.`,
    );
  if (allowedLanguages.length === 0)
    throw invalid("allowed_languages", "Allow at least one language; without a list, all are allowed.");
  return { ...policy, allowedLanguages: SPOKEN_LANGUAGES.filter((code) => allowedLanguages.includes(code)) };
}

function requireAccessPolicy({ keyDays, keyNetworks }: AccessPolicy): void {
  if (keyDays !== null && !(Number.isInteger(keyDays) && keyDays >= 1 && keyDays <= limits.keyExpiryDays))
    throw invalid("key_days", `A key's longest life is 1 to ${limits.keyExpiryDays} whole days.`);
  if (keyNetworks === null) return;
  if (keyNetworks.length === 0 || keyNetworks.length > limits.keyNetworks)
    throw invalid(
      "key_networks",
      `Name 1 to ${limits.keyNetworks} networks; without a list, keys work from everywhere.`,
    );
  const wrong = keyNetworks.find((network) => !isNetwork(network));
  if (wrong !== undefined)
    throw invalid(
      "key_networks",
      `${wrong} is no network. Write an address, or a network such as 192.0.2.0/24 or 2001:db8::/32 without bits after its prefix.`,
    );
}

function stricter(a: Policy, b: Policy): Policy {
  return {
    zeroRetention: a.zeroRetention || b.zeroRetention,
    historyAllowed: a.historyAllowed && b.historyAllowed,
    retentionDays: least(a.retentionDays, b.retentionDays),
    allowedLanguages: common(a.allowedLanguages, b.allowedLanguages),
  };
}

function least(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

function common(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  return a === null ? b : b === null ? a : a.filter((code) => b.includes(code));
}

function invalid(param: string, message: string): TiroError {
  return new TiroError("invalid_request", message, { param });
}
