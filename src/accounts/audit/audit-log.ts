/**
 * The audit log: who changed what, when, from where. Lines are only ever added, each with the hash of the one before
 * it, so that a changed or removed line shows; the newest one's hash is kept apart, so that a cut end shows too. Who
 * can write the whole database could still make a new chain: against that, keep the head that `verify` prints
 * somewhere else and give it to a later `verify`.
 */

import { canonicalJson, type JsonValue } from "../../lib/canonical-json.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import {
  type AuditFilter,
  type AuditHead,
  type AuditRow,
  appendAuditRow,
  auditHead,
  auditRows,
  auditRowsAfter,
  newestAuditRows,
} from "../../store/audit/audit-log.ts";
import { type Db, inSnapshot } from "../../store/db.ts";
import type { AuditAction } from "./actions.ts";
import type { ChangeDeps } from "./actor.ts";
import { countChange } from "./daily-changes.ts";

/** A line as it is exported, hashes in lower-case hex. */
export interface AuditLine {
  sequence: number;
  at: string;
  actor: string;
  credential: string | null;
  address: string | null;
  action: string;
  target: string;
  details: JsonValue;
  previous_hash: string;
  hash: string;
}

/**
 * Writes a line. Must be called in the transaction of the change itself, so that there is neither without the other.
 * @param target the account or key that changed.
 * @param details what changed, such as `{ plan: { from, to } }`; never a secret.
 * @throws TiroError `rate_limit_exceeded` if a person changes too much in a day.
 */
export function recordAudit(
  { db, clock, actor }: ChangeDeps,
  action: AuditAction,
  target: string,
  details: JsonValue = {},
): void {
  if (!db.inTransaction) throw new Error(`${action} was recorded outside the transaction of its change`);
  countChange({ db, clock, actor }, action);
  const head = auditHead(db);
  if (head === null) throw headRemoved();
  const line = {
    sequence: head.sequence + 1,
    at: clock.now(),
    actor: actor.id,
    credential: actor.credential,
    address: actor.address,
    action,
    target,
    details: canonicalJson(details),
    previousHash: head.hash,
  };
  appendAuditRow(db, { ...line, hash: hashOf(line) });
}

/** Oldest first, the newest `limit` of them. */
export function listAudit(db: Db, filter: AuditFilter): AuditLine[] {
  return newestAuditRows(db, filter).map(toLine);
}

/** Those after this one, oldest first, at most `limit`. */
export function auditAfter(db: Db, sequence: number, limit: number): AuditLine[] {
  return auditRowsAfter(db, sequence, limit).map(toLine);
}

/** Hands every line, oldest first, to `write`; all of one moment. */
export function exportAudit(db: Db, write: (line: AuditLine) => void): void {
  inSnapshot(db, () => {
    for (const row of auditRows(db)) write(toLine(row));
  });
}

export type AuditVerdict =
  | { intact: true; lines: number; head: string }
  /** `line` is the first that is broken. */
  | { intact: false; line: number; problem: string };

/**
 * Reads the whole log and says whether it is as it was written.
 * @param expected a head that an earlier verdict returned, `SEQUENCE:HASH`.
 * @param read called with each line's number, and how many there are.
 * @throws TiroError `invalid_request` if that is not one.
 */
export function verifyAudit(
  db: Db,
  expected: string | null = null,
  read: (line: number, of: number) => void = () => {},
): AuditVerdict {
  const anchor = expected === null ? null : parseHead(expected);
  return inSnapshot(db, () => {
    const lines = auditHead(db)?.sequence ?? 0;
    let previous: AuditHead = { sequence: 0, hash: new Uint8Array(32) };
    for (const row of auditRows(db)) {
      const line = previous.sequence + 1;
      const problem = problemOf(row, previous) ?? contradiction(row, anchor);
      if (problem !== null) return { intact: false, line, problem };
      previous = row;
      read(line, lines);
    }
    const head = auditHead(db);
    const problem = problemAtEnd(previous, head) ?? problemAtEnd(previous, olderThan(previous, anchor));
    if (problem !== null) return { intact: false, line: previous.sequence + 1, problem };
    return { intact: true, lines: previous.sequence, head: headText(previous) };
  });
}

function problemOf(row: AuditRow, previous: AuditHead): string | null {
  if (row.sequence !== previous.sequence + 1) return "The line was removed.";
  if (!same(row.hash, hashOf(row))) return "The line was changed.";
  if (!same(row.previousHash, previous.hash)) return "The line does not follow from the one before it.";
  return null;
}

function contradiction(row: AuditRow, anchor: AuditHead | null): string | null {
  if (anchor?.sequence !== row.sequence || same(anchor.hash, row.hash)) return null;
  return "The line is not the one that the expected head names; the log up to here was rewritten.";
}

function problemAtEnd(last: AuditHead, head: AuditHead | null): string | null {
  if (head === null) return "The log's head was removed.";
  if (head.sequence > last.sequence) return `The end of the log was cut off: it had ${head.sequence} lines.`;
  if (head.sequence < last.sequence || !same(head.hash, last.hash))
    return "The log's head does not belong to its last line.";
  return null;
}

/** The anchor where the log does not reach it, else the end itself, which is then no problem. */
function olderThan(last: AuditHead, anchor: AuditHead | null): AuditHead {
  return anchor !== null && anchor.sequence > last.sequence ? anchor : last;
}

/** SHA-256 over the previous hash and the line's canonical JSON. */
function hashOf({
  previousHash,
  details,
  ...row
}: Omit<AuditRow, "hash"> & { hash?: Uint8Array }): Uint8Array {
  const { sequence, at, actor, credential, address, action, target } = row;
  const line = { sequence, at: toIsoTime(at), actor, credential, address, action, target };
  const text = canonicalJson({ ...line, details: JSON.parse(details) as JsonValue });
  return new Bun.CryptoHasher("sha256").update(previousHash).update(text).digest();
}

/** As it is exported. */
export function toLine({ sequence, at, details, previousHash, hash, ...who }: AuditRow): AuditLine {
  return {
    sequence,
    at: toIsoTime(at),
    ...who,
    details: JSON.parse(details) as JsonValue,
    previous_hash: Buffer.from(previousHash).toString("hex"),
    hash: Buffer.from(hash).toString("hex"),
  };
}

/** The newest line as `verifyAudit` expects it; null if somebody removed the log's head. */
export function auditHeadText(db: Db): string | null {
  const head = auditHead(db);
  return head === null ? null : headText(head);
}

function headText({ sequence, hash }: AuditHead): string {
  return `${sequence}:${Buffer.from(hash).toString("hex")}`;
}

export function parseHead(text: string): AuditHead {
  const [, digits, hex = ""] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (digits !== undefined) return { sequence: Number(digits), hash: Buffer.from(hex, "hex") };
  throw new TiroError("invalid_request", "The expected head must read SEQUENCE:HASH.", {
    param: "expect",
    hint: "`tiro audit verify` prints it.",
  });
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function headRemoved(): TiroError {
  return new TiroError("internal_error", "The audit log is damaged; nothing can be changed.", {
    hint: "The log's head was removed from the database. Run `tiro audit verify` for details; restore a backup.",
  });
}
