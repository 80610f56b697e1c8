/** The library: list, one recording, changes of one and of many. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { idOf, text } from "../../lib/wire.ts";
import type { BulkChange } from "../../recordings/library/bulk.ts";
import type { RecordingChange } from "../../recordings/library/change.ts";
import type { RecordingFilters } from "../../recordings/library/list.ts";
import { BulkResult, Recording, RecordingList } from "../../recordings/wire.ts";
import { RECORDING_STATES } from "../../store/recordings/recordings.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../../web/operation.ts";
import { readQuery } from "../../web/query.ts";
import { type KeyRoute, keyRoute } from "../../web/route.ts";
import { withSearch } from "../../web/search-by-body.ts";
import {
  changesOf,
  folderId,
  pageFields,
  RECORDINGS,
  type RecordingRouteDeps,
  recordingLanguage,
  recordingName,
  recordingOf,
  recordingPath,
  recordingTags,
} from "./fields.ts";

const querySchema = z.object({
  ...pageFields,
  query: text(1, limits.searchQueryChars).optional().describe("Words of the name, tags or transcript."),
  folder_id: z
    .union([idOf("fld"), z.literal("none")], "must be the id of a folder, or none")
    .optional()
    .describe("`none`: those in no folder."),
  tag: text(1, limits.recordingTagChars).optional(),
  archived: z
    .enum(["true", "false", "any"], "must be true, false or any")
    .default("false")
    .describe("Those that are archived are left out unless they are asked for."),
  state: z.enum(RECORDING_STATES, `must be one of ${RECORDING_STATES.join(", ")}`).optional(),
  access: z
    .enum(["own", "shared"], "must be own or shared")
    .optional()
    .describe("Your own, or those that others share with you."),
});

const changeSchema = z.strictObject({
  name: recordingName.optional(),
  tags: recordingTags.optional(),
  language: recordingLanguage.optional(),
  folder_id: folderId.optional(),
  archived: z.boolean("must be true or false").optional(),
});

const bulkSchema = z.strictObject({
  ids: z
    .array(idOf("rec"))
    .min(1, "must name a recording")
    .max(limits.recordingsAtOnce, `must be at most ${limits.recordingsAtOnce}`),
  change: z.union(
    [
      z.strictObject({ folder_id: folderId }),
      z.strictObject({ archived: z.boolean() }),
      z.strictObject({ add_tags: recordingTags }),
      z.strictObject({ remove_tags: recordingTags }),
      z.strictObject({ delete: z.literal(true) }),
    ],
    "must be one of folder_id, archived, add_tags, remove_tags, delete",
  ),
});

const tags = ["Recordings"] as const;
const one = { tags, path: recordingPath } as const;
const missing = ["recording_not_found", "history_unavailable"] as const;
const operations = {
  list: {
    id: "listRecordings",
    tags,
    summary: "List or search recordings, newest first",
    description:
      "Logs of proxies keep addresses: `POST /v1/recordings/search` takes the words in a body. Your own, and those that others share with you. With an organization's key: that organization's. With `query`, every meaningful word must stand in one passage of the transcript, or in name and tags; case and diacritics do not count.",
    query: querySchema.shape,
    answers: { 200: jsonOf("A page of recordings.", RecordingList) },
    errors: ["history_unavailable", "invalid_cursor", "folder_not_found"],
  },
  get: {
    ...one,
    id: "getRecording",
    summary: "One recording",
    answers: { 200: jsonOf("The recording.", Recording) },
    errors: missing,
  },
  change: {
    ...one,
    id: "changeRecording",
    summary: "Rename, tag, move or archive a recording",
    description: "Fields that are not named stay. Editors change names, tags and the language.",
    body: jsonBody(changeSchema, { name: "Board meeting", tags: ["minutes"] }),
    answers: { 200: jsonOf("The recording as it is now.", Recording) },
    errors: [...missing, "folder_not_found", "recording_access_required"],
  },
  remove: {
    ...one,
    id: "deleteRecording",
    summary: "Erase a recording for good",
    description: "With its sound, revisions and shares, and off the disk. Only its owner may do this.",
    answers: { 204: { description: "It is gone." } },
    errors: [...missing, "recording_access_required"],
  },
  bulk: {
    id: "changeRecordings",
    tags,
    summary: "Change many recordings at once",
    description: "Each by itself: `refused` has those that could not be changed.",
    body: jsonBody(bulkSchema, {
      ids: ["rec_0123456789abcdef0123456789abcdef"],
      change: { archived: true },
    }),
    answers: { 200: jsonOf("The outcome.", BulkResult) },
    errors: ["history_unavailable"],
  },
} as const satisfies Record<string, Operation>;

export function libraryRoutes(deps: RecordingRouteDeps): KeyRoute[] {
  const { recordings } = deps;
  const path = `${RECORDINGS}/:recording`;
  return [
    ...withSearch(
      keyRoute("read", `GET ${RECORDINGS}`, operations.list, async ({ principal, request }) => {
        const { cursor, limit, ...filters } = readQuery(request, querySchema);
        const page = { cursor: cursor ?? null, limit };
        return jsonAnswer(200, await recordings.list(principal, toFilters(filters), page));
      }),
    ),
    keyRoute("write", `POST ${RECORDINGS}/bulk`, operations.bulk, async (exchange) => {
      const { ids, change } = await readJson(exchange.request, bulkSchema);
      const asked = { ids, change: toBulkChange(change) };
      return jsonAnswer(
        200,
        await recordings.changeMany(changesOf(deps, exchange), exchange.principal, asked),
      );
    }),
    keyRoute("read", `GET ${path}`, operations.get, (exchange) =>
      jsonAnswer(200, recordings.get(exchange.principal, recordingOf(exchange))),
    ),
    keyRoute("write", `PATCH ${path}`, operations.change, async (exchange) => {
      const change = toChange(await readJson(exchange.request, changeSchema));
      return jsonAnswer(200, await recordings.change(exchange.principal, recordingOf(exchange), change));
    }),
    keyRoute("write", `DELETE ${path}`, operations.remove, async (exchange) => {
      exchange.holdOpen();
      await recordings.erase(changesOf(deps, exchange), exchange.principal, recordingOf(exchange));
      return new Response(null, { status: 204 });
    }),
  ];
}

function toFilters({
  query,
  folder_id,
  tag,
  archived,
  state,
  access,
}: Omit<z.output<typeof querySchema>, "cursor" | "limit">): RecordingFilters {
  return {
    query: query ?? null,
    folderId: folder_id ?? null,
    tag: tag?.normalize("NFC") ?? null,
    archived: archived === "any" ? null : archived === "true",
    state: state ?? null,
    whose: access ?? null,
  };
}

function toChange({
  folder_id,
  name,
  tags,
  language,
  archived,
}: z.output<typeof changeSchema>): RecordingChange {
  return {
    ...(name !== undefined && { name }),
    ...(tags !== undefined && { tags }),
    ...(language !== undefined && { language }),
    ...(archived !== undefined && { archived }),
    ...(folder_id !== undefined && { folderId: folder_id }),
  };
}

function toBulkChange(change: z.output<typeof bulkSchema>["change"]): BulkChange {
  if ("folder_id" in change) return { kind: "change", change: { folderId: change.folder_id } };
  if ("archived" in change) return { kind: "change", change: { archived: change.archived } };
  if ("add_tags" in change) return { kind: "add_tags", tags: change.add_tags };
  return "remove_tags" in change ? { kind: "remove_tags", tags: change.remove_tags } : { kind: "delete" };
}
