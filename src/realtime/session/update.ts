/** Changes the settings of a stream as its client asks, or refuses them by name. */
import type { z } from "zod";
import { limits } from "../../config/limits.ts";
import { parseParameters } from "../../dictation/parameters.ts";
import { invalidRequest, TiroError } from "../../lib/errors.ts";
import { languageOf } from "../../lib/languages.ts";
import { isModel } from "../../transcription/parameters.ts";
import { issuesOf } from "../../web/json-body.ts";
import type { StreamSettings, TurnDetection } from "./settings.ts";
import { TURN_DETECTION } from "./settings.ts";
import {
  type FormatWire,
  type InputWire,
  modernized,
  OlderSessionWire,
  SessionWire,
  type TiroWire,
  type TranscriptionWire,
  type TurnDetectionWire,
} from "./wire.ts";

export interface UpdateDeps {
  /** `models.aliases` of the configuration. */
  aliases: Readonly<Record<string, string>>;
}

/**
 * Fields that are left out stay as it is.
 * @param sent as it came.
 * @throws TiroError `invalid_request`, `unsupported_value`, `model_not_found`; nothing is changed then.
 */
export function updated(
  { aliases }: UpdateDeps,
  settings: StreamSettings,
  sent: unknown,
  shape: "current" | "older",
): StreamSettings {
  const wire = shape === "older" ? modernized(parsed(OlderSessionWire, sent)) : parsed(SessionWire, sent);
  const at = pathsOf(shape);
  if (wire.type !== undefined && wire.type !== null && wire.type !== "transcription")
    throw unsupported("session.type", "only `transcription` sessions are supported");
  const input: Partial<InputWire> = wire.audio?.input ?? {};
  if ("noise_reduction" in input && input.noise_reduction !== null && input.noise_reduction !== undefined)
    throw unsupported(at.noiseReduction, "noise reduction is not supported");
  const next = {
    ...settings,
    ...(input.format && { format: formatOf(input.format) }),
    ...(input.transcription && transcriptionOf(input.transcription, settings, aliases, at.transcription)),
    ...(input.turn_detection !== undefined && {
      turnDetection: turnDetectionOf(input.turn_detection, settings.turnDetection, at.turnDetection),
    }),
    ...(wire.include !== undefined && { logprobs: (wire.include ?? []).length > 0 }),
    ...(wire.tiro && tiroOf(wire.tiro, settings)),
  };
  if (next.dictation !== null && next.turnDetection !== null)
    throw unsupported(at.turnDetection, "a dictation is cut by its client's commits alone; send null");
  return next;
}

function pathsOf(shape: "current" | "older") {
  return shape === "older"
    ? {
        noiseReduction: "session.input_audio_noise_reduction",
        transcription: "session.input_audio_transcription",
        turnDetection: "session.turn_detection",
      }
    : {
        noiseReduction: "session.audio.input.noise_reduction",
        transcription: "session.audio.input.transcription",
        turnDetection: "session.audio.input.turn_detection",
      };
}

function parsed<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  throw invalidRequest(
    issues.map(({ param, message }) => ({
      param: param === "body" ? "session" : `session.${param}`,
      message: message.replace("of this request", "of a transcription session"),
    })),
  );
}

function formatOf(format: FormatWire) {
  return format.type === "audio/pcm"
    ? { type: format.type, rate: format.rate ?? (24_000 as const) }
    : { type: format.type };
}

function transcriptionOf(
  wire: TranscriptionWire,
  settings: StreamSettings,
  aliases: UpdateDeps["aliases"],
  at: string,
): Partial<StreamSettings> {
  const { model, language, languages, prompt, keywords, delay } = wire;
  if (model !== undefined && model !== null && !isModel(model, aliases))
    throw new TiroError("model_not_found", "No such model; send `speech-v1.5`.", { param: `${at}.model` });
  return {
    model: model ?? settings.model,
    ...(language !== undefined && {
      language: language === null ? null : codeOf(language, `${at}.language`),
    }),
    ...(languages !== undefined && {
      languages: (languages ?? []).flatMap((each) => codeOf(each, `${at}.languages`) ?? []),
    }),
    ...(prompt !== undefined && { prompt: prompt || null }),
    ...(keywords !== undefined && { keywords: keywords ?? [] }),
    ...(delay !== undefined && { delay }),
  };
}

/** tiro's code; null for `auto`. */
function codeOf(language: string, param: string): string | null {
  if (/^\s*(auto)?\s*$/i.test(language)) return null;
  const code = languageOf(language);
  if (code !== null) return code;
  throw invalidRequest([
    { param, message: "must be an ISO 639 code such as `en`, a tag such as `pt-BR`, or a language's name" },
  ]);
}

function turnDetectionOf(
  wire: TurnDetectionWire | null,
  before: TurnDetection | null,
  at: string,
): TurnDetection | null {
  if (wire === null) return null;
  if (wire.type === "semantic_vad")
    throw unsupported(`${at}.type`, "`semantic_vad` is not supported; send `server_vad`, or null");
  for (const name of ["create_response", "interrupt_response"] as const)
    if (wire[name] === true) throw unsupported(`${at}.${name}`, "transcription sessions give no responses");
  const { threshold, prefixPaddingMs, silenceDurationMs, idleTimeoutMs } = before ?? TURN_DETECTION;
  return {
    threshold: wire.threshold ?? threshold,
    prefixPaddingMs: wire.prefix_padding_ms ?? prefixPaddingMs,
    silenceDurationMs: wire.silence_duration_ms ?? silenceDurationMs,
    idleTimeoutMs: wire.idle_timeout_ms === undefined ? idleTimeoutMs : wire.idle_timeout_ms,
  };
}

function tiroOf(
  { partials, dictation, idempotency_key: key, recording }: TiroWire,
  settings: StreamSettings,
): Partial<StreamSettings> {
  const changed = {
    ...(partials !== undefined && { partials: partials ?? false }),
    ...(recording !== undefined && { recording: recording && recordingOf(recording) }),
  };
  if (!dictation && key === undefined) return changed;
  const before = settings.dictation;
  if (before === null)
    throw unsupported(
      dictation ? "session.tiro.dictation" : "session.tiro.idempotency_key",
      "belongs to streams that were opened with `intent=dictation`",
    );
  const fields = Object.entries(dictation ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    ...changed,
    dictation: {
      parameters: dictation ? parseParameters(fields) : before.parameters,
      idempotencyKey: key === undefined ? before.idempotencyKey : key,
    },
  };
}

function recordingOf({ name, folder_id, tags, diarize }: NonNullable<TiroWire["recording"]>) {
  return { name: name ?? null, folderId: folder_id ?? null, tags: tags ?? [], diarize: diarize ?? true };
}

function unsupported(param: string, reason: string): TiroError {
  const shown = param.slice(0, limits.shownParameterChars);
  return new TiroError("unsupported_value", `\`${shown}\`: ${reason}.`, { param: shown });
}
