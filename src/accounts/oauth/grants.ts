/** The access that people gave to clients: listed, used, taken back. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { deleteOAuthCodesOf } from "../../store/oauth/authorization-codes.ts";
import {
  type ListedOAuthGrant,
  liveOAuthGrants,
  oauthGrantById,
  setOAuthGrantRevoked,
} from "../../store/oauth/grants.ts";
import { deleteOAuthRefreshTokensOf } from "../../store/oauth/refresh-tokens.ts";
import type { AuditAction } from "../audit/actions.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";

/** Those that still work, oldest first; of one person, or all. */
export function listGrants({ db, clock }: Pick<ChangeDeps, "db" | "clock">, userId: string | null) {
  return liveOAuthGrants(db, userId, clock.now());
}

/**
 * From the next request on, none of its tokens works. Revoking it again changes nothing.
 * @param ownerId only if it is this person's.
 * @throws TiroError `invalid_request` if there is no such grant.
 */
export function revokeGrant(deps: ChangeDeps, id: string, ownerId: string | null = null): ListedOAuthGrant {
  return inTransaction(deps.db, () => {
    const grant = oauthGrantById(deps.db, id);
    if (grant === null || (ownerId !== null && grant.userId !== ownerId)) throw noSuchGrant();
    return endGrant(deps, grant, "grant.revoked");
  });
}

/** All of one person: every app has to ask anew. @returns those that were revoked. */
export function revokeGrantsOf(deps: ChangeDeps, userId: string): ListedOAuthGrant[] {
  return inTransaction(deps.db, () =>
    listGrants(deps, userId).map((grant) => endGrant(deps, grant, "grant.revoked")),
  );
}

/** A code or refresh token of it was used by somebody who should not have it: all that came of it ends. */
export function endMisusedGrant(deps: ChangeDeps, id: string, misuse: "code" | "refresh_token"): void {
  const grant = oauthGrantById(deps.db, id);
  if (grant !== null) endGrant(deps, grant, "grant.misused", { reused: misuse });
}

/** So that one more has room: those made first go. */
export function revokeGrantsBeyond(deps: ChangeDeps, userId: string): void {
  const grants = listGrants(deps, userId);
  for (const grant of grants.slice(0, Math.max(0, grants.length + 1 - limits.oauthGrantsPerPerson)))
    endGrant(deps, grant, "grant.revoked");
}

function endGrant(
  deps: ChangeDeps,
  grant: ListedOAuthGrant,
  action: AuditAction,
  details: Record<string, string> = {},
): ListedOAuthGrant {
  if (grant.revokedAt !== null) return grant;
  const { db, clock } = deps;
  const revokedAt = clock.now();
  setOAuthGrantRevoked(db, grant.id, revokedAt);
  forgetSecrets(db, grant.id);
  const { userId, clientId, clientName } = grant;
  recordAudit(deps, action, grant.id, {
    user: userId,
    client: clientId,
    client_name: clientName,
    ...details,
  });
  return { ...grant, revokedAt };
}

function forgetSecrets(db: Db, grantId: string): void {
  deleteOAuthCodesOf(db, grantId);
  deleteOAuthRefreshTokensOf(db, grantId);
}

function noSuchGrant(): TiroError {
  return new TiroError("invalid_request", "No such grant.", {
    param: "id",
    hint: "Grants are named by their id (gra_…), which `tiro grants list` shows.",
  });
}
