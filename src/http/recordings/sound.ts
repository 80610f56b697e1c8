/** The sound of a recording, in ranges as players ask for them, and its wave. */
import { z } from "zod";
import { MEDIA_TYPES } from "../../audio/browser-media.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Sound } from "../../recordings/audio/read-sound.ts";
import type { MakingUseCases } from "../../recordings/making/use-cases.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf, type Operation } from "../../web/operation.ts";
import { readQuery } from "../../web/query.ts";
import { type KeyRoute, keyRoute } from "../../web/route.ts";
import { byteRange } from "./byte-range.ts";
import { RECORDINGS, recordingOf, recordingPath } from "./fields.ts";

const seconds = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be seconds")
  .transform(Number)
  .optional()
  .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: "number", minimum: 0 }) });
const waveSchema = z.object({
  start: seconds,
  end: seconds,
  count: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(limits.peaksTold, `must be at most ${limits.peaksTold}`))
    .optional()
    .describe("At most so many numbers."),
});
const Peaks = z.object({
  object: z.literal("peaks"),
  start: z.number(),
  end: z.number(),
  duration: z.number().describe("Of the whole recording, in seconds."),
  data: z.array(z.int().min(0).max(255)).describe("The loudest of each part, all as long."),
});

const media = Object.fromEntries(
  MEDIA_TYPES.map((type) => [type, { schema: z.string().meta({ format: "binary" }) }]),
);
const common = { tags: ["Recordings"], path: recordingPath } as const;
const errors = ["recording_not_found", "history_unavailable", "recording_audio_gone"] as const;
const operations = {
  audio: {
    ...common,
    id: "getRecordingAudio",
    summary: "The sound, or the video, of a recording",
    description:
      "As it came where browsers play it, else as a WAV copy. `Range` with one range is answered with that part.",
    answers: {
      200: { description: "All of it.", content: media },
      206: { description: "The range.", content: media },
    },
    errors: [...errors, "range_not_satisfiable"],
  },
  peaks: {
    ...common,
    id: "getRecordingPeaks",
    summary: "The wave of a recording, or of a part of it",
    query: waveSchema.shape,
    answers: { 200: jsonOf("From 0 to 255, by time.", Peaks) },
    errors: [...errors, "recording_not_ready"],
  },
} as const satisfies Record<string, Operation>;

export function soundRoutes({ making }: { making: MakingUseCases }): KeyRoute[] {
  return [
    keyRoute("read", `GET ${RECORDINGS}/:recording/audio`, operations.audio, async (exchange) => {
      const { request, principal, holdOpen } = exchange;
      const sound = making.sound(principal, recordingOf(exchange));
      const answer = await soundAnswer(request, sound);
      // A player that pauses leaves its connection at rest.
      holdOpen();
      return answer;
    }),
    keyRoute("read", `GET ${RECORDINGS}/:recording/peaks`, operations.peaks, (exchange) => {
      const wave = making.wave(
        exchange.principal,
        recordingOf(exchange),
        readQuery(exchange.request, waveSchema),
      );
      return jsonAnswer(200, { object: "peaks", ...wave });
    }),
  ];
}

/** Never shown as a page of this server, whatever is in it. */
const SANDBOXED = {
  "Cache-Control": "private, no-store",
  "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Content-Disposition": "inline",
  "Accept-Ranges": "bytes",
};

async function soundAnswer(
  request: Request,
  { contentType, bytes, version, read }: Sound,
): Promise<Response> {
  const etag = `"${version}"`;
  const condition = request.headers.get("if-range");
  const header = condition === null || condition === etag ? request.headers.get("range") : null;
  const range = byteRange(header, bytes);
  if (range === "unsatisfiable")
    throw new TiroError("range_not_satisfiable", `The file has ${bytes} bytes; Range names none of them.`, {
      headers: { "Content-Range": `bytes */${bytes}` },
    });
  const { start, end } = range ?? { start: 0, end: bytes };
  const headers = {
    ...SANDBOXED,
    ETag: etag,
    "Content-Type": contentType,
    "Content-Length": String(end - start),
    ...(range && { "Content-Range": `bytes ${start}-${end - 1}/${bytes}` }),
  };
  const status = range === null ? 200 : 206;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const blocks = read(start, end);
  // Before the answer begins: damage is reported.
  const first = await blocks.next();
  return new Response(streamOf(first, blocks), { status, headers });
}

function streamOf(
  first: IteratorResult<Buffer, void>,
  blocks: AsyncGenerator<Buffer>,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Buffer, void> | null = first;
  return new ReadableStream({
    async pull(controller) {
      const block = next ?? (await blocks.next());
      next = null;
      if (block.done) controller.close();
      else controller.enqueue(block.value);
    },
    async cancel() {
      await blocks.return(undefined);
    },
  });
}
