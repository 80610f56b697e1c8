import { limits } from "../../config/limits.ts";
import { isId } from "../../lib/ids.ts";
import { readRanges, type TextRange, writeRanges } from "../../lib/text-ranges.ts";
import type { Db } from "../db.ts";
import { change, insertion, reading, row, rows, rowsAs, value, values } from "../statements.ts";

/** A finished dictation in its owner's history. Times are milliseconds since the epoch. */
export interface NewSession {
  id: string;
  userId: string;
  /** With whose key it was dictated, where that was an organization's. */
  organizationId: string | null;
  app: string | null;
  durationSeconds: number;
  wordCount: number;
  finalText: string;
  rawText: string;
  /** Places of the final text that the recognizer may have misheard; none by default. */
  unsureWords?: readonly TextRange[];
  /** The searchable words of both texts; none holds a space. */
  terms: readonly string[];
}

export interface Session extends Omit<NewSession, "userId" | "unsureWords" | "terms"> {
  unsureWords: readonly TextRange[];
  /** Grows from one to the next, as the time of creation does but where the clock was set back far. */
  number: number;
  createdAt: number;
  updatedAt: number;
  /** How often its text was corrected. */
  revision: number;
  /** The final text as it was first; null if it was never corrected. */
  originalText: string | null;
}

/** The text of a session as somebody corrected it. */
export interface RevisedText
  extends Pick<NewSession, "finalText" | "wordCount" | "terms">,
    Pick<Session, "unsureWords"> {
  updatedAt: number;
}

/** Whose history is looked at, and how much of it. */
export interface HistoryView {
  userId: string;
  /** Only what was made with this organization's keys; null: all of it. */
  organizationId: string | null;
}

/** Bounds of a list; each may be left open with null. */
export interface SessionRange {
  /** Only sessions older than this one, which may be gone. */
  before: Pick<Session, "number" | "createdAt"> | null;
  /** On the time of creation: inclusive, and exclusive. */
  sinceMs: number | null;
  untilMs: number | null;
}

type SessionRow = Omit<Session, "id" | "rawText" | "unsureWords"> & {
  id: Uint8Array;
  rawText: string | null;
  unsureWords: string | null;
};
interface StoredText {
  terms: string;
  unsureWords: string | null;
}
interface PageBounds {
  owner: number;
  organizationId: string | null;
  sinceMs: number;
  /** Before this place in the order: one bound, so that the index is read from there. */
  createdAt: number;
  number: number;
  limit: number;
}
interface SearchBounds {
  /** Numbers: inclusive, and exclusive. */
  from: number;
  to: number;
  sinceMs: number;
  untilMs: number;
}

const COLUMNS = `number, id, created_at AS createdAt, updated_at AS updatedAt, app,
  duration_seconds AS durationSeconds, word_count AS wordCount, final_text AS finalText, raw_text AS rawText,
  organization_id AS organizationId, revision, original_text AS originalText, unsure_words AS unsureWords`;
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** Left to itself, SQLite reads all of a person's sessions for one part of them. */
const pageOf = (index: string, whose: string) => `SELECT ${COLUMNS} FROM sessions INDEXED BY ${index}
  WHERE ${whose} AND created_at >= @sinceMs AND (created_at, number) < (@createdAt, @number) AND hidden = 0
  ORDER BY created_at DESC, number DESC LIMIT @limit`;

const addOwner = insertion<[userId: string]>("INSERT INTO history_owners (user_id) VALUES (?)");
const ownerOf = value<[userId: string], number>("SELECT number FROM history_owners WHERE user_id = ?");
const addPart = change<[owner: number, organizationId: string]>(
  "INSERT OR IGNORE INTO history_parts (owner, organization_id) VALUES (?, ?)",
);
const partNumbers = values<[of: { owner: number; organizationId: string | null }], number>(
  `SELECT number FROM history_parts
   WHERE owner = @owner AND (@organizationId IS NULL OR organization_id = @organizationId)`,
);
const newestOf = value<[owner: number], number>(
  "SELECT created_at FROM sessions WHERE owner = +? ORDER BY created_at DESC, number DESC LIMIT 1",
);
const loseOrder = change<[owner: number]>("UPDATE history_owners SET out_of_order = 1 WHERE number = ?");
const outOfOrder = value<[owner: number], number>("SELECT out_of_order FROM history_owners WHERE number = ?");
const insert = change<[session: Record<string, unknown>]>(
  `INSERT INTO sessions (id, owner, organization_id, created_at, updated_at, app, duration_seconds, word_count,
     final_text, raw_text, unsure_words, terms)
   VALUES (@id, @owner, @organizationId, @createdAt, @createdAt, @app, @durationSeconds, @wordCount,
     @finalText, @rawText, @unsureWords, @terms)`,
);
// A raw text that was not stored apart was the final one.
const revise = change<[session: StoredText & Omit<RevisedText, keyof StoredText> & { number: number }]>(
  `UPDATE sessions SET original_text = coalesce(original_text, final_text), raw_text = coalesce(raw_text, final_text),
     final_text = @finalText, word_count = @wordCount, unsure_words = @unsureWords, terms = @terms,
     updated_at = @updatedAt, revision = revision + 1
   WHERE number = @number`,
);
const ownerOfSession = value<[number: number], number>("SELECT owner FROM sessions WHERE number = ?");
const byId = row<[which: HistoryView & { id: Uint8Array }], SessionRow>(
  `SELECT ${COLUMNS} FROM sessions
   WHERE id = @id AND owner = (SELECT number FROM history_owners WHERE user_id = @userId) AND hidden = 0
     AND (@organizationId IS NULL OR organization_id = @organizationId)`,
);
const firstSince = value<[owner: number, sinceMs: number], number>(
  "SELECT number FROM sessions WHERE owner = ? AND created_at >= ? ORDER BY created_at, number LIMIT 1",
);
const page = rows<[bounds: PageBounds], SessionRow>(pageOf("sessions_of_owner", "owner = @owner"));
const pageOfOrganization = rows<[bounds: PageBounds], SessionRow>(
  pageOf("sessions_of_part", "organization_id = @organizationId AND owner = @owner"),
);
// The index of words leads: it comes newest first and is read no further than the page needs.
const search = reading<[bounds: SearchBounds & { terms: string }], SessionRow>(
  `SELECT ${COLUMNS} FROM session_terms CROSS JOIN sessions ON number = session_terms.rowid
   WHERE session_terms MATCH @terms AND session_terms.rowid >= @from AND session_terms.rowid < @to AND hidden = 0
     AND created_at >= @sinceMs AND created_at < @untilMs
   ORDER BY session_terms.rowid DESC`,
);
const sessionsOfOwner = rowsAs<[owner: number, after: number, limit: number], SessionRow, Session>(
  `SELECT ${COLUMNS} FROM sessions WHERE owner = ? AND number > ? ORDER BY number LIMIT ?`,
  fromRow,
);

/**
 * Stores a session and returns its time of creation: now, or that of the person's newest session where the clock was set
 * back a little, so that newest first holds by time and by number. After a jump back the newest may be from a future that
 * was none: then the time is now all the same, and from then on the person's numbers say nothing about times. Call it in
 * the transaction of the dictation.
 */
export function insertSession(db: Db, session: NewSession, nowMs: number): number {
  const owner = ownerOf(db, session.userId) ?? addOwner(db, session.userId);
  const newestMs = newestOf(db, owner) ?? 0;
  const wasSetBack = newestMs - nowMs > limits.clockJumpMs;
  if (wasSetBack) loseOrder(db, owner);
  const createdAt = wasSetBack ? nowMs : Math.max(nowMs, newestMs);
  const { rawText, finalText, organizationId } = session;
  if (organizationId !== null) addPart(db, owner, organizationId);
  insert(db, {
    ...session,
    id: bytesOf(session.id),
    owner,
    createdAt,
    rawText: rawText === finalText ? null : rawText,
    unsureWords: stored(session.unsureWords),
    terms: storedTerms(db, { owner, organizationId }, session.terms),
  });
  return createdAt;
}

/** Rows with a future time, from a wrong clock, get the current time. By the index of each person: there are few such, if any. */
export const bringSessionsToNow = change<[nowMs: number]>(
  `UPDATE sessions SET created_at = ?1, updated_at = ?1 WHERE number IN (
     SELECT sessions.number FROM history_owners CROSS JOIN sessions INDEXED BY sessions_of_owner
       ON sessions.owner = history_owners.number AND sessions.created_at > ?1)`,
);

/** Its text becomes this one; the first and the recognized one stay. */
export function reviseSession(
  db: Db,
  { number, organizationId }: Pick<Session, "number" | "organizationId">,
  revised: RevisedText,
): void {
  const owner = ownerOfSession(db, number) as number;
  revise(db, {
    ...revised,
    number,
    unsureWords: stored(revised.unsureWords),
    terms: storedTerms(db, { owner, organizationId }, revised.terms),
  });
}

/** Null also if it is hidden, another person's, or outside the view. */
export function sessionById(db: Db, view: HistoryView, id: string): Session | null {
  if (!isId("ses", id)) return null;
  const found = byId(db, { ...view, id: bytesOf(id) });
  return found && fromRow(found);
}

/** Newest first; hidden ones are left out. */
export function listSessions(
  db: Db,
  { userId, organizationId }: HistoryView,
  range: SessionRange,
  limit: number,
): Session[] {
  const owner = ownerOf(db, userId);
  if (owner === null) return [];
  const { sinceMs, untilMs, before } = range;
  const until = { createdAt: untilMs ?? NO_BOUND, number: 0 };
  const { createdAt, number } = before !== null && before.createdAt < until.createdAt ? before : until;
  const bounds = { owner, organizationId, sinceMs: sinceMs ?? 0, createdAt, number, limit };
  return (organizationId === null ? page : pageOfOrganization)(db, bounds).map(fromRow);
}

/**
 * Those in which every term stands, newest first; hidden ones are left out. It reads as it goes: between its items
 * nothing may be written.
 */
export function* searchSessions(
  db: Db,
  { userId, organizationId }: HistoryView,
  terms: readonly string[],
  range: SessionRange,
): Generator<Session> {
  const owner = ownerOf(db, userId);
  const bounds = owner === null ? null : numbersWithin(db, owner, range);
  if (owner === null || bounds === null) return;
  const parts = partsOf(db, owner, organizationId);
  if (organizationId === null) parts.push(ofOwner(owner));
  if (parts.length === 0) return;
  const anywhere = (term: string) => parts.map((part) => `"${part}${term}"`).join(" OR ");
  const query = terms.map((term) => `(${anywhere(term)})`).join(" AND ");
  for (const found of search(db, { ...bounds, terms: query })) yield fromRow(found);
}

/** Everything that is kept of a person, hidden or not, oldest first. */
export function sessionsAfter(db: Db, userId: string, number: number, limit: number): Session[] {
  const owner = ownerOf(db, userId);
  return owner === null ? [] : sessionsOfOwner(db, owner, number, limit);
}

/** Null if nothing can lie within. Times become numbers where both have the same order: nothing else is read then. */
function numbersWithin(db: Db, owner: number, range: SessionRange): SearchBounds | null {
  const { before, sinceMs, untilMs } = range;
  const times = { sinceMs: sinceMs ?? Number.MIN_SAFE_INTEGER, untilMs: untilMs ?? NO_BOUND };
  const end = before?.number ?? NO_BOUND;
  if (outOfOrder(db, owner) === 1) return { ...times, from: 0, to: end };
  const from = sinceMs === null ? 0 : firstSince(db, owner, sinceMs);
  if (from === null) return null;
  const until = untilMs === null ? NO_BOUND : (firstSince(db, owner, untilMs) ?? NO_BOUND);
  return { ...times, from, to: Math.min(until, end) };
}

/**
 * The prefix of the words of a person, and of a part of their history that was made through an organization:
 * a query reaches only the words of the parts that it names, and reads no others. No word holds a dot.
 */
function ofOwner(owner: number): string {
  return `${owner.toString(36)}·`;
}

/** @param organizationId null: those of all organizations. */
function partsOf(db: Db, owner: number, organizationId: string | null): string[] {
  return partNumbers(db, { owner, organizationId }).map((part) => `·${part}·`);
}

/** Each after the number of the part in which it is found. */
function storedTerms(
  db: Db,
  { owner, organizationId }: { owner: number; organizationId: string | null },
  terms: readonly string[],
): string {
  const [part] = organizationId === null ? [ofOwner(owner)] : partsOf(db, owner, organizationId);
  return terms.map((term) => `${part}${term}`).join(" ");
}

/** Null for none, as most sessions have. */
function stored(ranges: readonly TextRange[] = []): string | null {
  return ranges.length === 0 ? null : writeRanges(ranges);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.slice("ses_".length), "hex");
}

function fromRow(row: SessionRow): Session {
  const { id, rawText, finalText, unsureWords } = row;
  return {
    ...row,
    id: `ses_${Buffer.from(id).toString("hex")}`,
    rawText: rawText ?? finalText,
    unsureWords: unsureWords === null ? [] : readRanges(unsureWords),
  };
}
