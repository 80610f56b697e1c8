/** Earlier revisions of a transcript: listed, read, and brought back. */
import { z } from "zod";
import { invalidRequest, TiroError } from "../../lib/errors.ts";
import { RecordingTranscript, SavedTranscript, TranscriptRevisionList } from "../../recordings/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { issuesOf } from "../../web/json-body.ts";
import { jsonOf, type Operation } from "../../web/operation.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute } from "../../web/route.ts";
import { pageFields, RECORDINGS, type RecordingRouteDeps, recordingOf, recordingPath } from "./fields.ts";
import { transcriptPage } from "./transcript.ts";

const listSchema = z.object(pageFields);
const tags = ["Recordings"] as const;
const one = {
  tags,
  path: { ...recordingPath, revision: z.string().regex(/^\d{1,10}$/) },
} as const;
const missing = ["recording_not_found", "history_unavailable"] as const;
const operations = {
  list: {
    id: "listRecordingRevisions",
    tags,
    path: recordingPath,
    summary: "Revisions of a transcript, newest first",
    description:
      "One for each save, and the one from which they began. The oldest of very many saves are forgotten.",
    query: listSchema.shape,
    answers: { 200: jsonOf("A page of revisions.", TranscriptRevisionList) },
    errors: [...missing, "invalid_cursor"],
  },
  read: {
    ...one,
    id: "getRecordingRevision",
    summary: "The transcript as it was in a revision",
    query: transcriptPage.shape,
    answers: { 200: jsonOf("A page of segments.", RecordingTranscript) },
    errors: [...missing, "revision_not_found", "revision_conflict", "invalid_cursor"],
  },
  restore: {
    ...one,
    id: "restoreRecordingRevision",
    summary: "Bring a revision back",
    description:
      "A save like any other: it can be taken back, too. If it changes hundreds of segments, it is several saves, one after another.",
    answers: { 200: jsonOf("It is stored.", SavedTranscript) },
    errors: [
      ...missing,
      "revision_not_found",
      "revision_conflict",
      "recording_access_required",
      "recording_not_ready",
    ],
  },
} as const satisfies Record<string, Operation>;

export function revisionRoutes({ recordings }: RecordingRouteDeps): KeyRoute[] {
  const path = `${RECORDINGS}/:recording/revisions`;
  return [
    keyRoute("read", `GET ${path}`, operations.list, async (exchange) => {
      const { cursor = null, limit } = readQuery(exchange, listSchema);
      return jsonAnswer(
        200,
        await recordings.listRevisions(exchange.principal, recordingOf(exchange), { cursor, limit }),
      );
    }),
    keyRoute("read", `GET ${path}/:revision`, operations.read, async (exchange) => {
      const { cursor = null, limit } = readQuery(exchange, transcriptPage);
      const page = { cursor, limit, revision: revisionOf(exchange) };
      return jsonAnswer(200, await recordings.readRevision(exchange.principal, recordingOf(exchange), page));
    }),
    keyRoute("write", `POST ${path}/:revision/restore`, operations.restore, async (exchange) =>
      jsonAnswer(
        200,
        await recordings.restoreRevision(exchange.principal, recordingOf(exchange), revisionOf(exchange)),
      ),
    ),
  ];
}

function readQuery<Schema extends z.ZodType>(
  { request }: AuthenticatedExchange,
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success) throw invalidRequest(issuesOf(read.error));
  return read.data;
}

function revisionOf({ params }: AuthenticatedExchange): number {
  const { revision = "" } = params;
  if (/^\d{1,10}$/.test(revision)) return Number(revision);
  throw new TiroError("revision_not_found", "There is no such revision.");
}
