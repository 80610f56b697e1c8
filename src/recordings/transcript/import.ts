/** A transcript that another program made becomes a recording. */
import { countText } from "../../accounts/audit/daily-changes.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { newId } from "../../lib/ids.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { languageOf } from "../../lib/languages.ts";
import type { Slices } from "../../lib/slices.ts";
import { makeRoomInLog, whenWritable } from "../../store/database/write-lock.ts";
import { inTransaction } from "../../store/db.ts";
import { insertRecording } from "../../store/recordings/recordings.ts";
import type { RecordingDeps } from "../deps.ts";
import { findFolder, findRecording, requireKeeping } from "../library/access.ts";
import { publishRecording } from "../library/events.ts";
import { toRecording } from "../library/to-wire.ts";
import { nameOfFile } from "../name-of-file.ts";
import { toNewSegment } from "../segments/model.ts";
import type { TranscriptSegment } from "../transcript-model/segments.ts";
import type { Recording } from "../wire.ts";
import { insertTranscript, type NewSegment, preparingTranscript } from "./insert.ts";

export interface RecordingImport {
  content: string;
  name: string | null;
  fileName: string | null;
  /** Null: as the file says. */
  language: string | null;
  folderId: string | null;
  tags: readonly string[];
}

/** Options of an import besides its words. */
export interface ImportWays {
  /** A transcript of another program, or the result of a job. */
  source: "import" | { jobId: string; durationMs: number | null };
  /** In the transaction that stores it: what else is stored of it, by its number. */
  beside?: (recording: number, nowMs: number) => void;
  /** After that, still in the transaction: as it is answered. */
  stored?: (recording: Recording) => void;
}

const UNNAMED = "Transcript";

/**
 * @throws TiroError `history_unavailable`, `folder_not_found`, `recording_access_required`; `invalid_request` for a
 * file that cannot be read; `rate_limit_exceeded` after too much text in a day.
 */
export async function importRecording(
  deps: Pick<RecordingDeps, "db" | "clock" | "events">,
  principal: Principal,
  { content, name, fileName, language, folderId, tags }: RecordingImport,
  { source, beside = () => {}, stored = () => {} }: ImportWays,
): Promise<Recording> {
  const { db, clock } = deps;
  requireKeeping(db, principal);
  const { importSlices } = await import("../imports/read-transcript.ts");
  const imported = await inTurns(importSlices(content), limits.transcriptTurnMs);
  const { segments, speakers } = imported;
  const job = source === "import" ? null : source;
  const news = await inTurns(toNew(segments), limits.transcriptTurnMs);
  const prepared = await inTurns(preparingTranscript(news, speakers), limits.transcriptTurnMs);
  const id = newId("rec");
  const nowMs = clock.now();
  await makeRoomInLog(db);
  const recording = await whenWritable(db, () =>
    inTransaction(db, () => {
      requireKeeping(db, principal);
      const number = insertRecording(db, {
        ...{ id, accountId: principal.accountId, tags, durationMs: job?.durationMs ?? imported.durationMs },
        name: name ?? nameOfFile(fileName, UNNAMED),
        folder: folderId === null ? null : findFolder(db, principal, folderId, "editor").number,
        language: language ?? (imported.language === null ? null : languageOf(imported.language)),
        state: "ready",
        source: job === null ? "import" : "job",
        jobId: job?.jobId ?? null,
        createdAt: nowMs,
      });
      insertTranscript(db, { number, revision: 0 }, prepared, nowMs);
      // The text of a job was heard, for which there are other bounds.
      if (job === null) countText(deps, principal, content.length);
      beside(number, nowMs);
      const made = findRecording(db, principal, id, "owner");
      stored(toRecording(db, made));
      return made;
    }),
  );
  publishRecording(deps, recording, "added");
  return toRecording(db, recording);
}

function* toNew(segments: readonly TranscriptSegment[]): Slices<NewSegment[]> {
  const news: NewSegment[] = [];
  for (const segment of segments) {
    news.push(toNewSegment(segment));
    yield;
  }
  return news;
}
