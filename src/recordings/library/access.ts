/** Who may see and change which recordings. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { allowsHistory, mayKeep, policyOf } from "../../accounts/policies/policy.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import type { Access } from "../../store/recordings/access.ts";
import { type Folder, folderById } from "../../store/recordings/folders.ts";
import type { Viewer } from "../../store/recordings/owners.ts";
import { recordingById, type SeenRecording } from "../../store/recordings/recordings.ts";

/** As much of a caller as decides what they see. */
export type Looker = Pick<Principal, "accountId" | "userId">;

const RANKS: Record<Access, number> = { viewer: 0, editor: 1, owner: 2 };

/** With an organization's key: the organization, whose recordings are not its members'. @throws TiroError `history_unavailable`. */
export function viewerOf(db: Db, principal: Looker): Viewer {
  if (!allowsHistory(policyOf(db, principal)))
    throw new TiroError("history_unavailable", "Your organization's policy does not allow history.");
  return { accountId: principal.accountId };
}

/** Whether a recording may be made, or what was said be written into one. @throws TiroError `history_unavailable`. */
export function requireKeeping(db: Db, principal: Principal): void {
  const viewer = viewerOf(db, principal);
  if (mayKeep(db, principal, principal.userId ?? viewer.accountId)) return;
  throw new TiroError("history_unavailable", "In privacy mode nothing is stored.");
}

/**
 * @param need what the caller wants to do with it.
 * @throws TiroError `recording_not_found`, also if they may not see it; `recording_access_required`, `history_unavailable`.
 */
export function findRecording(db: Db, principal: Looker, id: string, need: Access): SeenRecording {
  const recording = recordingById(db, viewerOf(db, principal), id);
  if (recording === null) throw new TiroError("recording_not_found", "You have no recording with this id.");
  requireAccess(recording.access, need);
  return recording;
}

/** @throws TiroError `folder_not_found`, also if they may not see it; `recording_access_required`, `history_unavailable`. */
export function findFolder(db: Db, principal: Principal, id: string, need: Access): Folder {
  const folder = folderById(db, viewerOf(db, principal), id);
  if (folder === null)
    throw new TiroError("folder_not_found", "You have no folder with this id.", { param: "folder_id" });
  requireAccess(folder.access, need);
  return folder;
}

function requireAccess(access: Access, need: Access): void {
  if (RANKS[access] >= RANKS[need]) return;
  const role = need === "owner" ? "Only its owner may do this" : "This requires the role editor";
  throw new TiroError("recording_access_required", `${role}; yours is ${access}.`);
}
