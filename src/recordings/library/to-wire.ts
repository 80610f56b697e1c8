/** Recordings and folders as the API returns them. */

import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { wireForm } from "../../lib/wire-form.ts";
import type { Db } from "../../store/db.ts";
import { countInFolder, type Folder } from "../../store/recordings/folders.ts";
import type { Viewer } from "../../store/recordings/owners.ts";
import type { SeenRecording, SpeakerNames } from "../../store/recordings/recordings.ts";
import { type ShareRow, seenBy, sharesOf } from "../../store/recordings/shares.ts";
import type { Recording, RecordingFolder, Share, Speaker } from "../wire.ts";

export function toRecording(db: Db, recording: SeenRecording): Recording {
  const { audio, errorCode, durationMs } = recording;
  const { shares, count } = seenBy(
    db,
    { recording: recording.number, folder: recording.folder },
    limits.recordingSharesTold,
  );
  return {
    object: "recording",
    ...wireForm(recording, "id", "name", "createdAt", "updatedAt"),
    person: recording.personId,
    organization_id: recording.organizationId,
    folder_id: recording.folderId,
    tags: [...recording.tags],
    archived: recording.archived,
    language: recording.language,
    duration_seconds: durationMs === null ? null : durationMs / 1000,
    state: recording.state,
    error: errorCode === null ? null : { code: errorCode, message: recording.errorMessage ?? "" },
    job_id: recording.jobId,
    progress: null,
    speakers: toSpeakers(recording.speakers),
    ...wireForm(recording, "wordCount", "revision", "access"),
    shared_with: shares.map(toShare),
    shared_count: count,
    audio: audio && {
      kind: audio.kind,
      content_type: audio.contentType,
      size: audio.bytes,
      kept_until: toIsoTime(audio.keptUntil),
    },
    source: recording.source,
  };
}

/** In the order of their numbers. */
export function toSpeakers(speakers: SpeakerNames): Speaker[] {
  return Object.entries(speakers)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([number, name]) => ({ id: `spk_${number}`, name }));
}

export function toFolder(db: Db, viewer: Viewer, folder: Folder): RecordingFolder {
  const shares = sharesOf(db, { folder: folder.number });
  return {
    object: "recording_folder",
    ...wireForm(folder, "id", "name", "createdAt", "updatedAt"),
    person: folder.personId,
    organization_id: folder.organizationId,
    access: folder.access,
    shared_with: shares.slice(0, limits.recordingSharesTold).map(toShare),
    shared_count: shares.length,
    count: countInFolder(db, viewer, folder.number),
  };
}

export function toShare({ userId, name, role }: ShareRow): Share {
  return { user_id: userId, name, role };
}
