/**
 * The messages that both ends of a link exchange each second. A beat has the whole state, so that a lost one does not matter; each
 * lists the streams that its sender has, so that nothing is lost without the other end's noticing. A worker beats in answer.
 */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { openSchema } from "../protocol.ts";
import { encodeHeader, MESSAGE, type Message } from "./messages.ts";
import { sealsOf } from "./sealing.ts";

const count = z.number().int().min(0);
/** Recordings, and questions for what the worker has. */
const STREAMS_MOST = limits.workerStreams + 8;
const streamsSchema = z.array(z.object({ stream: count, sent: count, received: count })).max(STREAMS_MOST);

/** To a worker. The beat's own number is its message's. */
export const apiBeatSchema = z.object({
  streams: streamsSchema,
  /** Why no work comes: a sentence for the worker's log. */
  refused: z.string().max(limits.workerReasonChars).nullable(),
  /** The last beat of an API machine that ends. */
  leaving: z.boolean(),
});

/** Members that are not known belong to another release. */
export const workerBeatSchema = z.object({
  /** The number of the beat that this answers. */
  answers: count,
  version: z.string().max(64),
  /** Names what it announces: another word, another announcement. */
  announcement: z.string().max(64),
  /** `leaving` is the last beat of a worker that ends. */
  state: z.enum(["working", "draining", "leaving"]),
  /** Its clock: for people who compare clocks, and for nothing else. */
  nowMs: z.number(),
  streams: streamsSchema,
});

const placesSchema = z.number().int().min(0).max(limits.workerStreams);

export const announcementSchema = z.object({
  provider: z.enum(["cpu", "cuda"]),
  device: z.string().max(128).nullable(),
  cores: z.number().min(0).max(4096),
  capacity: z.object({ recordings: placesSchema, live: placesSchema, speakers: placesSchema }),
  packs: z
    .array(
      z.object({
        id: z.string().min(1).max(limits.workerPackIdChars),
        checksum: z.string().regex(/^[0-9a-f]{64}$/),
        manifest: z.string(),
      }),
    )
    .max(limits.workerPacks),
});

/** The first frame of a stream. */
export const streamOpeningSchema = z.discriminatedUnion("what", [
  z.object({ what: z.literal("announcement") }),
  z.object({
    what: z.literal("pack"),
    id: z.string().max(limits.workerPackIdChars),
    checksum: z.string().max(64),
    opening: openSchema,
  }),
]);

export const goneSchema = z.object({
  reason: z.string().max(limits.workerReasonChars),
  planned: z.boolean(),
});

/** How much of the stream's frames the worker has handed on. */
export const takenSchema = z.object({ bytes: count });

export type ApiBeat = z.output<typeof apiBeatSchema>;
export type WorkerBeat = z.output<typeof workerBeatSchema>;
export type Announcement = z.output<typeof announcementSchema>;
export type StreamOpening = z.output<typeof streamOpeningSchema>;

/** Frames of a worker's stream beside those of `protocol.ts`. */
export const WORKER_FRAME = { announced: 64, gone: 65, taken: 66 } as const;

/** The link's own messages: each is identified by its number, and may be lost. */
export class BeatLane {
  readonly #linkId: Buffer;
  readonly #seals: ReturnType<typeof sealsOf>;
  #sent = 0;
  #next = 0;

  constructor({ linkId, secret, side }: { linkId: Buffer; secret: Buffer; side: "api" | "worker" }) {
    this.#linkId = linkId;
    this.#seals = sealsOf(secret, side, 0);
  }

  /** The number of the next beat. */
  get sent(): number {
    return this.#sent;
  }

  /** @param head of a `link` message, if the beat goes with one. */
  seal(beat: ApiBeat | WorkerBeat, head?: Buffer): Buffer {
    const header = head ?? encodeHeader(MESSAGE.beat, this.#linkId, 0, this.#sent);
    return this.#seals.out.seal(this.#sent++, header, Buffer.from(JSON.stringify(beat)));
  }

  /** Null if the other end did not send it, or if it came before, or is of another shape: `untrue` then says so. */
  open<T>(
    schema: z.ZodType<T>,
    { sequence, header, body }: Pick<Message, "sequence" | "header" | "body">,
  ): T | "untrue" | null {
    if (sequence < this.#next) return null;
    const content = this.#seals.in.open(sequence, header, body);
    if (content === null) return null;
    this.#next = sequence + 1;
    return parsed(schema, content) ?? "untrue";
  }
}

/** Null for what is not JSON of this shape. */
export function parsed<T>(schema: z.ZodType<T>, bytes: Buffer): T | null {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    // Any fault in it was made by the other end.
    return null;
  }
}
