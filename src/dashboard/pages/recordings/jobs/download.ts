/** A transcript as a file of the person's own. */
import { withoutPauses } from "../../../../lib/slices.ts";
import { EXPORT_TYPES, type ExportedTranscript } from "../../../../recordings/exports/exported-transcript.ts";
import { SUBTITLE_RULES } from "../../../../transcription/formats/cues.ts";
import type { TranscriptFormat } from "../../../messages/recordings.ts";
import { saveFile } from "../../../state/save-file.ts";
import { segmentsOf, type Transcript, type Turn } from "./transcript.ts";

const TRANSCRIPT_FORMATS: readonly TranscriptFormat[] = ["docx", "txt", "srt", "vtt", "json"];

/** Formats that the result's times allow. */
export function formatsOf({ turns, result }: Transcript): readonly TranscriptFormat[] {
  if (typeof result === "string") return ["docx", "txt"];
  return turns.length === 0 ? ["docx", "txt", "json"] : TRANSCRIPT_FORMATS;
}

export async function downloadTranscript(
  transcript: Transcript,
  format: TranscriptFormat,
  name: string,
  title: string,
): Promise<void> {
  saveFile(`${name}.${format}`, await fileOf(transcript, format, title));
}

/** The result itself if that is wanted. The writers of the others are loaded when somebody asks for one. */
async function fileOf(transcript: Transcript, format: TranscriptFormat, title: string): Promise<Blob> {
  const { result, turns } = transcript;
  if (format === "json") return new Blob([JSON.stringify(result, null, 2)], { type: "application/json" });
  const [{ exportSlices }, { retype }] = await Promise.all([
    import("../../../../recordings/exports/export-transcript.ts"),
    import("../../../../recordings/transcript-model/retype.ts"),
  ]);
  const isSubtitle = format === "srt" || format === "vtt";
  const paragraphs = isSubtitle
    ? segmentsOf(result)
    : turns.length > 0
      ? turns
      : [{ ...UNTIMED, text: transcript.text }];
  const segments = paragraphs.map(({ start, end, speaker, text }, index) => {
    const [startMs, endMs] = [Math.round(start * 1000), Math.round(end * 1000)];
    return retype({ id: String(index), speaker, startMs, endMs, words: [] }, text, transcript.language);
  });
  const durationMs = Math.max((transcript.durationSeconds ?? 0) * 1000, segments.at(-1)?.endMs ?? 0);
  const exported: ExportedTranscript = {
    name: title,
    language: transcript.language,
    durationMs,
    segments,
    speakers: {},
  };
  const options = {
    format,
    speakers: true,
    times: format === "docx" && turns.length > 0,
    rules: SUBTITLE_RULES,
  };
  return new Blob([withoutPauses(exportSlices(exported, options)) as BlobPart], {
    type: EXPORT_TYPES[format],
  });
}

const UNTIMED: Pick<Turn, "start" | "end" | "speaker"> = { start: 0, end: 0, speaker: null };
