import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Db } from "../../store/db.ts";
import { inSnapshot } from "../../store/db.ts";
import { listRecordings as listStored } from "../../store/recordings/list.ts";
import type { RecordingState, SeenRecording } from "../../store/recordings/recordings.ts";
import type { RecordingDeps } from "../deps.ts";
import { searchRecordings } from "../search/search.ts";
import type { Recording, RecordingList, RecordingMatch } from "../wire.ts";
import { findFolder, findRecording, viewerOf } from "./access.ts";
import { toRecording } from "./to-wire.ts";

/** Null stands for any. */
export interface RecordingFilters {
  query: string | null;
  folderId: string | null;
  tag: string | null;
  archived: boolean | null;
  state: RecordingState | null;
  whose: "own" | "shared" | null;
}

export interface RecordingPage {
  cursor: string | null;
  limit: number;
}

type Needs = Pick<RecordingDeps, "db" | "cursors">;

/**
 * Newest first.
 * @throws TiroError `history_unavailable`, `folder_not_found`, `invalid_cursor`, or `invalid_request` for a query without meaning.
 */
export async function listRecordings(
  { db, cursors }: Needs,
  principal: Principal,
  filters: RecordingFilters,
  { cursor, limit }: RecordingPage,
): Promise<RecordingList> {
  const viewer = viewerOf(db, principal);
  const { query, folderId, ...rest } = filters;
  const scope = JSON.stringify(["recordings", viewer.accountId, query, folderId, Object.values(rest)]);
  const before = cursor === null ? null : (cursors.decode(scope, cursor) as number);
  const filter = { ...rest, folder: folderOf(db, principal, folderId) };
  const searched =
    query === null
      ? null
      : await inTurns(
          searchRecordings(db, viewer, { query, filter }, before, limit + 1),
          limits.transcriptTurnMs,
        );
  return inSnapshot(db, () => {
    const found: { recording: SeenRecording; match?: RecordingMatch }[] =
      searched ?? listStored(db, viewer, filter, before, limit + 1).map((recording) => ({ recording }));
    const { items, next } = cursors.page(scope, found, limit, ({ recording }) => recording.number);
    const data = items.map(({ recording, match }) => ({
      ...toRecording(db, recording),
      ...(match && { match }),
    }));
    return { object: "list", data, ...next };
  });
}

/** @throws TiroError `history_unavailable`, `recording_not_found`. */
export function getRecording(
  { db, progressOf }: Pick<RecordingDeps, "db" | "progressOf">,
  principal: Principal,
  id: string,
): Recording {
  return inSnapshot(db, () => {
    const recording = findRecording(db, principal, id, "viewer");
    return { ...toRecording(db, recording), progress: progressOf(recording.jobId) };
  });
}

function folderOf(db: Db, principal: Principal, folderId: string | null): number | "none" | null {
  if (folderId === null || folderId === "none") return folderId;
  return findFolder(db, principal, folderId, "viewer").number;
}
