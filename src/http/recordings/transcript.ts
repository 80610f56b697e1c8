/** The transcript of a recording: read page by page, saved change by change. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { invalidRequest } from "../../lib/errors.ts";
import { pageLimit } from "../../lib/wire.ts";
import { RecordingTranscript, SavedTranscript, TranscriptSave } from "../../recordings/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { issuesOf, readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../../web/operation.ts";
import { type KeyRoute, keyRoute } from "../../web/route.ts";
import { pageFields, RECORDINGS, type RecordingRouteDeps, recordingOf, recordingPath } from "./fields.ts";

export const transcriptPage = z.object({
  cursor: pageFields.cursor,
  limit: pageLimit({ max: limits.transcriptPageMax, byDefault: limits.transcriptPageDefault }),
});

const bounds = { maxBytes: limits.transcriptBodyBytes, maxValues: limits.transcriptBodyValues };
const common = { tags: ["Recordings"], path: recordingPath } as const;
const operations = {
  read: {
    ...common,
    id: "getRecordingTranscript",
    summary: "The transcript of a recording, page by page",
    description: "Each page names its revision: if it changes, begin anew.",
    query: transcriptPage.shape,
    answers: { 200: jsonOf("A page of segments.", RecordingTranscript) },
    errors: ["recording_not_found", "history_unavailable", "invalid_cursor"],
  },
  save: {
    ...common,
    id: "saveRecordingTranscript",
    summary: "Save changes of a transcript",
    description:
      "Each change puts segments in the place of some neighbouring ones, one after another. `base_revision` is that from which they were made. If others saved meanwhile, changes elsewhere are merged, and `merged` has theirs; if both changed the same words, nothing is stored (409 `revision_conflict`), and `details.conflicts` has both versions. The same save may be sent again.",
    body: jsonBody(TranscriptSave, {
      base_revision: 1,
      changes: [
        {
          replace: ["00"],
          after: null,
          with: [
            {
              id: "00",
              speaker: "spk_0",
              start: 0.2,
              end: 0.9,
              words: [{ word: "Welcome.", start: 0.2, end: 0.9 }],
            },
          ],
        },
      ],
      speakers: { spk_0: "Ada" },
    }),
    answers: { 200: jsonOf("It is stored.", SavedTranscript) },
    errors: [
      "recording_not_found",
      "history_unavailable",
      "recording_access_required",
      "recording_not_ready",
      "revision_conflict",
    ],
  },
} as const satisfies Record<string, Operation>;

export function transcriptRoutes({ recordings }: RecordingRouteDeps): KeyRoute[] {
  return [
    keyRoute("read", `GET ${RECORDINGS}/:recording/transcript`, operations.read, async (exchange) => {
      const { principal, request } = exchange;
      const read = transcriptPage.safeParse(Object.fromEntries(new URL(request.url).searchParams));
      if (!read.success) throw invalidRequest(issuesOf(read.error));
      const { cursor = null, limit } = read.data;
      return jsonAnswer(
        200,
        await recordings.readTranscript(principal, recordingOf(exchange), { cursor, limit }),
      );
    }),
    keyRoute("write", `PATCH ${RECORDINGS}/:recording/transcript`, operations.save, async (exchange) => {
      const save = await readJson(exchange.request, TranscriptSave, bounds);
      return jsonAnswer(
        200,
        await recordings.saveTranscript(exchange.principal, recordingOf(exchange), save),
      );
    }),
  ];
}
