import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { inSnapshot, inTransaction } from "../../store/db.ts";
import {
  audienceOfFolder,
  countFolders,
  deleteFolder,
  type Folder,
  folderById,
  foldersOf,
  insertFolder,
  renameFolder,
} from "../../store/recordings/folders.ts";
import { countRecordings, tagsOf } from "../../store/recordings/list.ts";
import type { RecordingDeps } from "../deps.ts";
import type { RecordingFolder, RecordingFolderList } from "../wire.ts";
import { findFolder, requireKeeping, viewerOf } from "./access.ts";
import { toFolder } from "./to-wire.ts";

type Needs = Pick<RecordingDeps, "db" | "clock">;

/** By name. @throws TiroError `history_unavailable`. */
export function listFolders({ db }: Pick<Needs, "db">, principal: Principal): RecordingFolderList {
  const viewer = viewerOf(db, principal);
  return inSnapshot(db, () => ({
    object: "list",
    data: foldersOf(db, viewer).map((folder) => toFolder(db, viewer, folder)),
    counts: countRecordings(db, viewer),
    tags: tagsOf(db, viewer, { rows: limits.taggedRecordingsRead, limit: limits.tagsTold }),
  }));
}

/** @throws TiroError `history_unavailable`, `invalid_request` if there are too many. */
export function addFolder({ db, clock }: Needs, principal: Principal, name: string): RecordingFolder {
  return inTransaction(db, () => {
    requireKeeping(db, principal);
    const viewer = viewerOf(db, principal);
    if (countFolders(db, viewer) >= limits.recordingFolders)
      throw new TiroError("invalid_request", `There can be at most ${limits.recordingFolders} folders.`);
    const id = newId("fld");
    insertFolder(db, { ...viewer, id, name, nowMs: clock.now() });
    return toFolder(db, viewer, folderById(db, viewer, id) as Folder);
  });
}

/** @throws TiroError `folder_not_found`, `recording_access_required`, `history_unavailable`. */
export function changeFolder(
  { db, clock }: Needs,
  principal: Principal,
  id: string,
  name: string,
): { folder: RecordingFolder; audience: string[] } {
  return inTransaction(db, () => {
    const folder = findFolder(db, principal, id, "owner");
    renameFolder(db, folder.number, name, clock.now());
    const renamed = toFolder(db, viewerOf(db, principal), findFolder(db, principal, id, "owner"));
    return { folder: renamed, audience: audienceOfFolder(db, folder.number) };
  });
}

/**
 * Its recordings stay with their owners, outside of folders.
 * @returns who saw it.
 * @throws TiroError `folder_not_found`, `recording_access_required`, `history_unavailable`.
 */
export function removeFolder({ db }: Pick<Needs, "db">, principal: Principal, id: string): string[] {
  return inTransaction(db, () => {
    const { number } = findFolder(db, principal, id, "owner");
    const audience = audienceOfFolder(db, number);
    deleteFolder(db, number);
    return audience;
  });
}
