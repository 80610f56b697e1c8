/**
 * The credentials of the company's directory. Each is for the whole server, as the company's log-in is: a person has one
 * account in all organizations, and a token of one organization that could disable it would reach into the others.
 */
import { timingSafeEqual } from "node:crypto";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { DAY_MS } from "../../lib/units.ts";
import { note } from "../../store/database/write-lock.ts";
import { inTransaction } from "../../store/db.ts";
import {
  insertScimToken,
  type ScimToken,
  scimTokenByHash,
  scimTokenById,
  scimTokens,
  setScimTokenLastUsed,
  setScimTokenRevoked,
} from "../../store/directory/tokens.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { requireName } from "../names.ts";
import { ScimError } from "./scim-error.ts";

const PREFIX = "scim_";
const BEARER = /^bearer +([A-Za-z0-9_-]+)$/i;

/**
 * Makes a token; the full one is handed out this once.
 * @throws TiroError `invalid_request` if a field is not valid, or there are as many as there may be.
 */
export function createScimToken(
  deps: ChangeDeps,
  { name, expiresInDays }: { name: string; expiresInDays?: number | undefined },
): ScimToken & { token: string } {
  const { db, clock } = deps;
  const token = newSecret(PREFIX);
  const createdAt = clock.now();
  const row: ScimToken = {
    id: newId("sct"),
    name: requireName("name", name, limits.keyNameChars),
    lastFour: token.slice(-4),
    createdAt,
    lastUsedAt: null,
    expiresAt: expiresInDays === undefined ? null : createdAt + daysMs(expiresInDays),
    revokedAt: null,
  };
  return inTransaction(db, () => {
    if (scimTokens(db).filter((each) => isLive(each, createdAt)).length >= limits.scimTokens)
      throw new TiroError("invalid_request", `There can be at most ${limits.scimTokens} tokens.`, {
        hint: "Revoke one: `tiro scim token list`, then `tiro scim token revoke ID`.",
      });
    insertScimToken(db, row, hashSecret(token));
    const expires_at = row.expiresAt === null ? null : toIsoTime(row.expiresAt);
    recordAudit(deps, "scim_token.created", row.id, { name: row.name, expires_at });
    return { ...row, token };
  });
}

/** From the next request on it is refused. @throws TiroError `invalid_request` if there is no such token. */
export function revokeScimToken(deps: ChangeDeps, id: string): ScimToken {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    const token = scimTokenById(db, id);
    if (token === null)
      throw new TiroError("invalid_request", `No such token: ${id}.`, {
        param: "id",
        hint: "Tokens are named by their id (sct_…), which `tiro scim token list` shows.",
      });
    if (token.revokedAt !== null) return token;
    const revokedAt = clock.now();
    setScimTokenRevoked(db, id, revokedAt);
    recordAudit(deps, "scim_token.revoked", id, { name: token.name });
    return { ...token, revokedAt };
  });
}

/** Lets a directory in by its `Authorization` header. @throws ScimError 401. */
export function authenticateDirectory(
  { db, clock }: Pick<ChangeDeps, "db" | "clock">,
  header: string | null,
): ScimToken {
  const [, token = ""] = BEARER.exec(header?.slice(0, limits.credentialChars) ?? "") ?? [];
  const hash = hashSecret(token);
  const known = token.startsWith(PREFIX) ? scimTokenByHash(db, hash) : null;
  const now = clock.now();
  if (known === null || !timingSafeEqual(known.hash, hash) || !isLive(known, now))
    throw new ScimError(
      401,
      null,
      "Send `Authorization: Bearer` with a token of `tiro scim token create` that is neither revoked nor expired.",
      { "WWW-Authenticate": 'Bearer realm="tiro SCIM"' },
    );
  if (known.lastUsedAt === null || Math.abs(now - known.lastUsedAt) >= limits.keyLastUsedEveryMs)
    note(db, () => setScimTokenLastUsed(db, known.id, now));
  return known;
}

export function scimTokenState(token: ScimToken, nowMs: number): "active" | "expired" | "revoked" {
  if (token.revokedAt !== null) return "revoked";
  return isLive(token, nowMs) ? "active" : "expired";
}

function isLive({ revokedAt, expiresAt }: ScimToken, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > nowMs);
}

function daysMs(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= limits.keyExpiryDays) return days * DAY_MS;
  throw new TiroError("invalid_request", `A token's lifetime is 1 to ${limits.keyExpiryDays} whole days.`, {
    param: "expires",
  });
}
