/** Names beside ids: usage, jobs and requests outlive the account and the key that they are put down to. */
import { BROWSER, WATCH } from "../accounts/authentication/principal.ts";
import { isId } from "../lib/ids.ts";
import { keyById } from "../store/credentials/api-keys.ts";
import type { Db } from "../store/db.ts";
import { accountById } from "../store/metering/accounts.ts";
import { oauthGrantById } from "../store/oauth/grants.ts";

/** Of a person or an organization; null if it was deleted. */
export function nameOfAccount(db: Db, id: string): string | null {
  return accountById(db, id)?.name ?? null;
}

/** As its person called a key, or as an app calls itself; null if neither is there any more. */
export function nameOfCredential(db: Db, id: string): string | null {
  if (id === BROWSER) return "Browser";
  if (id === WATCH) return "Watched folder";
  return keyById(db, id)?.name ?? (oauthGrantById(db, id)?.clientName || null);
}

/** Of anything with a name and an id; null if it was deleted, undefined if the id is of something else. */
export function nameOf(db: Db, id: string): string | null | undefined {
  if (isId("usr", id) || isId("org", id)) return nameOfAccount(db, id);
  return isId("key", id) || isId("gra", id) ? nameOfCredential(db, id) : undefined;
}
