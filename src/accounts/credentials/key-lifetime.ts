/** How long an API key may live, whatever it was created with. */

import { DAY_MS } from "../../lib/units.ts";
import { keyDaysOf } from "../../store/credentials/api-keys.ts";
import type { Db } from "../../store/db.ts";

/** `auth.key_days` of the configuration, if it is set. */
export interface SiteKeyLife {
  keyDays?: number | undefined;
}

/**
 * The most days that a key of the account lives: the operator's, or less where an organization asks for it, of its own
 * keys and of those of its members. Null: no limit.
 */
export function longestKeyDays(db: Db, accountId: string, site: SiteKeyLife): number | null {
  return shorter(site.keyDays ?? null, keyDaysOf(db, accountId));
}

/** When the key ends; null: never. */
export function endOfKey(
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number | null },
  days: number | null,
): number | null {
  return shorter(expiresAt, days === null ? null : createdAt + days * DAY_MS);
}

/** Null is the longest. */
export function shorter(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}
