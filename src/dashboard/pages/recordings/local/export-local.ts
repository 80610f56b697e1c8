/** Recordings of this browser as one file: each as a Word document, as data with times, and with its sound. Loaded when asked for. */
import { exportSlices } from "../../../../recordings/exports/export-transcript.ts";
import { FileNames } from "../../../../recordings/exports/file-names.ts";
import { ZipWriter } from "../../../../recordings/exports/zip.ts";
import { SUBTITLE_RULES } from "../../../../transcription/formats/cues.ts";
import { exportedOf, type LocalRecording, localSound, readLocal } from "../../../client/local-recordings.ts";
import { inTurns } from "../../../state/in-turns.ts";
import { saveFile } from "../../../state/save-file.ts";

export const EVERYTHING = { speakers: true, times: true, rules: SUBTITLE_RULES };
const ENDINGS: Record<string, string> = { mpeg: "mp3", "x-m4a": "m4a", "x-wav": "wav", quicktime: "mov" };

/** @throws if some of it cannot be read. */
export async function exportLocal(recordings: readonly LocalRecording[]): Promise<void> {
  const parts: BlobPart[] = [];
  const zip = new ZipWriter((bytes) => parts.push(new Uint8Array(bytes)));
  const names = new FileNames();
  for (const recording of recordings) {
    const kept = await readLocal(recording.id);
    if (kept === null) continue;
    const { name } = recording;
    const transcript = exportedOf(kept);
    for (const format of ["docx", "json"] as const) {
      const file = await inTurns(exportSlices(transcript, { format, ...EVERYTHING }));
      await inTurns(zip.file(names.next(name, format), file));
    }
    if (recording.bytes === 0) continue;
    const sound = await localSound(recording);
    const bytes = new Uint8Array(await sound.arrayBuffer());
    await inTurns(zip.file(names.next(name, endingOf(sound.type)), bytes));
  }
  zip.end();
  saveFile("tiro.zip", new Blob(parts, { type: "application/zip" }));
}

/** Of a file's name; by its type, such as `audio/mpeg`. */
export function endingOf(type: string): string {
  const [, kind = ""] = /^\w+\/([\w.-]+)/.exec(type) ?? [];
  return ENDINGS[kind] ?? (kind || "bin");
}
