/** Which recordings are listed. It stands in the address, so that a reload and the way back show the same. */
import type { RecordingState } from "../../../messages/library.ts";
import { searchedFor, searchFragment } from "../../../state/searched.ts";

export interface Filter {
  query: string;
  /** `fld_…`, `none` for those without one, `archive`, or empty for all. */
  folder: string;
  tag: string;
  state: RecordingState | "";
  whose: "own" | "shared" | "";
}

const NAMES = ["folder", "tag", "state", "whose"] as const;

export const EVERYTHING: Filter = { query: "", folder: "", tag: "", state: "", whose: "" };
export const ARCHIVE = "archive";
export const NO_FOLDER = "none";

/** From where the browser is by now: a search begins a moment after the last key. */
export function filterHere(): Filter {
  const chosen = new URLSearchParams(location.search);
  const narrowing = Object.fromEntries(NAMES.map((name) => [name, chosen.get(name) ?? ""]));
  return { ...narrowing, query: searchedFor() } as Filter;
}

export function addressOf(filter: Filter): string {
  const chosen = NAMES.filter((name) => filter[name] !== "").map((name) => [name, filter[name]]);
  const query = new URLSearchParams(chosen);
  return `/app/recordings${query.size === 0 ? "" : `?${query}`}${searchFragment(filter.query)}`;
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
