/** A transcript as a file. The same in the server and the browser, which both load it when somebody asks for a file. */
import type { Slices } from "../../lib/slices.ts";
import { docxSlices } from "./docx.ts";
import type { ExportedTranscript, ExportFormat, ExportOptions } from "./exported-transcript.ts";
import { jsonSlices } from "./json.ts";
import { mdSlices, txtSlices } from "./plain-text.ts";
import { srtSlices, vttSlices } from "./subtitles.ts";

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
