/** Folders of recordings. */
import { z } from "zod";
import { idOf } from "../../lib/wire.ts";
import { RecordingFolder, RecordingFolderList } from "../../recordings/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../../web/operation.ts";
import { type KeyRoute, keyRoute } from "../../web/route.ts";
import { RECORDINGS, type RecordingRouteDeps, recordingName } from "./fields.ts";

const folderSchema = z.strictObject({ name: recordingName });
const tags = ["Recordings"] as const;
const path = { folder: idOf("fld") };
const missing = ["folder_not_found", "recording_access_required", "history_unavailable"] as const;

const operations = {
  list: {
    id: "listRecordingFolders",
    tags,
    summary: "Folders that you see, by name",
    description:
      "Your own and those that others share with you; how many recordings there are, and their tags.",
    answers: { 200: jsonOf("All of them.", RecordingFolderList) },
    errors: ["history_unavailable"],
  },
  add: {
    id: "addRecordingFolder",
    tags,
    summary: "Make a folder",
    body: jsonBody(folderSchema, { name: "Board" }),
    answers: { 201: jsonOf("The folder.", RecordingFolder) },
    errors: ["history_unavailable"],
  },
  change: {
    id: "changeRecordingFolder",
    tags,
    path,
    summary: "Rename a folder of your own",
    body: jsonBody(folderSchema, { name: "Board 2026" }),
    answers: { 200: jsonOf("The folder as it is now.", RecordingFolder) },
    errors: missing,
  },
  remove: {
    id: "deleteRecordingFolder",
    tags,
    path,
    summary: "Delete a folder of your own",
    description: "Its shares end. The recordings in it stay with their owners, outside of folders.",
    answers: { 204: { description: "It is gone." } },
    errors: missing,
  },
} as const satisfies Record<string, Operation>;

export function folderRoutes({ recordings }: RecordingRouteDeps): KeyRoute[] {
  return [
    keyRoute("read", `GET ${RECORDINGS}/folders`, operations.list, ({ principal }) =>
      jsonAnswer(200, recordings.listFolders(principal)),
    ),
    keyRoute("write", `POST ${RECORDINGS}/folders`, operations.add, async ({ principal, request }) => {
      const { name } = await readJson(request, folderSchema);
      return jsonAnswer(201, await recordings.addFolder(principal, name));
    }),
    keyRoute(
      "write",
      `PATCH ${RECORDINGS}/folders/:folder`,
      operations.change,
      async ({ principal, request, params }) => {
        const { name } = await readJson(request, folderSchema);
        return jsonAnswer(200, await recordings.changeFolder(principal, params.folder ?? "", name));
      },
    ),
    keyRoute(
      "write",
      `DELETE ${RECORDINGS}/folders/:folder`,
      operations.remove,
      async ({ principal, params }) => {
        await recordings.removeFolder(principal, params.folder ?? "");
        return new Response(null, { status: 204 });
      },
    ),
  ];
}
