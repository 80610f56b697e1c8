import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId, newId } from "../../lib/ids.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { DAY_MS } from "../../lib/units.ts";
import {
  type ApiKey,
  countLiveKeys,
  insertKey,
  keyById,
  keysOf,
  setKeyReplaced,
  setKeyRevoked,
} from "../../store/credentials/api-keys.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { membersOf } from "../../store/organizations/members.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { requireName } from "../names.ts";
import { endOfKey, longestKeyDays, type SiteKeyLife, shorter } from "./key-lifetime.ts";
import { SCOPES } from "./scopes.ts";

export interface KeyDeps extends ChangeDeps, SiteKeyLife {
  /** `auth.key_prefixes` of the configuration; new keys get the first. */
  keyPrefixes: readonly string[];
}

export interface NewKey {
  name: string;
  /** From now; without it the key lives as long as keys of the account may. */
  expiresInDays?: number | undefined;
  /** Some of `SCOPES`; all of them without it. */
  scopes?: readonly string[] | undefined;
}

/** The full key, this once: only its hash is kept. */
export interface CreatedKey extends ApiKey {
  key: string;
}

/**
 * Makes a key that acts as the person, or as the organization and its members.
 * @param account a person or an organization.
 * @throws TiroError `invalid_request` if a field is not valid, the key would outlive what is allowed, or the account
 *   holds all the keys that it may.
 */
export function createKey(deps: KeyDeps, account: { id: string }, input: NewKey): CreatedKey {
  return makeKey(deps, account, input, newId("key"));
}

function makeKey(deps: KeyDeps, account: { id: string }, input: NewKey, id: string): CreatedKey {
  const { db, clock } = deps;
  const key = newSecret(deps.keyPrefixes[0] as string);
  const createdAt = clock.now();
  return inTransaction(db, () => {
    const longest = longestKeyDays(db, account.id, deps);
    const row: ApiKey = {
      id,
      accountId: account.id,
      userId: isId("usr", account.id) ? account.id : null,
      name: requireName("name", input.name, limits.keyNameChars),
      scopes: requireScopes(input.scopes ?? SCOPES),
      lastFour: key.slice(-4),
      createdAt,
      lastUsedAt: null,
      expiresAt: expiry(input.expiresInDays ?? longest, createdAt, longest),
      revokedAt: null,
      replacedBy: null,
    };
    requireRoom(deps, account.id, longest);
    insertKey(db, row, hashSecret(key));
    const { accountId, name, scopes, expiresAt } = row;
    const expires_at = expiresAt === null ? null : toIsoTime(expiresAt);
    const details = { account: accountId, name, scopes: [...scopes], expires_at };
    recordAudit(deps, "key.created", id, details);
    return { ...row, key };
  });
}

/**
 * A new key in the place of one that works: of the same account, with its name, scopes and length of life. The old one
 * works on for the overlap, so that its users can change over, but no longer than it would have.
 * @throws TiroError `invalid_request` if there is no such key, it has ended or was rotated before, or as `createKey`.
 */
export function rotateKey(deps: KeyDeps, id: string, { overlapMs }: { overlapMs: number }): CreatedKey {
  const { db, clock } = deps;
  if (!(overlapMs >= 0 && overlapMs <= limits.keyOverlapMs))
    throw new TiroError("invalid_request", `The overlap is at most ${limits.keyOverlapMs / DAY_MS} days.`, {
      param: "overlap",
    });
  return inTransaction(db, () => {
    const old = keyById(db, id);
    if (old === null) throw noSuchKey(id);
    if (old.replacedBy !== null)
      throw new TiroError(
        "invalid_request",
        `The key was rotated before: ${old.replacedBy} took its place.`,
        {
          param: "id",
          hint: "Rotate that one.",
        },
      );
    const now = clock.now();
    const longest = longestKeyDays(db, old.accountId, deps);
    const end = endOfKey(old, longest);
    if (old.revokedAt !== null || (end !== null && end <= now))
      throw new TiroError("invalid_request", "The key has ended. Create a new one.", { param: "id" });
    const expiresAt = Math.min(end ?? Number.POSITIVE_INFINITY, now + overlapMs);
    const days = old.expiresAt === null ? null : Math.ceil((old.expiresAt - old.createdAt) / DAY_MS);
    const { accountId, name, scopes } = old;
    const replacedBy = newId("key");
    setKeyReplaced(db, id, { replacedBy, expiresAt });
    const details = { account: accountId, name, replaced_by: replacedBy, expires_at: toIsoTime(expiresAt) };
    recordAudit(deps, "key.rotated", id, details);
    const like = { name, scopes, expiresInDays: shorter(days, longest) ?? undefined };
    return makeKey(deps, { id: accountId }, like, replacedBy);
  });
}

/** Oldest first, revoked and expired ones too; those of one account, or all of them. `expiresAt` is when each ends. */
export function listKeys(db: Db, accountId: string | null, site: SiteKeyLife = {}): ApiKey[] {
  return keysOf(db, accountId).map((key) => ({
    ...key,
    expiresAt: endOfKey(key, longestKeyDays(db, key.accountId, site)),
  }));
}

/** How many keys of the organization and its members a longest life has ended that would work without any. */
export function countKeysEndedEarly(deps: KeyDeps, organizationId: string): number {
  const { db, clock } = deps;
  const now = clock.now();
  const isOver = (end: number | null) => end !== null && end <= now;
  const accounts = [organizationId, ...membersOf(db, organizationId).map(({ userId }) => userId)];
  return accounts.reduce((count, accountId) => {
    const longest = longestKeyDays(db, accountId, deps);
    const ended = keysOf(db, accountId).filter(
      (key) => key.revokedAt === null && !isOver(key.expiresAt) && isOver(endOfKey(key, longest)),
    );
    return count + ended.length;
  }, 0);
}

/**
 * From the next request on the key is refused. Revoking it again changes nothing.
 * @throws TiroError `invalid_request` if there is no such key.
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

function requireScopes(scopes: readonly string[]): ApiKey["scopes"] {
  const chosen = SCOPES.filter((scope) => scopes.includes(scope));
  if (chosen.length === new Set(scopes).size && chosen.length > 0) return chosen;
  throw new TiroError("invalid_request", `A key's scopes are ${SCOPES.join(", ")}, or both.`, {
    param: "scope",
  });
}

function requireRoom({ db, clock }: KeyDeps, accountId: string, longest: number | null): void {
  const nowMs = clock.now();
  const bornAfter = longest === null ? -1 : nowMs - longest * DAY_MS;
  if (countLiveKeys(db, { accountId, nowMs, bornAfter }) < limits.keysPerAccount) return;
  throw new TiroError("invalid_request", `An account can have at most ${limits.keysPerAccount} keys.`, {
    hint: "Revoke an unused one: `tiro keys list`, then `tiro keys revoke ID`.",
  });
}

function expiry(days: number | null, nowMs: number, longest: number | null): number | null {
  if (days === null) return null;
  const most = longest ?? limits.keyExpiryDays;
  if (Number.isInteger(days) && days >= 1 && days <= most) return nowMs + days * DAY_MS;
  const why = longest === null ? "" : " here: auth.key_days or an organization's policy says so";
  throw new TiroError("invalid_request", `A key's lifetime is 1 to ${most} whole days${why}.`, {
    param: "expires",
  });
}
