import { isId } from "../lib/ids.ts";
import { type Db, perDatabase } from "./db.ts";

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
  /** The searchable words of both texts; none holds a space. */
  terms: readonly string[];
}

export interface Session extends Omit<NewSession, "userId" | "organizationId" | "terms"> {
  /** Grows with the time of creation among the sessions of one person. */
  number: number;
  createdAt: number;
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

type SessionRow = Omit<Session, "id" | "rawText"> & { id: Uint8Array; rawText: string | null };
interface PageBounds {
  owner: number;
  organizationId: string | null;
  sinceMs: number;
  untilMs: number;
  createdAt: number;
  number: number;
}
interface SearchBounds {
  /** Numbers: inclusive, and exclusive. */
  from: number;
  to: number;
}

const COLUMNS = `number, id, created_at AS createdAt, updated_at AS updatedAt, app,
  duration_seconds AS durationSeconds, word_count AS wordCount, final_text AS finalText, raw_text AS rawText`;
const NO_BOUND = Number.MAX_SAFE_INTEGER;

const pageOf = (whose: string) => `SELECT ${COLUMNS} FROM sessions
  WHERE ${whose} AND created_at >= @sinceMs AND created_at < @untilMs
    AND (created_at, number) < (@createdAt, @number) AND hidden = 0
  ORDER BY created_at DESC, number DESC LIMIT @limit`;

const statements = perDatabase((db) => ({
  addOwner: db.prepare<[string]>("INSERT OR IGNORE INTO history_owners (user_id) VALUES (?)"),
  owner: db.prepare<[string], number>("SELECT number FROM history_owners WHERE user_id = ?").pluck(),
  newest: db
    .prepare<[number], number>(
      "SELECT created_at FROM sessions WHERE owner = ? ORDER BY created_at DESC, number DESC LIMIT 1",
    )
    .pluck(),
  insert: db.prepare<[Record<string, unknown>]>(
    `INSERT INTO sessions (id, owner, organization_id, created_at, updated_at, app, duration_seconds, word_count,
       final_text, raw_text, terms)
     VALUES (@id, @owner, @organizationId, @createdAt, @createdAt, @app, @durationSeconds, @wordCount,
       @finalText, @rawText, @terms)`,
  ),
  byId: db.prepare<[HistoryView & { id: Uint8Array }], SessionRow>(
    `SELECT ${COLUMNS} FROM sessions
     WHERE id = @id AND owner = (SELECT number FROM history_owners WHERE user_id = @userId) AND hidden = 0
       AND (@organizationId IS NULL OR organization_id = @organizationId)`,
  ),
  firstSince: db
    .prepare<[number, number], number>(
      "SELECT number FROM sessions WHERE owner = ? AND created_at >= ? ORDER BY created_at, number LIMIT 1",
    )
    .pluck(),
  page: db.prepare<[PageBounds & { limit: number }], SessionRow>(pageOf("owner = @owner")),
  pageOfOrganization: db.prepare<[PageBounds & { limit: number }], SessionRow>(
    pageOf("organization_id = @organizationId AND owner = @owner"),
  ),
  // The index of words leads: it comes newest first and is read no further than the page needs.
  search: db.prepare<[SearchBounds & { terms: string }], SessionRow>(
    `SELECT ${COLUMNS} FROM session_terms CROSS JOIN sessions ON number = session_terms.rowid
     WHERE session_terms MATCH @terms AND session_terms.rowid >= @from AND session_terms.rowid < @to AND hidden = 0
     ORDER BY session_terms.rowid DESC`,
  ),
  all: db.prepare<[number, number, number], SessionRow>(
    `SELECT ${COLUMNS} FROM sessions WHERE owner = ? AND number > ? ORDER BY number LIMIT ?`,
  ),
}));

/**
 * Stores a session and returns its time of creation: now, or that of the person's newest session where the clock was
 * set back, so that newest first holds by time and by number. Call it in the transaction of the dictation.
 */
export function insertSession(db: Db, session: NewSession, nowMs: number): number {
  const sql = statements(db);
  sql.addOwner.run(session.userId);
  const owner = sql.owner.get(session.userId) as number;
  const createdAt = Math.max(nowMs, sql.newest.get(owner) ?? 0);
  const { rawText, finalText, organizationId } = session;
  const terms = session.terms.map((term) => ownTerm(owner, term));
  if (organizationId !== null) terms.push(organizationTerm(owner, organizationId));
  sql.insert.run({
    ...session,
    id: bytesOf(session.id),
    owner,
    createdAt,
    rawText: rawText === finalText ? null : rawText,
    terms: terms.join(" "),
  });
  return createdAt;
}

/** Null also where it is hidden, another person's, or outside the view. */
export function sessionById(db: Db, view: HistoryView, id: string): Session | null {
  if (!isId("ses", id)) return null;
  const row = statements(db).byId.get({ ...view, id: bytesOf(id) });
  return row ? fromRow(row) : null;
}

/** Newest first; hidden ones are left out. */
export function listSessions(
  db: Db,
  { userId, organizationId }: HistoryView,
  range: SessionRange,
  limit: number,
): Session[] {
  const { owner: ownerOf, page, pageOfOrganization } = statements(db);
  const owner = ownerOf.get(userId);
  if (owner === undefined) return [];
  const { sinceMs, untilMs, before } = range;
  const bounds = {
    owner,
    organizationId,
    sinceMs: sinceMs ?? 0,
    untilMs: untilMs ?? NO_BOUND,
    createdAt: before?.createdAt ?? NO_BOUND,
    number: before?.number ?? NO_BOUND,
  };
  return (organizationId === null ? page : pageOfOrganization).all({ ...bounds, limit }).map(fromRow);
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
  const owner = statements(db).owner.get(userId);
  const bounds = owner === undefined ? null : numbersWithin(db, owner, range);
  if (owner === undefined || bounds === null) return;
  const all = terms.map((term) => ownTerm(owner, term));
  if (organizationId !== null) all.push(organizationTerm(owner, organizationId));
  const query = all.map((term) => `"${term}"`).join(" AND ");
  for (const row of statements(db).search.iterate({ ...bounds, terms: query })) yield fromRow(row);
}

/** Everything that is kept of a person, hidden or not, oldest first. */
export function sessionsAfter(db: Db, userId: string, number: number, limit: number): Session[] {
  const owner = statements(db).owner.get(userId);
  return owner === undefined ? [] : statements(db).all.all(owner, number, limit).map(fromRow);
}

/** Null where nothing can lie within. */
function numbersWithin(
  db: Db,
  owner: number,
  { before, sinceMs, untilMs }: SessionRange,
): SearchBounds | null {
  const { firstSince } = statements(db);
  const from = sinceMs === null ? 0 : firstSince.get(owner, sinceMs);
  if (from === undefined) return null;
  const until = untilMs === null ? NO_BOUND : (firstSince.get(owner, untilMs) ?? NO_BOUND);
  return { from, to: Math.min(until, before?.number ?? NO_BOUND) };
}

/** Another person's words begin with another number, so that no query can reach them. */
function ownTerm(owner: number, term: string): string {
  return `${owner.toString(36)}·${term}`;
}

/**
 * Stands beside the words of what was made through an organization, so that a search bound to it never reads the rest.
 * No word of a text holds a dot, and the tokenizer splits at an underscore.
 */
function organizationTerm(owner: number, organizationId: string): string {
  return ownTerm(owner, `·${organizationId.slice("org_".length)}`);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.slice("ses_".length), "hex");
}

function fromRow(row: SessionRow): Session {
  const { id, rawText, finalText } = row;
  return { ...row, id: `ses_${Buffer.from(id).toString("hex")}`, rawText: rawText ?? finalText };
}
