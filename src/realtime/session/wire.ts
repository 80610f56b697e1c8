/** The session's settings on the wire: OpenAI's shape of today, and the older one. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { DictationFields } from "../../dictation/parameters.ts";
import { idOf, text } from "../../lib/wire.ts";
import { visibleName } from "../../web/person-input.ts";
import { DELAYS_MS, LOGPROBS } from "./settings.ts";

const milliseconds = (min: number, max: number) => z.int().min(min).max(max);

const TurnDetectionWire = z
  .strictObject({
    type: z.enum(["server_vad", "semantic_vad"]),
    threshold: z.number().min(0).max(1).nullish(),
    prefix_padding_ms: milliseconds(0, limits.livePrefixPaddingMsMax).nullish(),
    silence_duration_ms: milliseconds(limits.liveSilenceMsMin, limits.liveSilenceMsMax).nullish(),
    idle_timeout_ms: milliseconds(limits.liveIdleTimeoutMsMin, limits.liveIdleTimeoutMsMax)
      .nullish()
      .describe("So long without speech makes an empty item; counted in audio."),
    create_response: z.boolean().nullish(),
    interrupt_response: z.boolean().nullish(),
    eagerness: z.string().nullish(),
  })
  .describe("`server_vad` cuts at pauses. `semantic_vad` is not supported.");
export type TurnDetectionWire = z.infer<typeof TurnDetectionWire>;

const TranscriptionWire = z.strictObject({
  model: z.string().max(limits.modelAliasChars).nullish(),
  language: z.string().max(limits.fieldNameBytes).nullish(),
  languages: z.array(z.string().max(limits.fieldNameBytes)).max(limits.liveLanguages).nullish(),
  prompt: z.string().max(limits.promptChars).nullish().describe("Context or vocabulary."),
  keywords: z
    .array(text(1, limits.hotwordChars))
    .max(limits.liveKeywords)
    .nullish()
    .describe("Rare words and names that may occur."),
  delay: z
    .enum(Object.keys(DELAYS_MS) as [keyof typeof DELAYS_MS])
    .nullish()
    .describe("How long words are held back before they are final."),
});
export type TranscriptionWire = z.infer<typeof TranscriptionWire>;

const FormatWire = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("audio/pcm"), rate: z.literal([16_000, 24_000]).nullish() }),
  z.strictObject({ type: z.literal("audio/pcmu") }),
  z.strictObject({ type: z.literal("audio/pcma") }),
]);
export type FormatWire = z.infer<typeof FormatWire>;

const Include = z.array(z.literal(LOGPROBS)).nullish();

const RecordingWire = z.strictObject({
  name: visibleName(limits.recordingNameChars).nullish(),
  folder_id: idOf("fld").nullish(),
  tags: z.array(visibleName(limits.recordingTagChars)).max(limits.recordingTags).nullish(),
  diarize: z.boolean().nullish().describe("Label who says each word; true by default."),
});

/** tiro's own; other servers do not have it. */
const TiroWire = z.strictObject({
  partials: z.boolean().nullish().describe("Send `tiro.partial` events: text that may still change."),
  idempotency_key: z
    .string()
    .regex(/^[\x20-\x7e]*$/)
    .min(1)
    .max(limits.idempotencyKeyChars)
    .nullish()
    .describe("With `intent=dictation`: of the next commit, as the header of `POST /v1/dictations`."),
  dictation: DictationFields.partial()
    .nullish()
    .describe("With `intent=dictation`: the fields of `POST /v1/dictations`."),
  recording: RecordingWire.nullish().describe(
    "Makes a recording of what is sent from then on, when the stream ends; null: no recording. `tiro.recording` says what became of it.",
  ),
});
export type TiroWire = z.infer<typeof TiroWire>;

const readOnly = {
  id: z.string().nullish(),
  object: z.string().nullish(),
  expires_at: z.number().nullish(),
};

const InputWire = z.strictObject({
  format: FormatWire.nullish(),
  noise_reduction: z.unknown().optional().describe("Not supported; null."),
  transcription: TranscriptionWire.nullish(),
  turn_detection: TurnDetectionWire.nullish(),
});
export type InputWire = z.infer<typeof InputWire>;

export const SessionWire = z.strictObject({
  ...readOnly,
  type: z
    .string()
    .nullish()
    .meta({ examples: ["transcription"] }),
  audio: z.strictObject({ input: InputWire.nullish() }).nullish(),
  include: Include,
  tiro: TiroWire.nullish(),
});
export type SessionWire = z.infer<typeof SessionWire>;

export const OLDER_FORMATS = {
  pcm16: { type: "audio/pcm", rate: 24_000 },
  g711_ulaw: { type: "audio/pcmu" },
  g711_alaw: { type: "audio/pcma" },
} as const;
export type OlderFormat = keyof typeof OLDER_FORMATS;

export const OlderSessionWire = z.strictObject({
  ...readOnly,
  client_secret: z.unknown().optional(),
  modalities: z.array(z.string()).nullish(),
  input_audio_format: z.enum(Object.keys(OLDER_FORMATS) as [OlderFormat]).nullish(),
  input_audio_noise_reduction: z.unknown().optional().describe("Not supported; null."),
  input_audio_transcription: TranscriptionWire.nullish(),
  turn_detection: TurnDetectionWire.nullish(),
  include: Include,
  tiro: TiroWire.nullish(),
});
export type OlderSessionWire = z.infer<typeof OlderSessionWire>;

/** Today's shape of what came in the older one; what was absent stays absent, and null stays null. */
export function modernized(older: OlderSessionWire): SessionWire {
  const input = {
    ...(older.input_audio_format && { format: OLDER_FORMATS[older.input_audio_format] }),
    ...("input_audio_noise_reduction" in older && { noise_reduction: older.input_audio_noise_reduction }),
    ...("input_audio_transcription" in older && { transcription: older.input_audio_transcription }),
    ...("turn_detection" in older && { turn_detection: older.turn_detection }),
  };
  return {
    audio: { input },
    ...("include" in older && { include: older.include }),
    ...("tiro" in older && { tiro: older.tiro }),
  };
}
