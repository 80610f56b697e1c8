/** The palette's entries: pages and commands at once, dictations by the server's search, recordings among the newest. */
import { call, type Schemas } from "../client/api.ts";
import { ApiFault } from "../client/fault.ts";
import { commands } from "../messages/commands.ts";
import { frame } from "../messages/frame.ts";
import { jobs } from "../messages/jobs.ts";
import { templates } from "../messages/templates.ts";
import { templateToInsert } from "../pages/dictate/template-to-insert.ts";
import { titleOf } from "../pages/recordings/jobs/job-line.tsx";
import { recordingAddress } from "../pages/recordings/library/filter.ts";
import type { IconName } from "../parts/button.tsx";
import { sessionAddress } from "../parts/newest-dictations.tsx";
import type { KnownPage } from "../parts/page-definition.ts";
import { date, when } from "../state/format.ts";
import { mayServerKeep } from "../state/keeping.ts";
import { me } from "../state/me.ts";
import { setting } from "../state/signals.ts";
import { setTheme, THEMES } from "../state/theme.ts";
import { opened } from "./opened.ts";

export type EntryGroup = "pages" | "acts" | "templates" | "dictations" | "recordings";

export interface Entry {
  group: EntryGroup;
  title: string;
  note?: string;
  icon: IconName;
  /** An address, or what is done. */
  act: string | (() => void);
  /** The page on which that is done. */
  opens?: string;
}

const FOUND = 6;
/** As many as the server lists at once. */
const NEWEST_JOBS = 100;

export function pageEntries(pages: readonly KnownPage[]): Entry[] {
  return pages.map(({ title, icon, paths: [address] }) => ({
    group: "pages",
    title: title(),
    icon,
    act: address,
  }));
}

export function actEntries(): Entry[] {
  const show = setting(opened, "shortcuts");
  return [
    { group: "acts", title: commands.shortcuts, note: "?", icon: "more", act: show },
    ...THEMES.map(
      (each): Entry => ({
        group: "acts",
        title: `${frame.theme}: ${frame.themes[each]}`,
        icon: "theme",
        act: () => setTheme(each),
      }),
    ),
    { group: "acts", title: frame.manual, icon: "book", act: "/docs" },
    { group: "acts", title: frame.connect, icon: "plug", act: "/docs/connect" },
    { group: "acts", title: frame.logOut, icon: "close", act: "/logout" },
  ];
}

/** Those that have every word, in any case and without regard to accents. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return entries.filter(({ title, note = "" }) => {
    const text = folded(`${title} ${note}`);
    return words.every((word) => text.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** @throws ApiFault. */
export async function findDictations(query: string, signal: AbortSignal): Promise<Entry[]> {
  if (query === "" || me.data.value?.history_available !== true) return [];
  try {
    const { data } = await call("POST /v1/sessions/search", { body: { query, limit: FOUND }, signal });
    return data.map(({ id, title, preview, created_at }) => ({
      group: "dictations",
      title: preview.length > title.length ? `${title}…` : title,
      note: when(created_at),
      icon: "mic",
      act: sessionAddress(id, query),
    }));
  } catch (error) {
    // Words such as “the” are no search.
    if (error instanceof ApiFault && error.code === "invalid_request") return [];
    throw error;
  }
}

/** By names and texts. @throws ApiFault. */
export async function findRecordings(query: string, signal: AbortSignal): Promise<Entry[]> {
  if (query === "" || !mayServerKeep()) return [];
  try {
    const sought = { query, archived: "any", limit: FOUND } as const;
    const { data } = await call("POST /v1/recordings/search", { body: sought, signal });
    return data.map(({ id, name, updated_at, match }) => ({
      group: "recordings",
      title: name,
      note: when(updated_at),
      icon: "file",
      act: recordingAddress(id, match?.start_seconds ?? null),
    }));
  } catch (error) {
    // Words such as “the” are no search.
    if (error instanceof ApiFault && error.code === "invalid_request") return [];
    throw error;
  }
}

/** Of which no recording is kept: the API's. They have no names, and the server searches none. */
export async function newestJobs(signal: AbortSignal): Promise<Entry[]> {
  const { data } = await call("GET /v1/audio/transcription-jobs", { query: { limit: NEWEST_JOBS }, signal });
  return data.map((job) => ({
    group: "recordings",
    title: titleOf(job),
    note: `${jobs.status[job.status]} · ${dayOf(job)}`,
    icon: "file",
    act: `/app/recordings/jobs/${job.id}`,
  }));
}

function dayOf({ created_at }: Schemas["TranscriptionJob"]): string {
  return date(new Date(created_at), { dateStyle: "full" });
}

/** Those that the person can insert. */
export async function templateEntries(signal: AbortSignal): Promise<Entry[]> {
  const { data } = await call("GET /v1/templates", { signal });
  return data.map(({ name, kind, text }) => ({
    group: "templates",
    title: name,
    note: templates.kinds[kind],
    icon: "plus",
    opens: "/app/dictate",
    act: () => {
      templateToInsert.value = { name, text };
    },
  }));
}
