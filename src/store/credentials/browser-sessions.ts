import { lastCompanyLogInOf } from "../log-in/company-identities.ts";
import { change, changes, rowAs, rowsAs } from "../statements.ts";

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

/** @param hash SHA-256 of the token, which itself is never stored. */
export const insertBrowserSession = change<[session: StoredBrowserSession, hash: Uint8Array]>(
  `INSERT INTO browser_sessions
     (id, user_id, hash, methods, device, address, created_at, authenticated_at, last_seen_at)
   VALUES (@id, @userId, @hash, @methods, @device, @address, @createdAt, @authenticatedAt, @lastSeenAt)`,
  (session, hash) => ({ ...session, methods: JSON.stringify(session.methods), hash }),
);

export const browserSessionByHash = rowAs<
  [hash: Uint8Array],
  Row<BrowserSessionForEntry>,
  BrowserSessionForEntry
>(
  `SELECT ${COLUMNS}, hash, users.disabled_at AS userDisabledAt, users.administrator AS userAdministrator,
     ${lastCompanyLogInOf("browser_sessions.user_id")}
   FROM browser_sessions JOIN users ON users.id = user_id WHERE hash = ?`,
  fromRow,
);

/** The one used last comes first. */
export const browserSessionsOf = rowsAs<[userId: string], Row<StoredBrowserSession>, StoredBrowserSession>(
  `SELECT ${COLUMNS} FROM browser_sessions WHERE user_id = ? ORDER BY last_seen_at DESC, id`,
  fromRow,
);

export const setBrowserSessionSeen = change<[id: string, nowMs: number]>(
  "UPDATE browser_sessions SET last_seen_at = ?2 WHERE id = ?1",
);

/** Returns whether the person had it. */
export const deleteBrowserSession = changes<[userId: string, id: string]>(
  "DELETE FROM browser_sessions WHERE user_id = ? AND id = ?",
);

/** All of a person but the one that is named, or all. Returns how many. */
export const deleteBrowserSessionsOf = change<[userId: string, exceptId: string | null]>(
  "DELETE FROM browser_sessions WHERE user_id = ? AND id <> ?",
  (userId, exceptId) => [userId, exceptId ?? ""],
);

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
