import { createHash } from "node:crypto";
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import { organizationsOf } from "./permissions.ts";

const CHARS = 16;

/**
 * Names what the person's organizations decided for their words: it is another one once they join or leave one, or one
 * decides otherwise. Pages show these decisions, and send along what they showed.
 */
export function policyRevision(db: Db, userId: string): string {
  const decided = organizationsOf(db, userId).map(({ organization }) => {
    const {
      id,
      zeroRetention,
      historyAllowed,
      retentionDays,
      allowedLanguages,
      historyScope,
      contentReview,
    } = organization;
    return [id, zeroRetention, historyAllowed, retentionDays, allowedLanguages, historyScope, contentReview];
  });
  return createHash("sha256").update(JSON.stringify(decided)).digest("base64url").slice(0, CHARS);
}

/**
 * @param shown what the page showed; null if the caller knows none.
 * @throws TiroError `policy_changed`.
 */
export function requirePolicyRevision(db: Db, userId: string, shown: string | null): void {
  if (shown === null || shown === policyRevision(db, userId)) return;
  throw new TiroError(
    "policy_changed",
    "Your organizations, or what they decided for your words, have changed. Nothing was done: read GET /v1/me/profile again, then repeat this.",
  );
}
