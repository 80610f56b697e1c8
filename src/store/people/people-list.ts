/** People as administrators look for them, with how they get in. */
import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import type { Db } from "../db.ts";
import { count, rowAs, rowsAs, value } from "../statements.ts";
import type { User } from "./users.ts";

/** `waiting`: the account has no way to log in yet, such as before its set-up link was used. */
export const PERSON_STATES = ["active", "waiting", "disabled"] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** Null stands for any. */
export interface PeopleFilter {
  /** A part of the name or the address; case of ASCII does not count. */
  query: string | null;
  organizationId: string | null;
  state: PersonState | null;
  plan: User["plan"] | null;
  serverRole: "administrator" | "auditor" | null;
  /** Only those whom a password alone lets in. */
  passwordAlone: boolean;
}

export interface ListedPerson
  extends Pick<
    User,
    "id" | "email" | "name" | "plan" | "disabledAt" | "createdAt" | "administrator" | "auditor"
  > {
  state: PersonState;
  /** In a browser where they are still logged in, or with a key. */
  lastSeenAt: number | null;
  hasPassword: boolean;
  hasSecondStep: boolean;
  hasPasskey: boolean;
  hasCompanyLogIn: boolean;
}

type Flag = "administrator" | "auditor" | "hasPassword" | "hasSecondStep" | "hasPasskey" | "hasCompanyLogIn";
type Row = Omit<ListedPerson, Flag> & Record<Flag, 0 | 1>;
type Bound = Omit<PeopleFilter, "query" | "passwordAlone"> & { pattern: string | null; passwordAlone: 0 | 1 };

const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} WHERE user_id = users.id)`;
const CAN_LOG_IN = `(${["passwords", "passkeys", "company_identities"].map(has).join(" OR ")})`;
const STATE = `CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN ${CAN_LOG_IN} THEN 'active' ELSE 'waiting' END`;
const PEOPLE = `SELECT id, email, name, plan, administrator, auditor, disabled_at AS disabledAt, created_at AS createdAt,
  ${STATE} AS state, ${has("passwords")} AS hasPassword, ${has("totp")} AS hasSecondStep,
  ${has("passkeys")} AS hasPasskey, ${has("company_identities")} AS hasCompanyLogIn,
  nullif(max(coalesce((SELECT max(last_seen_at) FROM browser_sessions WHERE user_id = users.id), 0),
    coalesce((SELECT max(last_used_at) FROM api_keys WHERE user_id = users.id), 0)), 0) AS lastSeenAt FROM users`;
const FILTER = `(@pattern IS NULL OR email LIKE @pattern ESCAPE '\\' OR name LIKE @pattern ESCAPE '\\')
  AND (@organizationId IS NULL OR id IN (SELECT user_id FROM members WHERE organization_id = @organizationId))
  AND (@plan IS NULL OR plan = @plan)
  AND (@serverRole IS NULL OR CASE @serverRole WHEN 'auditor' THEN auditor ELSE administrator END = 1)
  AND (@state IS NULL OR ${STATE} = @state)
  AND (@passwordAlone = 0 OR ${has("passwords")} AND NOT ${has("totp")})`;

interface Window {
  after: string;
  until: string;
}

const page = rowsAs<[bounds: Bound & Window & { limit: number }], Row, ListedPerson>(
  `${PEOPLE} WHERE email > @after AND email <= @until AND ${FILTER} ORDER BY email LIMIT @limit`,
  fromRow,
);
const countWithin = count<[bounds: Bound & Window]>(
  `SELECT count(*) FROM users WHERE email > @after AND email <= @until AND ${FILTER}`,
);
const lastOf = value<[after: string, rows: number], string | null>(
  "SELECT max(email) FROM (SELECT email FROM users WHERE email > ? ORDER BY email LIMIT ?)",
);

export interface PeoplePlace {
  /** The address before; "" for the first ones. */
  after: string;
  limit: number;
}

/** By address. Few at once: a filter that fits nobody looks at everybody. */
export function* findPeople(
  db: Db,
  filter: PeopleFilter,
  { after, limit }: PeoplePlace,
): Slices<ListedPerson[]> {
  const wanted = bound(filter);
  const found: ListedPerson[] = [];
  for (const window of windowsAfter(db, after)) {
    found.push(...page(db, { ...wanted, ...window, limit: limit - found.length }));
    if (found.length === limit) break;
    yield;
  }
  return found;
}

/** How many fit. */
export function* countPeople(db: Db, filter: PeopleFilter): Slices<number> {
  const wanted = bound(filter);
  let total = 0;
  for (const window of windowsAfter(db, "")) {
    total += countWithin(db, { ...wanted, ...window });
    yield;
  }
  return total;
}

function* windowsAfter(db: Db, begin: string): Generator<Window> {
  for (let after = begin; ; ) {
    const until = lastOf(db, after, limits.peopleSearchedAtOnce);
    if (until === null) return;
    yield { after, until };
    after = until;
  }
}

export const listedPerson = rowAs<[id: string], Row, ListedPerson>(`${PEOPLE} WHERE id = ?`, fromRow);

function bound({ query, passwordAlone, ...filter }: PeopleFilter): Bound {
  const pattern = query === null ? null : `%${query.replace(/[\\%_]/g, "\\$&")}%`;
  return { ...filter, pattern, passwordAlone: passwordAlone ? 1 : 0 };
}

function fromRow(row: Row): ListedPerson {
  return {
    ...row,
    administrator: row.administrator === 1,
    auditor: row.auditor === 1,
    hasPassword: row.hasPassword === 1,
    hasSecondStep: row.hasSecondStep === 1,
    hasPasskey: row.hasPasskey === 1,
    hasCompanyLogIn: row.hasCompanyLogIn === 1,
  };
}
