/** A transcript as a file of the person's own. */
import type { TranscriptFormat } from "../../../messages/recordings.ts";
import { clock } from "../../../state/format.ts";
import { saveFile } from "../../../state/save-file.ts";
import { srt, vtt } from "./subtitles.ts";
import { segmentsOf, type Transcript } from "./transcript.ts";

const TRANSCRIPT_FORMATS: readonly TranscriptFormat[] = ["docx", "txt", "srt", "vtt", "json"];

/** What the result has the times for. */
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

function fileOf(transcript: Transcript, format: TranscriptFormat, title: string): Promise<Blob> | Blob {
  if (format === "docx") return wordDocument(transcript, title);
  const { result } = transcript;
  if (format === "json") return new Blob([JSON.stringify(result, null, 2)], { type: "application/json" });
  const text =
    format === "txt"
      ? plainText(transcript)
      : format === "srt"
        ? srt(segmentsOf(result))
        : vtt(segmentsOf(result));
  return new Blob([text], { type: format === "vtt" ? "text/vtt" : "text/plain" });
}

function plainText({ turns, text }: Transcript): string {
  if (turns.length === 0) return `${text}\n`;
  return turns.map(({ speaker, text }) => `${speaker === null ? "" : `${speaker}: `}${text}\n`).join("\n");
}

/** The library is loaded when somebody asks for it. */
async function wordDocument({ turns, text }: Transcript, title: string): Promise<Blob> {
  const { Document, HeadingLevel, Packer, Paragraph, TextRun } = await import("docx");
  const paragraphs =
    turns.length === 0
      ? [new Paragraph(text)]
      : turns.map(
          ({ start, speaker, text }) =>
            new Paragraph({
              spacing: { after: 160 },
              children: [
                new TextRun({
                  text: `${clock(start)}${speaker === null ? "" : ` ${speaker}`}  `,
                  color: "666666",
                  size: 18,
                }),
                new TextRun(text),
              ],
            }),
        );
  const heading = new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 });
  return Packer.toBlob(new Document({ title, sections: [{ children: [heading, ...paragraphs] }] }));
}
