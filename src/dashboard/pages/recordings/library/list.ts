/** Recordings, newest first, as far as the person scrolled; and their folders. */
import { useSignal } from "@preact/signals";
import { type Answer, call, type Schemas } from "../../../client/api.ts";
import { type Resource, useCall, useResource } from "../../../state/resource.ts";
import { type Filter, queryOf } from "./filter.ts";

export type Recording = Schemas["Recording"];
export type Folders = Answer<"GET /v1/recordings/folders">;
export type Folder = Folders["data"][number];

const STEP = 50;
/** As many as the server returns at once. */
const PAGE = 100;

export interface Listed {
  data: Recording[];
  hasMore: boolean;
}

export interface RecordingList {
  recordings: Resource<Listed>;
  more: () => Promise<void>;
}

export function useRecordings(filter: Filter): RecordingList {
  const shown = useSignal(STEP);
  const recordings = useResource((signal) => load(filter, shown.peek(), signal), Object.values(filter), [
    "recording",
  ]);
  const more = () => {
    shown.value += STEP;
    return recordings.reload();
  };
  return { recordings, more };
}

async function load(filter: Filter, wanted: number, signal: AbortSignal): Promise<Listed> {
  const data: Recording[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && data.length < wanted) {
    const query = {
      ...queryOf(filter),
      limit: Math.min(PAGE, wanted - data.length),
      ...(cursor && { cursor }),
    };
    const page: Answer<"GET /v1/recordings"> = await call("GET /v1/recordings", { query, signal });
    data.push(...page.data);
    cursor = page.next_cursor;
  }
  return { data, hasMore: cursor !== null };
}

export function useFolders(): Resource<Folders> {
  return useCall("GET /v1/recordings/folders", {}, ["recording"]);
}
