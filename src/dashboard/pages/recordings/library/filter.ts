/** Which recordings are listed. It stands in the address, so that a reload and the way back show the same. */
import type { RecordingState } from "../../../messages/library.ts";

export interface Filter {
  query: string;
  /** `fld_…`, `none` for those without one, `archive`, or empty for all. */
  folder: string;
  tag: string;
  state: RecordingState | "";
  whose: "own" | "shared" | "";
}

const NAMES = ["query", "folder", "tag", "state", "whose"] as const;

export const EVERYTHING: Filter = { query: "", folder: "", tag: "", state: "", whose: "" };
export const ARCHIVE = "archive";
export const NO_FOLDER = "none";

/** @param query of the address. */
export function filterOf(query: Record<string, string>): Filter {
  return Object.fromEntries(NAMES.map((name) => [name, query[name] ?? ""])) as unknown as Filter;
}

export function addressOf(filter: Filter): string {
  const chosen = NAMES.filter((name) => filter[name] !== "").map((name) => [name, filter[name]]);
  const query = new URLSearchParams(chosen);
  return query.size === 0 ? "/app/recordings" : `/app/recordings?${query}`;
}

/** @param seconds where in it; null for its beginning. */
export function recordingAddress(id: string, seconds: number | null): string {
  return `/app/recordings/${id}${seconds === null ? "" : `?at=${seconds}`}`;
}

/** As the API asks for them. */
export function queryOf({ query, folder, tag, state, whose }: Filter) {
  return {
    ...(query !== "" && { query }),
    ...(folder === ARCHIVE ? { archived: "true" as const } : folder !== "" && { folder_id: folder }),
    ...(tag !== "" && { tag }),
    ...(state !== "" && { state }),
    ...(whose !== "" && { access: whose }),
  };
}

/** Beyond a folder: something hides recordings that are there. */
export function isNarrowed({ query, tag, state, whose }: Filter): boolean {
  return query !== "" || tag !== "" || state !== "" || whose !== "";
}
