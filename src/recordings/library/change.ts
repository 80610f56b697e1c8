/** Changes of a recording besides its transcript. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { inTransaction } from "../../store/db.ts";
import {
  changeRecording as changeStored,
  recordingById,
  type SeenRecording,
  type RecordingChange as StoredChange,
} from "../../store/recordings/recordings.ts";
import type { RecordingDeps } from "../deps.ts";
import { findFolder, findRecording } from "./access.ts";

/** Fields that are left out stay. */
export interface RecordingChange {
  name?: string;
  tags?: readonly string[];
  language?: string | null;
  archived?: boolean;
  /** Null: out of its folder. */
  folderId?: string | null;
}

/**
 * Editors change names, tags and the language; only the owner archives it and puts it somewhere else.
 * @throws TiroError `recording_not_found`, `folder_not_found`, `recording_access_required`, `history_unavailable`.
 */
export function changeRecording(
  { db, clock }: Pick<RecordingDeps, "db" | "clock">,
  principal: Principal,
  id: string,
  { folderId, tags, ...rest }: RecordingChange,
): SeenRecording {
  return inTransaction(db, () => {
    const need = folderId === undefined && rest.archived === undefined ? "editor" : "owner";
    const recording = findRecording(db, principal, id, need);
    const change: StoredChange = {
      ...rest,
      ...(tags !== undefined && { tags: [...new Set(tags)] }),
      ...(folderId !== undefined && {
        folder: folderId === null ? null : findFolder(db, principal, folderId, "editor").number,
      }),
    };
    changeStored(db, recording, change, clock.now());
    return recordingById(db, principal, id) as SeenRecording;
  });
}
