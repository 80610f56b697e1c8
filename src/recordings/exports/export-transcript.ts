/** A transcript as a file. The same in the server and the browser, which both load it when somebody asks for a file. */
import type { Slices } from "../../lib/slices.ts";
import { DOCX_TYPE, docxSlices } from "./docx.ts";
import type { ExportedTranscript, ExportFormat, ExportOptions } from "./exported-transcript.ts";
import { jsonSlices } from "./json.ts";
import { mdSlices, txtSlices } from "./plain-text.ts";
import { srtSlices, vttSlices } from "./subtitles.ts";

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  docx: DOCX_TYPE,
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  srt: "application/x-subrip; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  json: "application/json",
};

type Writer = (transcript: ExportedTranscript, options: ExportOptions) => Slices<string | Uint8Array>;

const WRITERS: Record<ExportFormat, Writer> = {
  docx: docxSlices,
  txt: txtSlices,
  md: mdSlices,
  srt: srtSlices,
  vtt: vttSlices,
  json: jsonSlices,
};

export function exportSlices(
  transcript: ExportedTranscript,
  options: ExportOptions,
): Slices<string | Uint8Array> {
  return WRITERS[options.format](transcript, options);
}
