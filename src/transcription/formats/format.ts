/** A transcription as the body of an answer. */
import type { SupportedFormat } from "../parameters.ts";
import type { Transcription } from "../transcription.ts";
import { toJson } from "./json.ts";
import { toSrt } from "./srt.ts";
import { toText } from "./text.ts";
import { toVerboseJson } from "./verbose-json.ts";
import { toVtt } from "./vtt.ts";

export interface FormattedTranscription {
  contentType: string;
  body: string;
}

/** OpenAI's clients parse JSON by this type and hand everything else over as a string. */
const JSON_TYPE = "application/json";

const FORMATTERS: Record<
  SupportedFormat,
  [contentType: string, format: (transcription: Transcription) => string]
> = {
  json: [JSON_TYPE, toJson],
  verbose_json: [JSON_TYPE, toVerboseJson],
  text: ["text/plain; charset=utf-8", toText],
  srt: ["text/plain; charset=utf-8", toSrt],
  vtt: ["text/vtt; charset=utf-8", toVtt],
};

export function formatTranscription(
  transcription: Transcription,
  format: SupportedFormat,
): FormattedTranscription {
  const [contentType, write] = FORMATTERS[format];
  return { contentType, body: write(transcription) };
}
