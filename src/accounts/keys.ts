import { limits } from "../config/limits.ts";
import { toIsoTime } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { isId, newId } from "../lib/ids.ts";
import { type ApiKey, countLiveKeys, insertKey, keyById, keysOf, setKeyRevoked } from "../store/api-keys.ts";
import { type Db, inTransaction } from "../store/db.ts";
import type { ChangeDeps } from "./actor.ts";
import { recordAudit } from "./audit.ts";
import { requireName } from "./names.ts";
import { hashSecret, newSecret } from "./secret.ts";

export interface KeyDeps extends ChangeDeps {
  /** `auth.key_prefixes` of the configuration; new keys get the first. */
  keyPrefixes: readonly string[];
}

export interface NewKey {
  name: string;
  /** From now; the key never expires without it. */
  expiresInDays?: number | undefined;
}

/** The full key, this once: only its hash is kept. */
export interface CreatedKey extends ApiKey {
  key: string;
}

const DAY_MS = 24 * 3600_000;

/**
 * Makes a key that acts as the person, or as the organization and its members.
 * @param account a person or an organization.
 * @throws TiroError `invalid_request` where a field is not valid or the account holds all the keys that it may.
 */
export function createKey(deps: KeyDeps, account: { id: string }, input: NewKey): CreatedKey {
  const { db, clock } = deps;
  const key = newSecret(deps.keyPrefixes[0] as string);
  const createdAt = clock.now();
  const row: ApiKey = {
    id: newId("key"),
    accountId: account.id,
    userId: isId("usr", account.id) ? account.id : null,
    name: requireName("name", input.name, limits.keyNameChars),
    lastFour: key.slice(-4),
    createdAt,
    lastUsedAt: null,
    expiresAt: expiry(input.expiresInDays, createdAt),
    revokedAt: null,
  };
  return inTransaction(db, () => {
    if (countLiveKeys(db, row.accountId, createdAt) >= limits.keysPerAccount)
      throw new TiroError("invalid_request", `An account can have at most ${limits.keysPerAccount} keys.`, {
        hint: "Revoke an unused one: `tiro keys list`, then `tiro keys revoke ID`.",
      });
    insertKey(db, row, hashSecret(key));
    const { id, accountId, name, expiresAt } = row;
    const expires_at = expiresAt === null ? null : toIsoTime(expiresAt);
    recordAudit(deps, "key.created", id, { account: accountId, name, expires_at });
    return { ...row, key };
  });
}

/** Oldest first, revoked and expired ones too; those of one account, or all of them. */
export function listKeys(db: Db, accountId: string | null): ApiKey[] {
  return keysOf(db, accountId);
}

/**
 * From the next request on the key is refused. Revoking it again changes nothing.
 * @throws TiroError `invalid_request` where there is no such key.
 */
export function revokeKey(deps: ChangeDeps, id: string): ApiKey {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    const key = keyById(db, id);
    if (key === null) throw noSuchKey(id);
    if (key.revokedAt !== null) return key;
    const revokedAt = clock.now();
    setKeyRevoked(db, id, revokedAt);
    recordAudit(deps, "key.revoked", id, { account: key.accountId, name: key.name });
    return { ...key, revokedAt };
  });
}

function noSuchKey(id: string): TiroError {
  return new TiroError("invalid_request", `No such key: ${id}.`, {
    param: "id",
    hint: "Keys are named by their id (key_…), which `tiro keys list` shows.",
  });
}

function expiry(days: number | undefined, nowMs: number): number | null {
  if (days === undefined) return null;
  if (Number.isInteger(days) && days >= 1 && days <= limits.keyExpiryDays) return nowMs + days * DAY_MS;
  throw new TiroError("invalid_request", `A key's lifetime is 1 to ${limits.keyExpiryDays} whole days.`, {
    param: "expires",
  });
}
