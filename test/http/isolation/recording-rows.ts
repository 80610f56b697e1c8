/** Routes of recordings: another's are as if they were not there. */
import { expect } from "bun:test";
import { SECRET_WORD, type Victim } from "../../support/tenants.ts";
import { json, noneFound, one, type Row } from "./row.ts";

const ofRecordings =
  (suffix = "") =>
  ({ recordingIds }: Victim) =>
    recordingIds.map((id) => `/v1/recordings/${id}${suffix}`);
const ofFolders =
  (suffix = "") =>
  ({ folderIds }: Victim) =>
    folderIds.map((id) => `/v1/recordings/folders/${id}${suffix}`);
const toVictim = (paths: (victim: Victim) => string[]) => (victim: Victim) =>
  paths(victim).map((path) => `${path}/${victim.personId}`);
const noRecording = { status: 404, code: "recording_not_found" };
const noFolder = { status: 404, code: "folder_not_found" };
const ofUploads = ({ uploadIds }: Victim) => uploadIds.map((id) => `/v1/uploads/${id}`);
const noUpload = { status: 404, code: "upload_not_found" };
const tus = (headers: Record<string, string>) => (): RequestInit => ({
  headers: { "Tus-Resumable": "1.0.0", ...headers },
});
const share = json({ role: "viewer" });

export const RECORDING_ROWS: Record<string, Row> = {
  "GET /v1/recordings": {
    paths: one(`/v1/recordings?query=${SECRET_WORD}&archived=any`),
    stranger: { status: 200, check: noneFound },
  },
  "POST /v1/recordings/search": {
    paths: one("/v1/recordings/search"),
    init: json({ query: SECRET_WORD, archived: "any" }),
    stranger: { status: 200, check: noneFound },
  },
  "POST /v1/recordings": {
    paths: one("/v1/recordings"),
    init: ({ uploadIds }) => json({ upload_id: uploadIds[0] })(),
    stranger: noUpload,
  },
  "POST /v1/recordings/:recording/cancel": { paths: ofRecordings("/cancel"), stranger: noRecording },
  "POST /v1/recordings/:recording/retry": {
    paths: ofRecordings("/retry"),
    init: json({}),
    stranger: noRecording,
  },
  "POST /v1/recordings/:recording/recognize": {
    paths: ofRecordings("/recognize"),
    init: json({ start: 0, end: 1 }),
    stranger: noRecording,
  },
  "GET /v1/recordings/recognizers": { paths: one("/v1/recordings/recognizers"), stranger: { status: 200 } },
  "GET /v1/recordings/:recording/audio": { paths: ofRecordings("/audio"), stranger: noRecording },
  "GET /v1/recordings/:recording/peaks": { paths: ofRecordings("/peaks"), stranger: noRecording },
  "OPTIONS /v1/uploads": { paths: one("/v1/uploads"), stranger: { status: 204 } },
  "POST /v1/uploads": {
    paths: one("/v1/uploads"),
    init: tus({ "Upload-Length": "1" }),
    stranger: { status: 201 },
  },
  "GET /v1/uploads/:upload": { paths: ofUploads, stranger: noUpload },
  "PATCH /v1/uploads/:upload": {
    paths: ofUploads,
    init: () => ({
      ...tus({ "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" })(),
      body: "x",
    }),
    stranger: noUpload,
  },
  "DELETE /v1/uploads/:upload": { paths: ofUploads, init: tus({}), stranger: noUpload },
  "POST /v1/recordings/bulk": {
    paths: one("/v1/recordings/bulk"),
    init: ({ recordingIds }) => json({ ids: recordingIds, change: { delete: true } })(),
    stranger: {
      status: 200,
      check: ({ text }) => {
        const { changed, refused } = JSON.parse(text);
        expect([changed, refused.map(({ code }: { code: string }) => code)]).toEqual([
          0,
          ["recording_not_found", "recording_not_found"],
        ]);
      },
    },
  },
  "POST /v1/recordings/import": {
    paths: one("/v1/recordings/import"),
    init: ({ folderIds }) => json({ content: "Hello.", folder_id: folderIds[0] })(),
    stranger: noFolder,
  },
  "GET /v1/recordings/:recording": { paths: ofRecordings(), stranger: noRecording },
  "PATCH /v1/recordings/:recording": {
    paths: ofRecordings(),
    init: json({ name: "Taken over" }),
    stranger: noRecording,
  },
  "DELETE /v1/recordings/:recording": { paths: ofRecordings(), stranger: noRecording },
  "GET /v1/recordings/:recording/transcript": { paths: ofRecordings("/transcript"), stranger: noRecording },
  "PATCH /v1/recordings/:recording/transcript": {
    paths: ofRecordings("/transcript"),
    init: json({ base_revision: 1, changes: [{ replace: ["00"], after: null, with: [] }] }),
    stranger: noRecording,
  },
  "GET /v1/recordings/:recording/revisions": { paths: ofRecordings("/revisions"), stranger: noRecording },
  "GET /v1/recordings/:recording/revisions/:revision": {
    paths: ofRecordings("/revisions/1"),
    stranger: noRecording,
  },
  "POST /v1/recordings/:recording/revisions/:revision/restore": {
    paths: ofRecordings("/revisions/1/restore"),
    init: () => ({}),
    stranger: noRecording,
  },
  "GET /v1/recordings/:recording/shares": { paths: ofRecordings("/shares"), stranger: noRecording },
  "PUT /v1/recordings/:recording/shares/:user": {
    paths: toVictim(ofRecordings("/shares")),
    init: share,
    stranger: noRecording,
  },
  "DELETE /v1/recordings/:recording/shares/:user": {
    paths: toVictim(ofRecordings("/shares")),
    stranger: noRecording,
  },
  "GET /v1/recordings/:recording/export": {
    paths: ofRecordings("/export?format=txt"),
    stranger: noRecording,
  },
  "POST /v1/recordings/export": {
    paths: one("/v1/recordings/export"),
    init: ({ recordingIds }) => json({ ids: recordingIds, format: "txt" })(),
    stranger: noRecording,
  },
  "GET /v1/recordings/speaker-names": {
    paths: one("/v1/recordings/speaker-names?prefix="),
    stranger: { status: 200, check: noneFound },
  },
  "POST /v1/recordings/speaker-names/search": {
    paths: one("/v1/recordings/speaker-names/search"),
    init: json({ prefix: "" }),
    stranger: { status: 200, check: noneFound },
  },
  "POST /v1/recordings/people/search": {
    paths: one("/v1/recordings/people/search"),
    init: json({ query: "ada" }),
    stranger: { status: 200, check: noneFound },
  },
  "GET /v1/recordings/people": {
    paths: one("/v1/recordings/people?query=ada"),
    stranger: { status: 200, check: noneFound },
  },
  "GET /v1/recordings/folders": {
    paths: one("/v1/recordings/folders"),
    stranger: { status: 200, check: noneFound },
  },
  // Under a name that no other row looks for.
  "POST /v1/recordings/folders": {
    paths: one("/v1/recordings/folders"),
    init: json({ name: "Mine" }),
    stranger: { status: 201 },
  },
  "PATCH /v1/recordings/folders/:folder": {
    paths: ofFolders(),
    init: json({ name: "Taken over" }),
    stranger: noFolder,
  },
  "DELETE /v1/recordings/folders/:folder": { paths: ofFolders(), stranger: noFolder },
  "GET /v1/recordings/folders/:folder/shares": { paths: ofFolders("/shares"), stranger: noFolder },
  "PUT /v1/recordings/folders/:folder/shares/:user": {
    paths: toVictim(ofFolders("/shares")),
    init: share,
    stranger: noFolder,
  },
  "DELETE /v1/recordings/folders/:folder/shares/:user": {
    paths: toVictim(ofFolders("/shares")),
    stranger: noFolder,
  },
};
