/** Messages of clients: one JSON message at a time, checked before anything is done. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { invalidRequest, TiroError } from "../lib/errors.ts";
import { issuesOf } from "../web/json-body.ts";

const eventId = z.string().max(limits.clientRequestIdChars).nullish();

export const CLIENT_EVENTS = {
  "session.update": z.strictObject({ event_id: eventId, session: z.unknown() }),
  "transcription_session.update": z.strictObject({ event_id: eventId, session: z.unknown() }),
  "input_audio_buffer.append": z.strictObject({
    event_id: eventId,
    audio: z.string().describe("Base64 of the audio."),
  }),
  "input_audio_buffer.commit": z.strictObject({ event_id: eventId }),
  "input_audio_buffer.clear": z.strictObject({ event_id: eventId }),
  "tiro.end": z
    .strictObject({ event_id: eventId })
    .describe(
      "tiro's own: the last texts come, and what became of the recording; then the stream is closed.",
    ),
} as const;
type Events = typeof CLIENT_EVENTS;

export type ClientMessage = {
  [Type in keyof Events]: { type: Type } & z.infer<Events[Type]>;
}[keyof Events];

/** Of conversations and calls, which this server does not lead. */
const UNSUPPORTED = /^(response|conversation|output_audio_buffer|call)\./;

/** A message that cannot be read, with the id by which its sender knows it. */
export class MessageRefused extends Error {
  constructor(
    readonly error: TiroError,
    readonly eventId: string | null,
  ) {
    super(error.message);
  }
}

/** @throws MessageRefused */
export function parseMessage(message: string | Uint8Array): ClientMessage {
  const value = jsonOf(message);
  const eventId =
    typeof value.event_id === "string" ? value.event_id.slice(0, limits.clientRequestIdChars) : null;
  const { type, ...fields } = value;
  if (!isKnown(type)) throw new MessageRefused(unknownType(type), eventId);
  const parsed = CLIENT_EVENTS[type].safeParse(fields);
  if (!parsed.success) {
    const issues = issuesOf(parsed.error).map(({ param, message: fault }) => ({
      param,
      message: fault.replace("of this request", `of ${type}`),
    }));
    throw new MessageRefused(invalidRequest(issues), eventId);
  }
  return { type, ...parsed.data } as ClientMessage;
}

function jsonOf(message: string | Uint8Array): Record<string, unknown> {
  const refused = (code: "invalid_json" | "payload_too_large", text: string) =>
    new MessageRefused(new TiroError(code, text), null);
  if (typeof message !== "string")
    throw refused(
      "invalid_json",
      "Messages are JSON in text frames; audio goes into `input_audio_buffer.append`.",
    );
  const { liveMessageCommas, liveMessageBrackets } = limits;
  if (
    hasMoreThan(message, ",", liveMessageCommas) ||
    ["[", "{"].some((open) => hasMoreThan(message, open, liveMessageBrackets))
  )
    throw refused("payload_too_large", "The message holds more values than any message needs.");
  const value = parsedJson(message);
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw refused("invalid_json", "The message is not a JSON object.");
}

function parsedJson(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

/** Audio in base64 has none of them, so that a search is over at once. */
function hasMoreThan(text: string, what: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

function isKnown(type: unknown): type is keyof Events {
  return typeof type === "string" && Object.hasOwn(CLIENT_EVENTS, type);
}

function unknownType(type: unknown): TiroError {
  if (typeof type !== "string") return invalidRequest([{ param: "type", message: "must name an event" }]);
  const shown = type.slice(0, limits.shownParameterChars);
  if (UNSUPPORTED.test(type))
    return new TiroError("unsupported_value", `\`${shown}\` is not supported: this server transcribes.`, {
      param: "type",
    });
  return invalidRequest([{ param: "type", message: `\`${shown}\` is no event that clients send` }]);
}
