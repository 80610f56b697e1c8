import type { Db } from "../db.ts";
import { change, reading, row, rows } from "../statements.ts";

/** One line of the audit log; `accounts/audit/audit-log.ts` says what its fields mean and how the hashes are made. */
export interface AuditRow {
  /** Counts from 1 without gaps. */
  sequence: number;
  at: number;
  actor: string;
  credential: string | null;
  address: string | null;
  action: string;
  target: string;
  /** Canonical JSON. */
  details: string;
  previousHash: Uint8Array;
  hash: Uint8Array;
}

/** The newest line; sequence 0 and 32 zero bytes where there is none. */
export type AuditHead = Pick<AuditRow, "sequence" | "hash">;

export interface AuditFilter {
  /** Only lines about this account, key or other thing. */
  target: string | null;
  /** The newest so many. */
  limit: number;
}

/** Null stands for any. Times are milliseconds since the epoch: inclusive, and exclusive. */
export interface AuditSearch {
  /** Any of these. */
  actions: readonly string[] | null;
  actor: string | null;
  target: string | null;
  address: string | null;
  sinceMs: number | null;
  untilMs: number | null;
}

/** Which lines a search looks at: those from `from` on and before `before`. */
export interface AuditWindow {
  from: number;
  before: number;
  limit: number;
}

export interface OrganizationAuditFilter {
  organizationId: string;
  /** Only lines before this one; null: from the newest. */
  before: number | null;
  limit: number;
}

const COLUMNS =
  "sequence, at, actor, credential, address, action, target, details, previous_hash AS previousHash, hash";

/** As many as a page has, each through its index: of all that fit, only those of the page are read and put in order. */
const newestWhere = (fits: string) => `SELECT sequence FROM (
         SELECT sequence FROM audit_log WHERE ${fits} AND sequence < @before ORDER BY sequence DESC LIMIT @limit)`;

const insert = change<[row: AuditRow]>(
  `INSERT INTO audit_log (sequence, at, actor, credential, address, action, target, details, previous_hash, hash)
   VALUES (@sequence, @at, @actor, @credential, @address, @action, @target, @details, @previousHash, @hash)`,
);
const setHead = change<[head: AuditHead]>("UPDATE audit_head SET sequence = @sequence, hash = @hash");
const newest = rows<[filter: AuditFilter], AuditRow>(
  `SELECT ${COLUMNS} FROM audit_log WHERE @target IS NULL OR target = @target
   ORDER BY sequence DESC LIMIT @limit`,
);

/** Appends a line and makes it the head. Must run in a transaction with the change that it records. */
export function appendAuditRow(db: Db, row: AuditRow): void {
  insert(db, row);
  setHead(db, row);
}

/** Null if somebody removed it. */
export const auditHead = row<[], AuditHead>("SELECT sequence, hash FROM audit_head");

/** Every line, oldest first, as the reader asks for them. The database takes no other statement meanwhile. */
export const auditRows = reading<[], AuditRow>(`SELECT ${COLUMNS} FROM audit_log ORDER BY sequence`);

/** About the organization, its keys, and who read its members' content; the newest first. */
export const auditRowsOfOrganization = rows<[filter: OrganizationAuditFilter], AuditRow>(
  `SELECT ${COLUMNS} FROM audit_log WHERE sequence IN (
     ${newestWhere("target = @organizationId")}
     UNION ${newestWhere("target IN (SELECT id FROM api_keys WHERE account_id = @organizationId)")}
     UNION ${newestWhere("action = 'content.viewed' AND json_extract(details, '$.organization') = @organizationId")})
   ORDER BY sequence DESC LIMIT @limit`,
  (filter) => ({ ...filter, before: filter.before ?? Number.MAX_SAFE_INTEGER }),
);

/** Those of the window that fit, the newest first. */
export const findAuditRows = rows<[search: AuditSearch, window: AuditWindow], AuditRow>(
  `SELECT ${COLUMNS} FROM audit_log
   WHERE sequence >= @from AND sequence < @before
     AND (@actions IS NULL OR action IN (SELECT value FROM json_each(@actions)))
     AND actor = coalesce(@actor, actor) AND target = coalesce(@target, target)
     AND (@address IS NULL OR address = @address)
     AND at >= coalesce(@sinceMs, at) AND (@untilMs IS NULL OR at < @untilMs)
   ORDER BY sequence DESC LIMIT @limit`,
  (search, window) => ({ ...search, ...window, actions: search.actions && JSON.stringify(search.actions) }),
);

/** Those after this one, oldest first. */
export const auditRowsAfter = rows<[sequence: number, limit: number], AuditRow>(
  `SELECT ${COLUMNS} FROM audit_log WHERE sequence > ? ORDER BY sequence LIMIT ?`,
);

/** Newest first: those of these actions, after `since`, among the newest `limit` lines about the target. */
export const newestAuditRowsOf = rows<
  [given: AuditFilter & { actions: readonly string[]; since: number }],
  AuditRow
>(
  `SELECT * FROM (SELECT ${COLUMNS} FROM audit_log WHERE target = @target ORDER BY sequence DESC LIMIT @limit)
   WHERE at > @since AND action IN (SELECT value FROM json_each(@actions)) ORDER BY sequence DESC`,
  ({ actions, ...filter }) => ({ ...filter, actions: JSON.stringify(actions) }),
);

/** Of those who read what the person dictated; newest first. */
export const viewedRows = rows<[userId: string, limit: number], Pick<AuditRow, "at" | "actor" | "details">>(
  `SELECT at, actor, details FROM audit_log
   WHERE action = 'content.viewed' AND target = ? ORDER BY sequence DESC LIMIT ?`,
);

/** Oldest first. */
export function newestAuditRows(db: Db, filter: AuditFilter): AuditRow[] {
  return newest(db, filter).reverse();
}
