/** Recordings, newest first, as far as the person scrolled; and their folders. */
import { type Answer, call, type Schemas } from "../../../client/api.ts";
import { type Resource, useCall } from "../../../state/resource.ts";
import { useScrolled } from "../../../state/scrolled.ts";
import { type Filter, queryOf } from "./filter.ts";

export type Recording = Schemas["Recording"];
export type Folders = Answer<"GET /v1/recordings/folders">;
export type Folder = Folders["data"][number];

export type RecordingList = ReturnType<typeof useRecordings>;

export function useRecordings(filter: Filter) {
  return useScrolled(
    (place, signal) => call("POST /v1/recordings/search", { body: { ...queryOf(filter), ...place }, signal }),
    Object.values(filter),
    { step: 50, events: ["recording"] },
  );
}

export function useFolders(): Resource<Folders> {
  return useCall("GET /v1/recordings/folders", {}, ["recording"]);
}
