import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import type { RecordingFilter } from "../../store/recordings/list.ts";
import type { Viewer } from "../../store/recordings/owners.ts";
import type { SeenRecording } from "../../store/recordings/recordings.ts";
import type { RecordingMatch } from "../wire.ts";

export function searchRecordings(
  _db: Db,
  _viewer: Viewer,
  _asked: { query: string; filter: RecordingFilter },
  _before: number | null,
  _limit: number,
): { recording: SeenRecording; match: RecordingMatch }[] {
  throw new TiroError("invalid_request", "search comes", { param: "query" });
}
