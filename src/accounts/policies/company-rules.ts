/**
 * Rules of the company's log-in for all other ways to log in. The administrator is free of it: somebody
 * must be able to come in when the identity provider is out of order.
 */

import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { Db } from "../../store/db.ts";
import { lastCompanyLogIn } from "../../store/log-in/company-identities.ts";
import type { User } from "../../store/people/users.ts";

type Settings = Pick<Config, "company_log_in">;

/**
 * When access ends without another log-in; infinite if it does not.
 * @param lastLogInAt by the company's log-in, or `lastProof`; null for who has none, and for the administrator.
 */
export function endOfAccess(
  { company_log_in: { access_days } }: Settings,
  lastLogInAt: number | null,
): number {
  if (access_days === undefined || lastLogInAt === null) return Number.POSITIVE_INFINITY;
  return lastLogInAt + access_days * DAY_MS;
}

/** The credential of a key or an app. */
interface Credential {
  lastCompanyLogInAt: number | null;
  /** Whether the company's identity provider has never named the person. */
  isStranger: boolean | 0 | 1;
  createdAt: number;
}

/**
 * When it was last known that a key or an app may act: at the person's last company log-in. If no other log-in counts,
 * somebody without a company account can give no such proof: then it was when the key was made, or the app let in.
 */
export function lastProof(
  { company_log_in: { required } }: Settings,
  { lastCompanyLogInAt, isStranger, createdAt }: Credential,
): number | null {
  return required && isStranger ? createdAt : lastCompanyLogInAt;
}

export function isAccessOver(settings: Settings, lastLogInAt: number | null, nowMs: number): boolean {
  return nowMs >= endOfAccess(settings, lastLogInAt);
}

export function accessOver({ company_log_in: { access_days, label } }: Settings): TiroError {
  return new TiroError("account_disabled", personFault("access_ended", access_days ?? 0, label));
}

/** Whether people have a log-in of the company's, by an identity provider or by its directory. */
export function hasCompanyLogIn({ company_log_in, ldap }: Pick<Config, "company_log_in" | "ldap">): boolean {
  return company_log_in.issuer !== undefined || ldap.server !== undefined;
}

function isByCompany(methods: readonly string[]): boolean {
  return methods.includes("company") || methods.includes("directory");
}

/** Whether a session that began in these ways counts. */
export function allowsLogInMethods(
  { company_log_in: { required } }: Settings,
  person: { administrator: boolean },
  methods: readonly string[],
): boolean {
  return !required || person.administrator || isByCompany(methods);
}

/** @throws TiroError `account_disabled` if the person has to come in by the company's log-in. */
export function requireAllowedLogIn(
  { db, config, nowMs }: { db: Db; config: Settings; nowMs: number },
  user: User,
  methods: readonly string[],
): void {
  if (!allowsLogInMethods(config, user, methods)) throw companyOnly(config);
  if (user.administrator || isByCompany(methods)) return;
  if (isAccessOver(config, lastCompanyLogIn(db, user.id), nowMs)) throw accessOver(config);
}

/** @throws TiroError `account_disabled` if nobody but the administrator may use passwords. */
export function requirePasswords(config: Settings, person: { administrator: boolean } | null): void {
  if (config.company_log_in.required && person?.administrator !== true) throw companyOnly(config);
}

function companyOnly({ company_log_in: { label } }: Settings): TiroError {
  return new TiroError("account_disabled", personFault("log_in_otherwise", label));
}
