/** A transcript as a file that this browser makes: the code that the server makes it with, loaded when somebody asks for one. */
import { exportSlices } from "../../../../recordings/exports/export-transcript.ts";
import { EXPORT_TYPES, type ExportedTranscript } from "../../../../recordings/exports/exported-transcript.ts";
import { fileNameOf } from "../../../../recordings/exports/file-names.ts";
import { SUBTITLE_RULES } from "../../../../transcription/formats/cues.ts";
import { inTurns } from "../../../state/in-turns.ts";
import { saveFile } from "../../../state/save-file.ts";
import type { ExportChoice } from "./home.ts";

export async function saveExport(
  transcript: ExportedTranscript,
  { format, speakers, times, rules }: ExportChoice,
): Promise<void> {
  const options = { format, speakers, times, rules: { ...SUBTITLE_RULES, ...rules } };
  const content = await inTurns(exportSlices(transcript, options));
  const bytes = typeof content === "string" ? content : new Uint8Array(content);
  saveFile(fileNameOf(transcript.name, format), new Blob([bytes], { type: EXPORT_TYPES[format] }));
}
