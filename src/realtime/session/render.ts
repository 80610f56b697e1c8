/** The session as clients are shown it, in the shape that they speak. */
import { LOGPROBS, type StreamSettings } from "./settings.ts";
import { OLDER_FORMATS, type OlderFormat } from "./wire.ts";

/** Today's protocol, and that of early 2025. */
export type Dialect = "current" | "older";

export interface ShownSession {
  id: string;
  /** Seconds since 1970; null if nothing is open yet. */
  expiresAt: number | null;
}

export function sessionBody({ id, expiresAt }: ShownSession, settings: StreamSettings, dialect: Dialect) {
  const common = {
    id,
    object: "realtime.transcription_session",
    ...(expiresAt !== null && { expires_at: expiresAt }),
  };
  const more = {
    include: settings.logprobs ? [LOGPROBS] : null,
    ...tiroOf(settings),
  };
  const input = { transcription: transcriptionOf(settings), turn_detection: turnDetectionOf(settings) };
  if (dialect === "older")
    return {
      ...common,
      input_audio_format: olderFormatOf(settings),
      input_audio_transcription: input.transcription,
      turn_detection: input.turn_detection,
      input_audio_noise_reduction: null,
      ...more,
    };
  return {
    ...common,
    type: "transcription",
    audio: { input: { format: settings.format, noise_reduction: null, ...input } },
    ...more,
  };
}

function transcriptionOf({ model, language, languages, prompt, keywords, delay }: StreamSettings) {
  return {
    model,
    language,
    ...(languages.length > 0 && { languages }),
    prompt: prompt ?? "",
    ...(keywords.length > 0 && { keywords }),
    ...(delay !== null && { delay }),
  };
}

function turnDetectionOf({ turnDetection }: StreamSettings) {
  if (turnDetection === null) return null;
  const { threshold, prefixPaddingMs, silenceDurationMs, idleTimeoutMs } = turnDetection;
  return {
    type: "server_vad",
    threshold,
    prefix_padding_ms: prefixPaddingMs,
    silence_duration_ms: silenceDurationMs,
    ...(idleTimeoutMs !== null && { idle_timeout_ms: idleTimeoutMs }),
  };
}

/** Only to clients that know of it. */
function tiroOf({ partials, dictation, recording }: StreamSettings) {
  if (!partials && dictation === null && recording === null) return {};
  return {
    tiro: {
      partials,
      ...(dictation && {
        operation: dictation.parameters.operation,
        idempotency_key: dictation.idempotencyKey,
      }),
      ...(recording && {
        recording: {
          ...{ name: recording.name, folder_id: recording.folderId },
          ...{ tags: recording.tags, diarize: recording.diarize },
        },
      }),
    },
  };
}

/** It has no word for 16 kHz, which only today's shape can ask for. */
function olderFormatOf({ format }: StreamSettings): OlderFormat {
  const names = Object.keys(OLDER_FORMATS) as OlderFormat[];
  return names.find((name) => OLDER_FORMATS[name].type === format.type) ?? "pcm16";
}
