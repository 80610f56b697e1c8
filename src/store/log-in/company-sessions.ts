import type { Db } from "../db.ts";
import { change, row, rows } from "../statements.ts";
import type { CompanyIdentityName } from "./company-identities.ts";

/** The identity provider's session by which a session in a browser began. */
export interface CompanySession extends CompanyIdentityName {
  /** Null if the provider does not name its sessions. */
  sid: string | null;
}

/** Which of an issuer's sessions: those of a subject, the one of a `sid`, or that of both. */
export interface CompanySessionFilter {
  issuer: string;
  subject: string | null;
  sid: string | null;
}

const take = change<[string, string, number]>(
  "INSERT INTO company_logout_tokens (issuer, jti, refused_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
);
const forget = change<[number]>("DELETE FROM company_logout_tokens WHERE refused_at < ?");

export const insertCompanySession = change<[id: string, session: CompanySession]>(
  `INSERT INTO company_sessions (browser_session_id, issuer, subject, sid)
   VALUES (@id, @issuer, @subject, @sid)`,
  (id, session) => ({ id, ...session }),
);

/** Null if the browser session began in another way. */
export const companySessionOf = row<[browserSessionId: string], CompanySession>(
  "SELECT issuer, subject, sid FROM company_sessions WHERE browser_session_id = ?",
);

export const companySessionsMatching = rows<[filter: CompanySessionFilter], { id: string; userId: string }>(
  `SELECT browser_session_id AS id, user_id AS userId
   FROM company_sessions JOIN browser_sessions ON browser_sessions.id = browser_session_id
   WHERE issuer = @issuer AND (@subject IS NULL OR subject = @subject) AND (@sid IS NULL OR sid = @sid)`,
);

/** Returns whether the token was not taken before. It is remembered until it is refused anyway. */
export function consumeLogoutToken(
  db: Db,
  { issuer, jti, refusedAt }: { issuer: string; jti: string; refusedAt: number },
  nowMs: number,
): boolean {
  forget(db, nowMs);
  return take(db, issuer, jti, refusedAt) > 0;
}
