/**
 * Sharing, one by one or by folder: with people of one's organizations who have logged in. Shares end with membership, by a
 * trigger of the database.
 */
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { memberOf } from "../../store/organizations/members.ts";
import { userById } from "../../store/people/users.ts";
import { audienceOfFolder } from "../../store/recordings/folders.ts";
import { audienceOf } from "../../store/recordings/recordings.ts";
import {
  hasLoggedIn,
  haveCommonOrganization,
  peopleBeside as peopleBesideStored,
  putShare as putStored,
  removeShare as removeStored,
  type Shareable,
  type ShareRole,
  sharesOf,
  shareWith,
} from "../../store/recordings/shares.ts";
import type { PeopleList, Share } from "../wire.ts";
import { findFolder, findRecording, viewerOf } from "./access.ts";
import { toShare } from "./to-wire.ts";

/** By id. */
export type SharedThing = { recording: string } | { folder: string };

interface Found {
  id: string;
  thing: Shareable;
  personId: string | null;
  organizationId: string | null;
}

/** Who is notified of a change, and of what. */
export interface Told {
  audience: string[];
  thing: Shareable;
}

/** @throws TiroError `recording_not_found`, `folder_not_found`, `history_unavailable`. */
export function listShares(db: Db, principal: Principal, thing: SharedThing): Share[] {
  return sharesOf(db, findThing(db, principal, thing, "viewer").thing).map(toShare);
}

/**
 * @throws TiroError `recording_not_found`, `folder_not_found`, `recording_access_required`, `history_unavailable`; `invalid_request`
 *   where the person cannot share with this one.
 */
export function putShare(
  changes: ChangeDeps,
  principal: Principal,
  thing: SharedThing,
  { userId, role }: { userId: string; role: ShareRole },
): Told & { share: Share } {
  const { db, clock } = changes;
  return inTransaction(db, () => {
    const found = findThing(db, principal, thing, "owner");
    const shares = sharesOf(db, found.thing);
    const known = shares.find((share) => share.userId === userId);
    if (known === undefined) {
      requireReachable(db, found, userId);
      if (shares.length >= limits.recordingShares)
        throw new TiroError(
          "invalid_request",
          `It can be shared with at most ${limits.recordingShares} people.`,
        );
    }
    if (known?.role !== role) {
      putStored(db, found.thing, { userId, role, at: clock.now() });
      recordAudit(changes, "recording.shared", found.id, { user: userId, role });
    }
    const user = userById(db, userId);
    const name = user?.name ?? user?.email ?? "";
    return {
      share: { user_id: userId, name, role },
      audience: audienceOfThing(db, found.thing),
      thing: found.thing,
    };
  });
}

/**
 * The owner takes it back from anybody; others leave by themselves.
 * @throws TiroError `recording_not_found`, `folder_not_found`, `recording_access_required`, `history_unavailable`.
 */
export function removeShare(
  changes: ChangeDeps,
  principal: Principal,
  thing: SharedThing,
  userId: string,
): Told {
  const { db } = changes;
  return inTransaction(db, () => {
    const isOwn = userId === principal.accountId;
    const found = findThing(db, principal, thing, isOwn ? "viewer" : "owner");
    const audience = audienceOfThing(db, found.thing);
    const role = shareWith(db, found.thing, userId);
    if (role !== null && removeStored(db, found.thing, userId))
      recordAudit(changes, "recording.unshared", found.id, { user: userId, role });
    return { audience, thing: found.thing };
  });
}

/** Those with whom the caller can share. @param query a part of a name or address; empty: any. */
export function peopleBeside(db: Db, principal: Principal, query: string): PeopleList {
  const { accountId, userId } = principal;
  viewerOf(db, principal);
  const isPerson = accountId === userId;
  const people = peopleBesideStored(db, {
    userId: isPerson ? accountId : "",
    organizationId: isPerson ? null : accountId,
    query: query.toLowerCase(),
    limit: limits.recordingSharesTold,
  });
  return {
    object: "list",
    data: people.map((person) => ({ user_id: person.userId, name: person.name, email: person.email })),
  };
}

/** @throws TiroError `invalid_request`: the same for people elsewhere and for none. */
function requireReachable(db: Db, { personId, organizationId }: Found, userId: string): void {
  const isReachable =
    personId === null
      ? organizationId !== null && memberOf(db, organizationId, userId) !== null
      : personId !== userId && haveCommonOrganization(db, personId, userId);
  if (isReachable && hasLoggedIn(db, userId)) return;
  throw new TiroError(
    "invalid_request",
    "There is no such person in your organizations, or they have not logged in yet.",
    { param: "user" },
  );
}

function findThing(db: Db, principal: Principal, thing: SharedThing, need: "owner" | "viewer"): Found {
  if ("recording" in thing) {
    const { id, number, personId, organizationId } = findRecording(db, principal, thing.recording, need);
    return { id, thing: { recording: number }, personId, organizationId };
  }
  const { id, number, personId, organizationId } = findFolder(db, principal, thing.folder, need);
  return { id, thing: { folder: number }, personId, organizationId };
}

function audienceOfThing(db: Db, thing: Shareable): string[] {
  return "recording" in thing ? audienceOf(db, thing.recording) : audienceOfFolder(db, thing.folder);
}
