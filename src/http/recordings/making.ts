/** New recordings, and how their recognition is steered. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { invalidRequest, TiroError } from "../../lib/errors.ts";
import { idOf, LanguageCode } from "../../lib/wire.ts";
import type { NewRecordingCall, RecognitionWishes, RecordingWishes } from "../../recordings/making/deps.ts";
import type { MakingUseCases } from "../../recordings/making/use-cases.ts";
import { Recording, TranscriptSegment } from "../../recordings/wire.ts";
import type { Spool } from "../../store/uploads/spool.ts";
import { jsonAnswer, storedAnswer } from "../../web/answers.ts";
import { contentTypeOf } from "../../web/body.ts";
import { issuesOf, readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation, REPLAYED, uploadBody } from "../../web/operation.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute } from "../../web/route.ts";
import { AUDIO_ERRORS, readMultipart } from "../multipart.ts";
import { folderId, RECORDINGS, recordingName, recordingOf, recordingPath, recordingTags } from "./fields.ts";

export interface MakingRouteDeps {
  making: MakingUseCases;
  spool: Spool;
}

const recognition = {
  language: LanguageCode.optional().describe("Detected if left out."),
  prompt: z.string().max(limits.promptChars).optional().describe("Context or vocabulary."),
  diarize: z.boolean().optional().describe("Label who says each word."),
};
const shared = { ...recognition, name: recordingName.optional(), tags: recordingTags.optional() };
const jsonSchema = z
  .strictObject({
    ...shared,
    upload_id: idOf("upl")
      .optional()
      .describe("Of an upload that has arrived in full; it is used up. Either this or `job_id`."),
    job_id: idOf("req")
      .optional()
      .describe("Of a transcription job that is under way, or whose result is kept; without its sound."),
    folder_id: folderId.optional(),
  })
  .superRefine(({ upload_id, job_id, language, prompt, diarize }, { addIssue }) => {
    const refuse = (param: string, message: string) => addIssue({ code: "custom", path: [param], message });
    if (upload_id === undefined && job_id === undefined)
      refuse("upload_id", "is missing, and so is `job_id`");
    if (job_id === undefined) return;
    for (const [param, value] of Object.entries({ upload_id, language, prompt, diarize }))
      if (value !== undefined) refuse(param, "does not go with `job_id`");
  });
const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");
const formSchema = z.strictObject({
  ...shared,
  diarize: flag.optional().describe("Label who says each word."),
  tags: z
    .string()
    .transform((value) => value.split(",").map((tag) => tag.trim()))
    .pipe(recordingTags)
    .optional()
    .describe("With commas between them."),
  folder_id: folderId.unwrap().optional(),
});
const againSchema = z.strictObject(recognition);
const moment = z.number("must be a number of seconds").min(0, "must not be negative");
const partSchema = z.strictObject({
  start: moment.describe("In seconds."),
  end: moment.describe(`At most ${limits.selectionSeconds} seconds behind start.`),
  language: recognition.language,
  prompt: recognition.prompt,
  pack: z
    .string()
    .max(limits.packIdChars)
    .optional()
    .describe("`id` of one of the recognizers; left out: the one of the language's route."),
});
const RecognizerList = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      object: z.literal("recognizer"),
      id: z.string(),
      description: z.string(),
      languages: z.array(z.string()).describe("tiro's codes."),
    }),
  ),
});
const RecognizedPart = z.object({
  object: z.literal("recognized_part"),
  segments: z.array(TranscriptSegment).describe("With the recording's times, to be saved as a change."),
});

const common = { tags: ["Recordings"] } as const;
const form = uploadBody(formSchema, [
  "file",
  "As of a transcription, at most 256 MiB; larger ones come as an upload.",
]);
const NEW_ERRORS = [
  ...AUDIO_ERRORS,
  "history_unavailable",
  "folder_not_found",
  "recording_access_required",
] as const;
const ONE_ERRORS = ["recording_not_found", "recording_access_required", "history_unavailable"] as const;
const operations = {
  create: {
    ...common,
    id: "createRecording",
    summary: "Put a recording into the library and recognize it",
    description:
      "As JSON, of a large file that came as an upload (`POST /v1/uploads`) or of a transcription job; or with the file, as multipart/form-data. The words of a job that is under way are stored with its result; of one that ended, its result says what its format holds. The same job again is the recording that was made of it, and nothing is metered. Otherwise its sound is kept encrypted for as long as the site keeps it (7 days unless it chose otherwise). It is metered once, as a transcription.",
    body: {
      required: true,
      content: {
        ...jsonBody(jsonSchema, { upload_id: "upl_0123456789abcdef0123456789abcdef" }).content,
        ...form.content,
      },
    },
    answers: { 201: { ...jsonOf("It is stored, and waits for its turn.", Recording), headers: REPLAYED } },
    errors: [
      ...NEW_ERRORS,
      ...(["upload_not_found", "upload_incomplete", "upload_busy"] as const),
      ...(["job_not_found", "job_failed", "job_cancelled", "job_abandoned", "job_expired"] as const),
    ],
  },
  cancel: {
    ...common,
    path: recordingPath,
    id: "cancelRecording",
    summary: "End the recognition of a recording",
    description: "One whose recognition has ended stays as it is.",
    answers: { 200: jsonOf("The recording as it is now.", Recording) },
    errors: ONE_ERRORS,
  },
  recognizers: {
    ...common,
    id: "listRecordingRecognizers",
    summary: "Recognizers by which a part of a recording can be recognized again",
    answers: { 200: jsonOf("Those that are installed and work.", RecognizerList) },
  },
  retry: {
    ...common,
    path: recordingPath,
    id: "retryRecording",
    summary: "Recognize a recording anew that failed or was cancelled",
    description: "With the sound that was kept.",
    body: jsonBody(againSchema, { language: "de" }),
    answers: { 200: jsonOf("It waits for its turn.", Recording) },
    errors: [...AUDIO_ERRORS, ...ONE_ERRORS, "recording_state_conflict", "recording_audio_gone"],
  },
  part: {
    ...common,
    path: recordingPath,
    id: "recognizeRecordingPart",
    summary: "Recognize a part of a recording again",
    description:
      "With the sound that was kept, such as in another language. Nothing is stored: save the segments in the place of others. It is metered as a transcription of that length.",
    body: jsonBody(partSchema, { start: 61.5, end: 75, language: "fr" }),
    answers: { 200: jsonOf("The recognized words.", RecognizedPart) },
    errors: [...AUDIO_ERRORS, ...ONE_ERRORS, "recording_audio_gone"],
  },
} as const satisfies Record<string, Operation>;

export function makingRoutes(deps: MakingRouteDeps): KeyRoute[] {
  const { making } = deps;
  const withAudio = (route: KeyRoute): KeyRoute => ({ ...route, audio: true });
  return [
    withAudio(
      keyRoute("write", `POST ${RECORDINGS}`, operations.create, async (exchange) =>
        storedAnswer(await create(exchange, deps)),
      ),
    ),
    keyRoute("read", `GET ${RECORDINGS}/recognizers`, operations.recognizers, () => {
      const data = making.recognizers().map((each) => ({ object: "recognizer", ...each }));
      return jsonAnswer(200, { object: "list", data });
    }),
    keyRoute("write", `POST ${RECORDINGS}/:recording/cancel`, operations.cancel, async (exchange) =>
      jsonAnswer(200, await making.cancel(exchange.principal, recordingOf(exchange))),
    ),
    withAudio(
      keyRoute("write", `POST ${RECORDINGS}/:recording/retry`, operations.retry, async (exchange) => {
        const wishes: RecognitionWishes = await readJson(exchange.request, againSchema);
        return jsonAnswer(200, await making.retry({ ...callOf(exchange), wishes }, recordingOf(exchange)));
      }),
    ),
    withAudio(
      keyRoute("write", `POST ${RECORDINGS}/:recording/recognize`, operations.part, async (exchange) => {
        const { start, end, ...wishes } = await readJson(exchange.request, partSchema);
        const call = { ...callOf(exchange), wishes };
        const segments = await making.recognizePart(call, recordingOf(exchange), { start, end });
        return jsonAnswer(200, { object: "recognized_part", segments });
      }),
    ),
  ];
}

async function create(exchange: AuthenticatedExchange, deps: MakingRouteDeps) {
  const { making } = deps;
  making.requireKeeping(exchange.principal);
  if (contentTypeOf(exchange.request) !== "multipart/form-data") {
    const { upload_id = "", job_id, ...body } = await readJson(exchange.request, jsonSchema);
    const call = newCall(exchange, body);
    return job_id === undefined
      ? making.fromUpload(call, upload_id)
      : making.fromJob(call, { jobId: job_id, wishes: call.wishes });
  }
  const { fields, file, fileName } = await readMultipart(exchange.request, deps.spool, {
    fileParam: "file",
    maxFileBytes: limits.transcriptionFileBytes,
    stallMs: limits.uploadStallMs,
    totalMs: limits.uploadMs,
    party: exchange.principal.accountId,
    pace: null,
  });
  try {
    const body = formOf(fields);
    if (file === null)
      throw new TiroError("invalid_request", "`file` is missing; send the recording as a file part.", {
        param: "file",
      });
    return await making.fromFile(newCall(exchange, body), { file, fileName });
  } catch (error) {
    await file?.remove();
    throw error;
  }
}

function formOf(fields: readonly (readonly [string, string])[]): z.output<typeof formSchema> {
  const names = fields.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidRequest([{ param: twice, message: "was sent more than once" }]);
  const read = formSchema.safeParse(Object.fromEntries(fields));
  if (!read.success) throw invalidRequest(issuesOf(read.error));
  return read.data;
}

function newCall(
  exchange: AuthenticatedExchange,
  { folder_id, ...wishes }: Omit<RecordingWishes, "folderId"> & { folder_id?: string | null | undefined },
): NewRecordingCall {
  const { idempotencyKey } = exchange;
  return { ...callOf(exchange), idempotencyKey, wishes: { ...wishes, folderId: folder_id } };
}

function callOf({ principal, requestId, request }: AuthenticatedExchange) {
  return { principal, requestId, signal: request.signal };
}
