/** Recordings as files. */
import { setImmediate } from "node:timers/promises";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { type Db, inSnapshot } from "../../store/db.ts";
import type { SeenRecording } from "../../store/recordings/recordings.ts";
import { type PlacedSegment, segmentsAfter } from "../../store/recordings/segments.ts";
import { EXPORT_TYPES, type ExportedTranscript, type ExportOptions } from "../exports/exported-transcript.ts";
import { findRecording } from "../library/access.ts";
import { segmentToModel } from "../segments/model.ts";
import type { TranscriptSegment } from "../transcript-model/segments.ts";

export interface RecordingFile {
  name: string;
  contentType: string;
  body: string | Uint8Array;
}

/** @throws TiroError `recording_not_found`, `recording_not_ready`, `history_unavailable`. */
export async function exportRecording(
  db: Db,
  principal: Principal,
  id: string,
  options: ExportOptions,
): Promise<RecordingFile> {
  const recording = requireWords(findRecording(db, principal, id, "viewer"));
  const [{ exportSlices }, { fileNameOf }, transcript] = await Promise.all([
    import("../exports/export-transcript.ts"),
    import("../exports/file-names.ts"),
    readAll(db, recording),
  ]);
  // The first file loads what writes it.
  await setImmediate();
  const body = await inTurns(exportSlices(transcript, options), limits.transcriptTurnMs);
  return {
    name: fileNameOf(recording.name, options.format),
    contentType: EXPORT_TYPES[options.format],
    body,
  };
}

/**
 * All in one archive, which is written while it is read. A recording that is erased meanwhile is left out.
 * @throws TiroError as for one, before anything is written.
 */
export async function exportRecordings(
  db: Db,
  principal: Principal,
  ids: readonly string[],
  options: ExportOptions,
): Promise<ReadableStream<Uint8Array>> {
  const wanted = [...new Set(ids)];
  for (const id of wanted) requireWords(findRecording(db, principal, id, "viewer"));
  const [{ exportSlices }, { FileNames }, { ZipWriter }] = await Promise.all([
    import("../exports/export-transcript.ts"),
    import("../exports/file-names.ts"),
    import("../exports/zip.ts"),
  ]);
  const names = new FileNames();
  const written: Uint8Array[] = [];
  const zip = new ZipWriter((bytes) => written.push(bytes));
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A pull that brings nothing would be the last one.
      while (written.length === 0) {
        const id = wanted.shift();
        const recording = id === undefined ? null : seenStill(db, principal, id);
        if (recording !== null) {
          const transcript = await readAll(db, recording);
          const file = await inTurns(exportSlices(transcript, options), limits.transcriptTurnMs);
          await inTurns(zip.file(names.next(recording.name, options.format), file), limits.transcriptTurnMs);
        }
        if (wanted.length === 0) zip.end();
      }
      for (const bytes of written.splice(0)) controller.enqueue(bytes);
      if (wanted.length === 0) controller.close();
    },
  });
}

function seenStill(db: Db, principal: Principal, id: string): SeenRecording | null {
  try {
    return findRecording(db, principal, id, "viewer");
  } catch (error) {
    if (error instanceof TiroError && error.code === "recording_not_found") return null;
    throw error;
  }
}

/** One whose recognition was cancelled or failed may still have the words that it had before. */
function requireWords(recording: SeenRecording): SeenRecording {
  if (recording.state === "ready" || recording.wordCount > 0) return recording;
  throw new TiroError("recording_not_ready", `The recording ${recording.id} has no transcript yet.`);
}

async function readAll(db: Db, recording: SeenRecording): Promise<ExportedTranscript> {
  const rows = inSnapshot(db, () => segmentsAfter(db, recording.number, 0, Number.MAX_SAFE_INTEGER));
  const segments = await inTurns(toModels(rows), limits.transcriptTurnMs);
  const { name, language, durationMs } = recording;
  const names = Object.entries(recording.speakers).map(([number, named]) => [`spk_${number}`, named]);
  return {
    ...{ name, language, segments },
    durationMs: Math.max(durationMs ?? 0, segments.at(-1)?.endMs ?? 0),
    speakers: Object.fromEntries(names),
  };
}

function* toModels(rows: readonly PlacedSegment[]): Slices<TranscriptSegment[]> {
  const segments: TranscriptSegment[] = [];
  for (const row of rows) {
    segments.push(segmentToModel(row));
    yield;
  }
  return segments;
}
