/** A transcription as the body of an answer. */
import type { DiarizedTranscription, ResponseFormat, Transcription } from "../transcription.ts";
import { toDiarizedJson } from "./diarized-json.ts";
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
  Exclude<ResponseFormat, "diarized_json">,
  [contentType: string, format: (transcription: Transcription) => string]
> = {
  json: [JSON_TYPE, toJson],
  verbose_json: [JSON_TYPE, toVerboseJson],
  text: ["text/plain; charset=utf-8", toText],
  srt: ["text/plain; charset=utf-8", toSrt],
  vtt: ["text/vtt; charset=utf-8", toVtt],
};

/** @throws when speakers are asked for in a format but were not distinguished; parameters are checked before. */
export function formatTranscription(
  transcription: Transcription | DiarizedTranscription,
  format: ResponseFormat,
): FormattedTranscription {
  if (format === "diarized_json") {
    if (!("utterances" in transcription)) throw new Error("diarized_json needs speakers");
    return { contentType: JSON_TYPE, body: toDiarizedJson(transcription) };
  }
  const [contentType, write] = FORMATTERS[format];
  return { contentType, body: write(transcription) };
}
