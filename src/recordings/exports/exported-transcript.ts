/** What an export is made from and what it is to be. The same in the server and the browser. */
import type { SubtitleRules } from "../../transcription/formats/cues.ts";
import type { TranscriptSegment } from "../transcript-model/segments.ts";

export const EXPORT_FORMATS = ["docx", "txt", "md", "srt", "vtt", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

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

/** The name, or the id of those who have none. */
export function speakerName(id: string, { speakers }: Pick<ExportedTranscript, "speakers">): string {
  return speakers[id] ?? id;
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
