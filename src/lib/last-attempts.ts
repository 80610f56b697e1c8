/** When the server last used what is outside of it, and how that went: since its start, for the process, as a `Tally` is. */
export const OUTSIDE = [
  "mail",
  "webhook",
  "company_log_in",
  "directory",
  "scim",
  "folder",
  "bucket",
  "quota",
] as const;
export type Outside = (typeof OUTSIDE)[number];

export interface Attempt {
  atMs: number;
  /** Its failure; null if it did not. */
  error: string | null;
}

export interface Failure extends Attempt {
  error: string;
}

const ERROR_CHARS = 500;
const FAILURES_KEPT = 10;
const attempts = new Map<Outside, Attempt>();
const failures = new Map<Outside, Failure[]>();

export function noteAttempt(what: Outside, atMs: number, error: string | null): void {
  const shown = error?.slice(0, ERROR_CHARS) ?? null;
  attempts.set(what, { atMs, error: shown });
  if (shown === null) return;
  failures.set(what, [{ atMs, error: shown }, ...lastFailures(what)].slice(0, FAILURES_KEPT));
}

/** The newest first. */
export function lastFailures(what: Outside): readonly Failure[] {
  return failures.get(what) ?? [];
}

/** Null if it was not used yet. */
export function lastAttempt(what: Outside): Attempt | null {
  return attempts.get(what) ?? null;
}
