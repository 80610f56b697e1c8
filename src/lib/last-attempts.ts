/** When the server last used what is outside of it, and how that went: since its start, for the process, as a `Tally` is. */
export const OUTSIDE = [
  "mail",
  "webhook",
  "company_log_in",
  "directory",
  "folder",
  "bucket",
  "quota",
] as const;
export type Outside = (typeof OUTSIDE)[number];

export interface Attempt {
  atMs: number;
  /** What it failed with; null where it did not. */
  error: string | null;
}

const ERROR_CHARS = 500;
const attempts = new Map<Outside, Attempt>();

export function noteAttempt(what: Outside, atMs: number, error: string | null): void {
  attempts.set(what, { atMs, error: error?.slice(0, ERROR_CHARS) ?? null });
}

/** Null where it was not used yet. */
export function lastAttempt(what: Outside): Attempt | null {
  return attempts.get(what) ?? null;
}
