/** An organization's owners may read what its members dictate, if the operator decided so. */
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import { memberOf } from "../../store/organizations/members.ts";
import { type User, userById } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import type { Membership } from "./permissions.ts";
import { allowsHistory, historyBoundTo, policyOf } from "./policy.ts";

/** Whose content may be read, and how much of it. */
export interface ContentReview {
  organizationId: string;
  member: User;
  /** Also what the member made alone, without the organization's keys. */
  whole: boolean;
  /** Only what was made since then. */
  sinceMs: number;
}

export const VIEWED_THINGS = ["dictations", "dictation", "recordings", "recording"] as const;
export type ViewedThing = (typeof VIEWED_THINGS)[number];

/**
 * The content of a member that the reader may see: made since the policy holds and since the member joined, as far as the
 * organization's keys see it.
 * @throws TiroError `history_unavailable` if the policy does not allow it, or history may not be kept;
 *   `person_not_found` if nobody of the organization has this id.
 */
export function requireContentReview(
  db: Db,
  { organization }: Pick<Membership, "organization">,
  memberId: string,
): ContentReview {
  const { id, contentReviewSince } = organization;
  if (contentReviewSince === null)
    throw new TiroError(
      "history_unavailable",
      "The organization's policy lets nobody read what its members dictate.",
      { hint: "The operator sets `tiro orgs policy ORGANIZATION --content-review owners`." },
    );
  const place = memberOf(db, id, memberId);
  const member = userById(db, memberId);
  if (place === null || member === null)
    throw new TiroError("person_not_found", "Nobody in the organization has this id.", { param: "member" });
  const binding = [
    { accountId: id, userId: memberId },
    { accountId: memberId, userId: memberId },
  ];
  if (!binding.every((caller) => allowsHistory(policyOf(db, caller))))
    throw new TiroError("history_unavailable", "A policy that binds the member does not allow history.");
  const whole = historyBoundTo(db, { accountId: id }) === null;
  return { organizationId: id, member, whole, sinceMs: Math.max(contentReviewSince, place.joinedAt) };
}

/** A line about the member, who sees it. In the transaction that read the content; of the content it has ids alone. */
export function recordViewing(
  changes: ChangeDeps,
  { organizationId, member }: ContentReview,
  thing: ViewedThing,
  id: string | null = null,
): void {
  recordAudit(changes, "content.viewed", member.id, { organization: organizationId, thing, id });
}
