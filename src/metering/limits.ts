/** Limits of an account: its own limits, else its plan's, else the configuration's defaults. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { requireName } from "../accounts/names.ts";
import { limits } from "../config/limits.ts";
import { type AccountLimitName, accountLimitSchemas } from "../config/limits-schema.ts";
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { type Db, inTransaction } from "../store/db.ts";
import {
  allAccountLimits,
  clearAccountLimit,
  limitsOfAccount,
  setAccountLimit,
} from "../store/metering/account-limits.ts";
import { accountById } from "../store/metering/accounts.ts";
import { groupAccountId, isGroupAccountId } from "../store/metering/group-usage.ts";

/** Null: unlimited. */
export interface AccountLimits {
  requestsPerMinute: number;
  concurrentAudio: number;
  storedJobs: number;
  storageBytes: number | null;
  dailyAudioSeconds: number | null;
  monthlyAudioSeconds: number | null;
}

/** Limits of a person or a group beside the account that pays. Null: no such limit. */
export type OwnLimits = Pick<AccountLimits, "dailyAudioSeconds" | "monthlyAudioSeconds"> & {
  concurrentAudio: number | null;
};

/** The limits that a group (department) can have. */
const GROUP_LIMITS: readonly AccountLimitName[] = [
  "concurrent_audio",
  "daily_audio_seconds",
  "monthly_audio_seconds",
];

export type LimitValue = number | "unlimited";

/** A limit and who says so. */
export interface LimitWithSource {
  name: AccountLimitName;
  value: LimitValue;
  source: "default" | "plan" | "account";
}

export interface LimitsDeps {
  db: Db;
  config: Pick<Config, "limits">;
}

export const LIMIT_NAMES = Object.keys(accountLimitSchemas) as AccountLimitName[];

/** Read anew for each request, so that a change counts from the next one on: an indexed read or two. */
export function limitsOf(deps: LimitsDeps, accountId: string): AccountLimits {
  const decided = decide(deps, accountId);
  // The schema lets only the others be unlimited.
  const bounded = (name: AccountLimitName) => decided[name].value as number;
  const unboundable = (name: AccountLimitName) => {
    const { value } = decided[name];
    return value === "unlimited" ? null : value;
  };
  return {
    requestsPerMinute: bounded("requests_per_minute"),
    concurrentAudio: bounded("concurrent_audio"),
    storedJobs: bounded("stored_jobs"),
    storageBytes: unboundable("storage_bytes"),
    dailyAudioSeconds: unboundable("daily_audio_seconds"),
    monthlyAudioSeconds: unboundable("monthly_audio_seconds"),
  };
}

/** Those alone that were set for this account or group, not those of its plan or the defaults. */
export function ownLimitsOf(db: Db, id: string): OwnLimits {
  const own = limitsOfAccount(db, id);
  const one = (name: AccountLimitName) => own.find((limit) => limit.name === name)?.value ?? null;
  return {
    concurrentAudio: one("concurrent_audio"),
    dailyAudioSeconds: one("daily_audio_seconds"),
    monthlyAudioSeconds: one("monthly_audio_seconds"),
  };
}

/** The id for the limits of a group, which operators write as `group:NAME`; null for anything else. @throws TiroError `invalid_request`. */
export function groupIdOf(text: string): string | null {
  if (!isGroupAccountId(text)) return null;
  const [, name = ""] = text.split(/^group:/);
  return groupAccountId(requireName("group", name, limits.scimNameChars));
}

/** Of a group, each limit that it can have. @param groupId `group:NAME`. */
export function explainGroupLimits(db: Db, groupId: string): LimitWithSource[] {
  const own = limitsOfAccount(db, groupId);
  return GROUP_LIMITS.map((name) => {
    const value = own.find((limit) => limit.name === name)?.value;
    return { name, value: value ?? "unlimited", source: value === undefined ? "default" : "account" };
  });
}

/** The same for people: each limit with the level that decided it. */
export function explainLimits(deps: LimitsDeps, accountId: string): LimitWithSource[] {
  return Object.values(decide(deps, accountId));
}

function decide(deps: LimitsDeps, accountId: string): Record<AccountLimitName, LimitWithSource> {
  const ofPlan = planLimits(deps, accountId);
  const own = limitsOfAccount(deps.db, accountId);
  const one = (name: AccountLimitName): LimitWithSource => {
    const ownValue = own.find((limit) => limit.name === name)?.value;
    if (ownValue !== undefined) return { name, value: ownValue ?? "unlimited", source: "account" };
    const planValue = ofPlan[name];
    if (planValue !== undefined) return { name, value: planValue, source: "plan" };
    return { name, value: deps.config.limits[name], source: "default" };
  };
  return {
    requests_per_minute: one("requests_per_minute"),
    concurrent_audio: one("concurrent_audio"),
    stored_jobs: one("stored_jobs"),
    storage_bytes: one("storage_bytes"),
    daily_audio_seconds: one("daily_audio_seconds"),
    monthly_audio_seconds: one("monthly_audio_seconds"),
  };
}

/** From the next request of the account or group on. Setting the same again changes nothing. */
export function setLimit(deps: ChangeDeps, accountId: string, name: string, text: string): void {
  const limit = requireLimit(name, text);
  requireKnownToGroups(accountId, limit.name);
  const value = limit.value === "unlimited" ? null : limit.value;
  inTransaction(deps.db, () => {
    if (ownLimit(deps.db, accountId, limit.name) === value) return;
    setAccountLimit(deps.db, accountId, { name: limit.name, value });
    recordAudit(deps, "limit.set", accountId, { [limit.name]: limit.value });
  });
}

/** The account goes by its plan and the defaults again. */
export function clearLimit(deps: ChangeDeps, accountId: string, name: string): void {
  const known = requireLimitName(name);
  inTransaction(deps.db, () => {
    if (ownLimit(deps.db, accountId, known) === undefined) return;
    clearAccountLimit(deps.db, accountId, known);
    recordAudit(deps, "limit.cleared", accountId, { limit: known });
  });
}

/** @throws TiroError `invalid_request`. */
function requireKnownToGroups(accountId: string, name: AccountLimitName): void {
  if (!isGroupAccountId(accountId) || GROUP_LIMITS.includes(name)) return;
  throw new TiroError(
    "invalid_request",
    `A group has no limit ${name}; it can have ${GROUP_LIMITS.join(", ")}.`,
    {
      param: name,
    },
  );
}

function ownLimit(db: Db, accountId: string, name: AccountLimitName): number | null | undefined {
  return limitsOfAccount(db, accountId).find((own) => own.name === name)?.value;
}

type PlanLimits = NonNullable<Config["limits"]["plans"]["free"]>;
const NONE: PlanLimits = {};

function planLimits({ db, config }: LimitsDeps, accountId: string): PlanLimits {
  const { plans } = config.limits;
  if (Object.keys(plans).length === 0) return NONE;
  const plan = accountById(db, accountId)?.plan;
  return (plan && plans[plan]) ?? NONE;
}

/** @throws TiroError `invalid_request` if there is no such limit or it cannot have the value. */
function requireLimit(name: string, text: string): { name: AccountLimitName; value: LimitValue } {
  const known = requireLimitName(name);
  const parsed = accountLimitSchemas[known].safeParse(/^\d{1,15}$/.test(text) ? Number(text) : text);
  if (parsed.success) return { name: known, value: parsed.data };
  throw new TiroError("invalid_request", `${known} cannot be ${text}.`, {
    param: known,
    hint: `The manual says what limits.${known} takes (/docs/settings).`,
  });
}

/** @throws TiroError `invalid_request`. */
function requireLimitName(name: string): AccountLimitName {
  const known = LIMIT_NAMES.find((limit) => limit === name.replaceAll("-", "_"));
  if (known !== undefined) return known;
  throw new TiroError("invalid_request", `There is no limit ${name}; there are ${LIMIT_NAMES.join(", ")}.`, {
    param: "name",
  });
}

export interface LimitedAccount {
  /** `usr_…`, `org_…` or `group:NAME`. */
  accountId: string;
  limits: { name: string; value: LimitValue }[];
}

/** Those that have limits of their own, by id, and at most `limits.limitedAccountsListed`. */
export function limitedAccounts(db: Db): LimitedAccount[] {
  const byAccount = Map.groupBy(
    allAccountLimits(db, limits.limitedAccountsListed),
    ({ accountId }) => accountId,
  );
  return [...byAccount].map(([accountId, own]) => ({
    accountId,
    limits: own.map(({ name, value }) => ({ name, value: value ?? "unlimited" })),
  }));
}
