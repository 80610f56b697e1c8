/**
 * Sessions of people in browsers. A session is a random token in a cookie, of which only a hash is stored. It ends
 * after a time without use and after a time in all, when the person logs out, here or at the company's identity
 * provider, when their password changes, and when their account is disabled.
 */

import { timingSafeEqual } from "node:crypto";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import type { Logger } from "../../lib/logger.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import {
  type BrowserSessionForEntry,
  browserSessionByHash,
  browserSessionsOf,
  deleteBrowserSession,
  deleteBrowserSessionsBeyond,
  deleteBrowserSessionsOf,
  deleteOldBrowserSessions,
  insertBrowserSession,
  type StoredBrowserSession,
  setBrowserSessionSeen,
} from "../../store/credentials/browser-sessions.ts";
import { note } from "../../store/database/write-lock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { storeError } from "../../store/errors.ts";
import { type CompanySession, insertCompanySession } from "../../store/log-in/company-sessions.ts";
import type { User } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { allowsLogInMethods, isAccessOver } from "../policies/company-rules.ts";

/** How a person proved who they are. */
export type LogInMethod =
  | "password"
  | "totp"
  | "recovery_code"
  | "passkey"
  | "company"
  | "directory"
  | "setup_link"
  | "invitation";

/** The session with which a request came in. */
export interface BrowserSession {
  id: string;
  userId: string;
  createdAt: number;
  /** When the person last proved who they are. */
  authenticatedAt: number;
  methods: readonly string[];
  /** Stands in every form of this session's pages; another site cannot know it. */
  csrfToken: string;
}

export interface NewBrowserSession {
  methods: readonly LogInMethod[];
  /** Network address of the caller. */
  address: string;
  userAgent: string | null;
  /** Whether the person has never logged in with this browser before. */
  isNewDevice?: boolean;
  /** Where the person proved themselves elsewhere and earlier. */
  authenticatedAt?: number;
  /** The identity provider's session, which ends this one with it. */
  company?: CompanySession | null;
}

export interface BrowserSessionDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "company_log_in">;
}

/** Begins a session and returns its token, for the cookie alone. Each log-in makes a new one (session fixation). */
export function beginBrowserSession(
  { db, clock }: Pick<BrowserSessionDeps, "db" | "clock">,
  user: Pick<User, "id">,
  { methods, address, userAgent, isNewDevice = false, authenticatedAt, company = null }: NewBrowserSession,
): string {
  const token = newSecret("");
  const now = clock.now();
  const provedAt = Math.min(now, authenticatedAt ?? now);
  const times = { createdAt: now, authenticatedAt: provedAt, lastSeenAt: now };
  const id = newId("brs");
  const device = deviceOf(userAgent ?? "");
  const session = { id, userId: user.id, methods, device, address, ...times };
  inTransaction(db, () => {
    deleteOldBrowserSessions(db, now - limits.browserSessionIdleMs, now - limits.browserSessionMs);
    deleteBrowserSessionsBeyond(db, user.id, limits.browserSessionsPerPerson - 1);
    insertBrowserSession(db, session, hashSecret(token));
    if (company !== null) insertCompanySession(db, id, company);
    const actor = { id: user.id, credential: id, address };
    recordAudit({ db, clock, actor }, "user.logged_in", user.id, {
      methods: [...methods],
      ...(isNewDevice && { new_device: device }),
    });
  });
  return token;
}

/** The session of this token, or null if it ended, its person is disabled or has to log in another way. */
export function enterBrowserSession(deps: BrowserSessionDeps, token: string): BrowserSession | null {
  const hash = hashSecret(token);
  const session = browserSessionByHash(deps.db, hash);
  const now = deps.clock.now();
  if (session === null || !timingSafeEqual(session.hash, hash)) return null;
  if (session.userDisabledAt !== null || !isAlive(session, now)) return null;
  const person = { administrator: session.userAdministrator === 1 };
  if (!allowsLogInMethods(deps.config, person, session.methods)) return null;
  if (isAccessOver(deps.config, session.lastCompanyLogInAt, now)) return null;
  noteSeen(deps, session, now);
  const { id, userId, createdAt, authenticatedAt, methods } = session;
  return { id, userId, createdAt, authenticatedAt, methods, csrfToken: csrfTokenOf(token) };
}

/** The person's sessions that have not ended; the one used last comes first. */
export function listBrowserSessions(
  { db, clock }: Pick<BrowserSessionDeps, "db" | "clock">,
  userId: string,
): StoredBrowserSession[] {
  return browserSessionsOf(db, userId).filter((session) => isAlive(session, clock.now()));
}

/** One that ended already, or was never theirs, stays ended. */
export function endBrowserSession(deps: ChangeDeps, userId: string, id: string): void {
  inTransaction(deps.db, () => {
    if (deleteBrowserSession(deps.db, userId, id))
      recordAudit(deps, "user.logged_out", userId, { session: id });
  });
}

/** Logs the person out everywhere, but for one session where one is named. */
export function endBrowserSessions(deps: ChangeDeps, userId: string, exceptId: string | null = null): number {
  return inTransaction(deps.db, () => {
    const sessions = deleteBrowserSessionsOf(deps.db, userId, exceptId);
    if (sessions > 0) recordAudit(deps, "user.logged_out_everywhere", userId, { sessions });
    return sessions;
  });
}

/** Unless it is used before. */
export function endOfBrowserSession({
  createdAt,
  lastSeenAt,
}: Pick<StoredBrowserSession, "createdAt" | "lastSeenAt">): number {
  return Math.min(createdAt + limits.browserSessionMs, lastSeenAt + limits.browserSessionIdleMs);
}

function isAlive(session: StoredBrowserSession, now: number): boolean {
  return now < endOfBrowserSession(session);
}

/** Once a minute at most, since it is a write; a full disk must not log people out. */
function noteSeen({ db, logger }: BrowserSessionDeps, session: BrowserSessionForEntry, now: number): void {
  if (Math.abs(now - session.lastSeenAt) < limits.browserSessionSeenEveryMs) return;
  try {
    note(db, () => setBrowserSessionSeen(db, session.id, now));
  } catch (error) {
    const failure = storeError(error);
    if (!(failure instanceof TiroError)) throw failure;
    const { code, extras } = failure;
    logger.warn("browser_session_not_noted", { sessionId: session.id, code, hint: extras.hint });
  }
}

/** Made from the cookie's token, so that it need not be stored, and does not lead back to it. */
function csrfTokenOf(token: string): string {
  return hashSecret(`csrf ${token}`).toString("base64url");
}

const BROWSERS = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The recognizable part of a `User-Agent`; nothing else of it is kept. */
function deviceOf(userAgent: string): string {
  const first = (table: readonly (readonly [string, RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = first(BROWSERS) ?? "Unknown browser";
  const system = first(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
