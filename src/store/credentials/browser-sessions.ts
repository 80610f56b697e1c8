import { type Db, perDatabase } from "../db.ts";
import { lastCompanyLogInOf } from "../log-in/company-identities.ts";
import { change, changes } from "../statements.ts";

/** A person's session in a browser, without its token. Times are milliseconds since the epoch. */
export interface StoredBrowserSession {
  id: string;
  userId: string;
  methods: readonly string[];
  device: string;
  address: string;
  createdAt: number;
  authenticatedAt: number;
  lastSeenAt: number;
}

/** As it is looked up to let a request in. */
export interface BrowserSessionForEntry extends StoredBrowserSession {
  hash: Buffer;
  userDisabledAt: number | null;
  userAdministrator: 0 | 1;
  lastCompanyLogInAt: number | null;
}

type Row<T> = Omit<T, "methods"> & { methods: string };

const COLUMNS = `browser_sessions.id, user_id AS userId, methods, device, address,
  browser_sessions.created_at AS createdAt, authenticated_at AS authenticatedAt, last_seen_at AS lastSeenAt`;

const statements = perDatabase((db) => ({
  insert: db.prepare<[Row<StoredBrowserSession> & { hash: Uint8Array }]>(
    `INSERT INTO browser_sessions
       (id, user_id, hash, methods, device, address, created_at, authenticated_at, last_seen_at)
     VALUES (@id, @userId, @hash, @methods, @device, @address, @createdAt, @authenticatedAt, @lastSeenAt)`,
  ),
  byHash: db.prepare<[Uint8Array], Row<BrowserSessionForEntry>>(
    `SELECT ${COLUMNS}, hash, users.disabled_at AS userDisabledAt, users.administrator AS userAdministrator,
       ${lastCompanyLogInOf("browser_sessions.user_id")}
     FROM browser_sessions JOIN users ON users.id = user_id WHERE hash = ?`,
  ),
  ofUser: db.prepare<[string], Row<StoredBrowserSession>>(
    `SELECT ${COLUMNS} FROM browser_sessions WHERE user_id = ? ORDER BY last_seen_at DESC, id`,
  ),
  touch: db.prepare<[number, string]>("UPDATE browser_sessions SET last_seen_at = ? WHERE id = ?"),
  deleteOthers: db.prepare<[string, string]>("DELETE FROM browser_sessions WHERE user_id = ? AND id <> ?"),
}));

/** @param hash SHA-256 of the token, which itself is never stored. */
export function insertBrowserSession(db: Db, session: StoredBrowserSession, hash: Uint8Array): void {
  statements(db).insert.run({ ...session, methods: JSON.stringify(session.methods), hash });
}

export function browserSessionByHash(db: Db, hash: Uint8Array): BrowserSessionForEntry | null {
  const row = statements(db).byHash.get(hash);
  return row === undefined ? null : fromRow(row);
}

/** The one used last comes first. */
export function browserSessionsOf(db: Db, userId: string): StoredBrowserSession[] {
  return statements(db)
    .ofUser.all(userId)
    .map((row) => fromRow(row));
}

export function setBrowserSessionSeen(db: Db, id: string, nowMs: number): void {
  statements(db).touch.run(nowMs, id);
}

/** Returns whether the person had it. */
export const deleteBrowserSession = changes<[userId: string, id: string]>(
  "DELETE FROM browser_sessions WHERE user_id = ? AND id = ?",
);

/** All of a person but the one that is named, or all. Returns how many. */
export function deleteBrowserSessionsOf(db: Db, userId: string, exceptId: string | null): number {
  return statements(db).deleteOthers.run(userId, exceptId ?? "").changes;
}

/** Keeps the `count` of a person that were used last. */
export const deleteBrowserSessionsBeyond = change<[userId: string, count: number]>(
  `DELETE FROM browser_sessions WHERE id IN (
   SELECT id FROM browser_sessions WHERE user_id = ? ORDER BY last_seen_at DESC, id LIMIT -1 OFFSET ?)`,
);

/** Those last seen, or begun, at these times or before. */
export const deleteOldBrowserSessions = change<[lastSeenAt: number, createdAt: number]>(
  "DELETE FROM browser_sessions WHERE last_seen_at <= ? OR created_at <= ?",
);

function fromRow<T>(row: Row<T>): T {
  return { ...row, methods: JSON.parse(row.methods) } as T;
}
