/** The server's events on a stream, for the AsyncAPI document. Tests hold every event that they are sent against it. */
import { z } from "zod";
import { Recording } from "../recordings/wire.ts";
import { OlderSessionWire, SessionWire } from "./session/wire.ts";

const eventId = z.string().describe("The place to resume after.");
const itemId = z.string().describe("Joins all events of an item.");
const milliseconds = z.number().int().min(0);
const contentIndex = z.literal(0);
const previous = z.string().nullable().describe("The item committed before.");

const logprobs = z
  .array(z.strictObject({ token: z.string(), bytes: z.array(z.number().int()), logprob: z.number() }))
  .optional()
  .describe("Where `include` asks for them.");

const shown = {
  id: z.string(),
  object: z.literal("realtime.transcription_session"),
  expires_at: z.number().int().optional(),
  tiro: z.looseObject({}).optional(),
};
const session = z.looseObject({ ...SessionWire.shape, ...shown }).describe("The settings in force.");
const olderSession = z.looseObject({ ...OlderSessionWire.shape, ...shown });

const item = z.strictObject({
  id: itemId,
  object: z.literal("realtime.item"),
  type: z.literal("message"),
  status: z.literal("completed"),
  role: z.literal("user"),
  content: z.array(z.strictObject({ type: z.literal("input_audio"), transcript: z.null() })),
});

const fault = {
  type: z.string(),
  code: z.string().describe("As of the HTTP API."),
  message: z.string(),
  param: z.string().nullable(),
};

const TRANSCRIPTION = "conversation.item.input_audio_transcription";

export const SERVER_EVENTS = {
  "session.created": z.strictObject({ event_id: eventId, session }).describe("The stream begins."),
  "session.updated": z.strictObject({ event_id: eventId, session }),
  "transcription_session.created": z
    .strictObject({ event_id: eventId, session: olderSession })
    .describe("In the shape of early 2025."),
  "transcription_session.updated": z
    .strictObject({ event_id: eventId, session: olderSession })
    .describe("In the shape of early 2025."),
  "input_audio_buffer.speech_started": z
    .strictObject({ event_id: eventId, audio_start_ms: milliseconds, item_id: itemId })
    .describe("With `server_vad`: somebody began to speak."),
  "input_audio_buffer.speech_stopped": z
    .strictObject({ event_id: eventId, audio_end_ms: milliseconds, item_id: itemId })
    .describe("With `server_vad`: there was silence for long enough."),
  "input_audio_buffer.timeout_triggered": z
    .strictObject({
      event_id: eventId,
      audio_start_ms: milliseconds,
      audio_end_ms: milliseconds,
      item_id: itemId,
    })
    .describe("`idle_timeout_ms` passed without speech; an empty item follows."),
  "input_audio_buffer.committed": z.strictObject({
    event_id: eventId,
    previous_item_id: previous,
    item_id: itemId,
  }),
  "input_audio_buffer.cleared": z.strictObject({ event_id: eventId }),
  "conversation.item.added": z.strictObject({ event_id: eventId, previous_item_id: previous, item }),
  "conversation.item.done": z.strictObject({ event_id: eventId, previous_item_id: previous, item }),
  "conversation.item.created": z
    .strictObject({ event_id: eventId, previous_item_id: previous, item })
    .describe("In the shape of early 2025, in the place of `added` and `done`."),
  [`${TRANSCRIPTION}.delta`]: z
    .strictObject({
      event_id: eventId,
      item_id: itemId,
      content_index: contentIndex,
      delta: z.string(),
      logprobs,
    })
    .describe("Final words, to be appended."),
  [`${TRANSCRIPTION}.completed`]: z
    .strictObject({
      event_id: eventId,
      item_id: itemId,
      content_index: contentIndex,
      transcript: z.string(),
      usage: z.strictObject({ type: z.literal("duration"), seconds: z.number().min(0) }),
      logprobs,
      languages: z.array(z.string()).optional(),
      dictation: z.looseObject({}).optional().describe("With `intent=dictation`: as `POST /v1/dictations`."),
      replayed: z.boolean().optional().describe("With `intent=dictation`: the key's earlier answer."),
      unsure_words: z
        .array(z.tuple([z.number().int(), z.number().int()]))
        .optional()
        .describe("With `intent=dictation`: beginnings and ends of words that may be misheard."),
    })
    .describe("The item as a whole: the words of its deltas, with marks."),
  [`${TRANSCRIPTION}.failed`]: z.strictObject({
    event_id: eventId,
    item_id: itemId,
    content_index: contentIndex,
    error: z.strictObject(fault),
  }),
  error: z
    .strictObject({
      event_id: eventId,
      error: z.strictObject({
        ...fault,
        event_id: z.string().nullable().describe("Of the client's message."),
      }),
    })
    .describe("Something was refused; the stream continues, unless it is closed right after."),
  "tiro.partial": z
    .strictObject({ event_id: eventId, item_id: itemId, content_index: contentIndex, text: z.string() })
    .describe(
      "tiro's own, where `session.tiro.partials` asks for it: text behind the final words that may change.",
    ),
  "tiro.captions": z
    .strictObject({ event_id: eventId, viewers: z.number().int().min(0) })
    .describe("tiro's own: how many windows read along, after the stream's captions were shared."),
  "tiro.recording": z
    .strictObject({
      event_id: eventId,
      recording: Recording.nullable().describe("As `GET /v1/recordings/{id}` has it; null: none was made."),
      error: z.strictObject(fault).nullable(),
    })
    .describe("tiro's own, at the end where `session.tiro.recording` asks for a recording."),
  "tiro.resumed": z
    .strictObject({ session, audio_received_bytes: z.number().int().min(0) })
    .describe("tiro's own: the client is back; audio continues from this byte."),
} as const satisfies Record<string, z.ZodObject>;
