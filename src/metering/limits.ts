/** What an account may have: its own limits, else its plan's, else the configuration's defaults. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { type AccountLimitName, accountLimitSchemas } from "../config/limits-schema.ts";
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { clearAccountLimit, limitsOfAccount, setAccountLimit } from "../store/metering/account-limits.ts";
import { accountById } from "../store/metering/accounts.ts";

/** Null: unlimited. */
export interface AccountLimits {
  requestsPerMinute: number;
  concurrentAudio: number;
  storedJobs: number;
  storageBytes: number | null;
  dailyAudioSeconds: number | null;
}

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
  // The schema lets only the other two be unlimited.
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
  };
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
  };
}

/** From the account's next request on. Setting the same again changes nothing. */
export function setLimit(deps: ChangeDeps, accountId: string, name: string, text: string): void {
  const limit = requireLimit(name, text);
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

/** @throws TiroError `invalid_request` where there is no such limit or it cannot have the value. */
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
