/** What an account may have: its own limits, else its plan's, else the configuration's defaults. */
import { type AccountLimitName, accountLimitSchemas } from "../config/limits-schema.ts";
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { limitsOfAccount } from "../store/account-limits.ts";
import { accountById } from "../store/accounts.ts";
import type { Db } from "../store/db.ts";

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

/** Read anew for each request, so that a change counts from the next one on: one indexed read or two. */
export function limitsOf({ db, config }: LimitsDeps, accountId: string): AccountLimits {
  const { limits } = config;
  const ofPlan = planLimits({ db, config }, accountId);
  const own = Object.fromEntries(limitsOfAccount(db, accountId).map(({ name, value }) => [name, value]));
  const valueOf = (name: AccountLimitName): number | null => {
    const value = name in own ? own[name] : (ofPlan[name] ?? limits[name]);
    return typeof value === "number" ? value : null;
  };
  const bounded = (name: "requests_per_minute" | "concurrent_audio" | "stored_jobs"): number =>
    valueOf(name) ?? limits[name];
  return {
    requestsPerMinute: bounded("requests_per_minute"),
    concurrentAudio: bounded("concurrent_audio"),
    storedJobs: bounded("stored_jobs"),
    storageBytes: valueOf("storage_bytes"),
    dailyAudioSeconds: valueOf("daily_audio_seconds"),
  };
}

/** The same for people: each limit with the level that decided it. */
export function explainLimits(deps: LimitsDeps, accountId: string): LimitWithSource[] {
  const ofPlan = planLimits(deps, accountId);
  const own = new Map(limitsOfAccount(deps.db, accountId).map(({ name, value }) => [name, value]));
  return LIMIT_NAMES.map((name) => {
    const ownValue = own.get(name);
    if (ownValue !== undefined) return { name, value: ownValue ?? "unlimited", source: "account" };
    const planValue = ofPlan[name];
    if (planValue !== undefined) return { name, value: planValue, source: "plan" };
    return { name, value: deps.config.limits[name], source: "default" };
  });
}

/** @throws TiroError `invalid_request` where there is no such limit or it cannot have the value. */
export function requireLimit(name: string, text: string): { name: AccountLimitName; value: LimitValue } {
  const known = requireLimitName(name);
  const parsed = accountLimitSchemas[known].safeParse(/^\d{1,15}$/.test(text) ? Number(text) : text);
  if (parsed.success) return { name: known, value: parsed.data };
  throw new TiroError("invalid_request", `${known} cannot be ${text}.`, {
    param: known,
    hint: `config/README.md says what limits.${known} takes.`,
  });
}

/** @throws TiroError `invalid_request`. */
export function requireLimitName(name: string): AccountLimitName {
  const known = LIMIT_NAMES.find((limit) => limit === name.replaceAll("-", "_"));
  if (known !== undefined) return known;
  throw new TiroError("invalid_request", `There is no limit ${name}; there are ${LIMIT_NAMES.join(", ")}.`, {
    param: "name",
  });
}

type PlanLimits = NonNullable<Config["limits"]["plans"]["free"]>;
const NONE: PlanLimits = {};

function planLimits({ db, config }: LimitsDeps, accountId: string): PlanLimits {
  const { plans } = config.limits;
  if (Object.keys(plans).length === 0) return NONE;
  const plan = accountById(db, accountId)?.plan;
  return (plan && plans[plan]) ?? NONE;
}
