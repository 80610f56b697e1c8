/** Transcripts of other programs. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { idOf, text } from "../../lib/wire.ts";
import { Recording } from "../../recordings/wire.ts";
import { storedAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation, REPLAYED } from "../../web/operation.ts";
import type { KeyRoute } from "../../web/route.ts";
import { folderId, RECORDINGS, recordingLanguage, recordingName, recordingTags } from "./fields.ts";
import type { MakingRouteDeps } from "./making.ts";

const importSchema = z.strictObject({
  content: z
    .string("must be a text")
    .min(1, "must not be empty")
    .max(limits.importedChars, `must be at most ${limits.importedChars} characters`)
    .describe(
      "All of the file. Its format is found out: srt, vtt, `verbose_json`, `diarized_json`, the json that tiro exports, or text.",
    ),
  file_name: text(0, limits.recordingNameChars).optional().describe("It gives a name if there is none."),
  name: recordingName.optional(),
  language: recordingLanguage.optional().describe("As the file says if left out."),
  folder_id: folderId.optional(),
  tags: recordingTags.optional(),
  upload_id: idOf("upl")
    .optional()
    .describe("Of an upload that has arrived in full: its sound, which is used up."),
});

const bounds = { maxBytes: limits.importBodyBytes, maxValues: limits.jsonBodyValues };
const operation = {
  tags: ["Recordings"],
  id: "importRecording",
  summary: "Put a transcript that exists into the library",
  description:
    "Nothing is recognized or metered. Names before the text, or in voices of vtt, become speakers.",
  body: jsonBody(importSchema, {
    content: "1\n00:00:01,000 --> 00:00:03,000\nGood morning.\n",
    file_name: "Interview.srt",
  }),
  answers: { 201: { ...jsonOf("The recording.", Recording), headers: REPLAYED } },
  errors: [
    "history_unavailable",
    "folder_not_found",
    "recording_access_required",
    "upload_not_found",
    "upload_incomplete",
    "upload_busy",
    "idempotency_conflict",
    "invalid_audio",
    "audio_too_long",
    "unsupported_media_type",
    "request_timeout",
  ],
} as const satisfies Operation;

export function importRoutes({ making }: Pick<MakingRouteDeps, "making">): KeyRoute[] {
  return [
    {
      family: "product",
      access: "key",
      scope: "write",
      method: "POST",
      idempotent: true,
      path: `${RECORDINGS}/import`,
      operation,
      handle: async ({ principal, request, idempotencyKey }) => {
        const { content, file_name, name, language, folder_id, tags, upload_id } = await readJson(
          request,
          importSchema,
          bounds,
        );
        const asked = {
          content,
          name: name ?? null,
          fileName: file_name ?? null,
          language: language ?? null,
          folderId: folder_id ?? null,
          tags: tags ?? [],
        };
        const call = { principal, idempotencyKey, signal: request.signal };
        return storedAnswer(await making.import(call, asked, upload_id ?? null));
      },
    },
  ];
}
