import type { Db } from "../db.ts";
import { change, changes, exists, rows, value, values } from "../statements.ts";

/** Who somebody is at an identity provider: the pair names them for good (OpenID Connect Core §5.7). */
export interface CompanyIdentityName {
  issuer: string;
  subject: string;
}

/**
 * A column for statements that look up a credential: null for a person without a company account, and for the
 * administrator, who need not log in with it.
 * @param person the statement's column with the person's id.
 */
export function lastCompanyLogInOf(person: string): string {
  return `(SELECT max(last_log_in_at) FROM company_identities AS identities JOIN users AS person
    ON person.id = identities.user_id WHERE identities.user_id = ${person} AND person.administrator = 0)
    AS lastCompanyLogInAt`;
}

/**
 * A column for the same statements: 1 for a person whom the company's identity provider has never named, the administrator
 * apart.
 */
export function isStrangerOf(person: string): string {
  return `(EXISTS (SELECT 1 FROM users AS person WHERE person.id = ${person} AND person.administrator = 0)
    AND NOT EXISTS (SELECT 1 FROM company_identities AS identities WHERE identities.user_id = ${person})) AS isStranger`;
}

const groupLists = values<[userId: string], string>(
  "SELECT groups FROM company_identities WHERE user_id = ? AND groups IS NOT NULL",
);

/** Null if nobody here is known by it. */
export const userIdOfIdentity = value<[given: CompanyIdentityName], string>(
  "SELECT user_id FROM company_identities WHERE issuer = ? AND subject = ?",
  ({ issuer, subject }) => [issuer, subject],
);

export const identitiesOf = rows<[userId: string], CompanyIdentityName>(
  "SELECT issuer, subject FROM company_identities WHERE user_id = ? ORDER BY created_at",
);

export const insertIdentity = change<[userId: string, given: CompanyIdentityName, nowMs: number]>(
  `INSERT INTO company_identities (issuer, subject, user_id, created_at, last_log_in_at)
   VALUES (?, ?, ?, ?, ?)`,
  (userId, { issuer, subject }, nowMs) => [issuer, subject, userId, nowMs, nowMs],
);

/** @param groups null leaves those that were reported before. */
export const setIdentityLoggedIn = change<
  [given: CompanyIdentityName, nowMs: number, groups: readonly string[] | null]
>(
  `UPDATE company_identities SET last_log_in_at = ?, groups = coalesce(?, groups)
   WHERE issuer = ? AND subject = ?`,
  ({ issuer, subject }, nowMs, groups) => [nowMs, groups && JSON.stringify(groups), issuer, subject],
);

/** Null if the person is not known by any identity. */
export const lastCompanyLogIn = value<[userId: string], number | null>(
  "SELECT max(last_log_in_at) FROM company_identities WHERE user_id = ?",
);

/** Null if no provider ever reported groups of the person. */
export function claimedGroupsOf(db: Db, userId: string): string[] | null {
  const lists = groupLists(db, userId);
  return lists.length === 0 ? null : lists.flatMap((list) => JSON.parse(list) as string[]);
}

/** Whether the provider reported that anybody is in the group. */
export const isGroupClaimed = exists<[group: string]>(
  `SELECT 1 FROM company_identities
     WHERE groups IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(groups) WHERE value = ?) LIMIT 1`,
);

/** Returns whether there was any. */
export const deleteIdentitiesOf = changes<[userId: string]>(
  "DELETE FROM company_identities WHERE user_id = ?",
);
