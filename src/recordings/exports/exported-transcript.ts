/** An export's transcript and options. The same in the server and the browser. */
import type { SubtitleRules } from "../../transcription/formats/cues.ts";
import type { TranscriptSegment } from "../transcript-model/segments.ts";

export const EXPORT_FORMATS = ["docx", "txt", "md", "srt", "vtt", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  srt: "application/x-subrip; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  json: "application/json",
};

export interface ExportedTranscript {
  name: string;
  /** tiro's code, or null if it is not known. */
  language: string | null;
  durationMs: number;
  segments: readonly TranscriptSegment[];
  /** By `spk_N`; null for those without a name. */
  speakers: Readonly<Record<string, string | null>>;
}

export interface ExportOptions {
  format: ExportFormat;
  /** Whether it says who speaks. */
  speakers: boolean;
  /** Whether docx, txt and md say when; subtitles and json always do. */
  times: boolean;
  rules: SubtitleRules;
}

const SPEAKER: Record<string, string> = { de: "Sprecher", es: "Hablante", fr: "Intervenant" };

/** The name; of those who have none, a number in the language of the transcript. */
export function speakerName(
  id: string,
  { speakers, language }: Pick<ExportedTranscript, "speakers" | "language">,
): string {
  return speakers[id] ?? `${SPEAKER[language ?? ""] ?? "Speaker"} ${Number(id.slice("spk_".length)) + 1}`;
}

/** `0:01:23`. */
function clockOf(ms: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Who speaks a segment and when, as far as it is wanted: a label before its text. Empty if there is nothing new to say. */
export function labelOf(
  segment: TranscriptSegment,
  before: TranscriptSegment | undefined,
  transcript: ExportedTranscript,
  { speakers, times }: ExportOptions,
): { name: string | null; clock: string | null } {
  const isNew = times || segment.speaker !== before?.speaker;
  return {
    name: speakers && isNew && segment.speaker !== null ? speakerName(segment.speaker, transcript) : null,
    clock: times ? clockOf(segment.startMs) : null,
  };
}
