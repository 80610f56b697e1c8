/** A transcript to read: as bare text, or as Markdown. */
import type { Slices } from "../../lib/slices.ts";
import { textOf } from "../transcript-model/segments.ts";
import { type ExportedTranscript, type ExportOptions, labelOf } from "./exported-transcript.ts";

/** Segments that are written at once: a fraction of a millisecond. */
const SLICE_SEGMENTS = 50;

/** Paragraphs with an empty line between them: `[0:01:23] Ada: …`. */
export function* txtSlices(transcript: ExportedTranscript, options: ExportOptions): Slices<string> {
  return yield* paragraphs(transcript, options, ({ name, clock }, text) => {
    const when = clock === null ? "" : `[${clock}] `;
    return `${when}${name === null ? "" : `${name}: `}${text}\n`;
  });
}

export function* mdSlices(transcript: ExportedTranscript, options: ExportOptions): Slices<string> {
  const body = yield* paragraphs(transcript, options, ({ name, clock }, text) => {
    const label = [...(name === null ? [] : [`**${markdown(name)}**`]), ...(clock === null ? [] : [clock])];
    return `${label.length === 0 ? "" : `${label.join(" ")}\n\n`}${markdown(text)}\n`;
  });
  return `# ${markdown(transcript.name)}\n\n${body}`;
}

function* paragraphs(
  transcript: ExportedTranscript,
  options: ExportOptions,
  write: (label: ReturnType<typeof labelOf>, text: string) => string,
): Slices<string> {
  const written: string[] = [];
  const { segments } = transcript;
  for (const [index, segment] of segments.entries()) {
    if (segment.words.length > 0)
      written.push(write(labelOf(segment, segments[index - 1], transcript, options), textOf(segment.words)));
    if (index % SLICE_SEGMENTS === SLICE_SEGMENTS - 1) yield;
  }
  return written.join("\n");
}

/** Text that stays text: no markup, no HTML, no list, no heading. https://spec.commonmark.org/0.31.2/#backslash-escapes */
function markdown(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/[\\`*_[\]<>&|~$]/g, "\\$&")
    .replace(/^([#+=-])/, "\\$1")
    .replace(/^(\d+)([.)])/, "$1\\$2");
}
