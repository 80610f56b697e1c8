/**
 * Transcripts of recordings that no server may keep: a whole text, and what was saved since, a small file for each save. So a
 * word that is corrected in a long text writes little, and an earlier text can be read again.
 */
import { applyChanges, type Change } from "../../recordings/transcript-model/changes.ts";
import type { TranscriptSegment } from "../../recordings/transcript-model/segments.ts";
import { lockOf, namesIn, readJson, remove, writeJson } from "./local-files.ts";

export interface LocalSpeaker {
  id: string;
  name: string | null;
}

export interface LocalTranscript {
  revision: number;
  speakers: readonly LocalSpeaker[];
  segments: readonly TranscriptSegment[];
}

export interface LocalSave {
  at: string;
  changes: readonly Change[];
  /** Those that change, by speaker. */
  names: Readonly<Record<string, string | null>>;
}

/** So many earlier texts can be read at least; of twice as many the older half becomes part of the whole text. */
const KEPT_SAVES = 200;

const textName = (revision: number) => (revision === 0 ? "transcript" : `transcript-${revision}`);
const saveName = (revision: number) => `save-${revision}`;

/** Called by the holder of the recording's lock. */
export async function beginTranscript(
  id: string,
  transcript: Omit<LocalTranscript, "revision">,
): Promise<void> {
  await writeJson(id, textName(0), { ...transcript, revision: 0 });
}

interface Kept {
  /** Of the whole text. */
  from: number;
  to: number;
  names: readonly string[];
}

async function keptOf(id: string): Promise<Kept | null> {
  const names = await namesIn(id);
  const numbers = (pattern: RegExp) =>
    names.flatMap((name) => {
      const match = pattern.exec(name);
      return match === null ? [] : [Number(match[1] ?? 0)];
    });
  const texts = numbers(/^transcript(?:-(\d+))?$/);
  if (texts.length === 0) return null;
  const from = Math.max(...texts);
  return { from, to: Math.max(from, ...numbers(/^save-(\d+)$/)), names };
}

/** The newest; null if the recording is gone. */
export async function revisionOf(id: string): Promise<number | null> {
  return (await keptOf(id))?.to ?? null;
}

/** @param revision an earlier one; the newest where it is left out. Null if it is gone. */
export function readTranscript(id: string, revision?: number): Promise<LocalTranscript | null> {
  return navigator.locks.request(lockOf(id), { mode: "shared" }, () => readUnlocked(id, revision));
}

async function readUnlocked(id: string, revision?: number): Promise<LocalTranscript | null> {
  const kept = await keptOf(id);
  const whole = kept && (await readJson<LocalTranscript>(id, textName(kept.from)));
  if (!kept || !whole) return null;
  const to = revision ?? kept.to;
  if (to < kept.from || to > kept.to) return null;
  const saves = await readSaves(id, kept.from + 1, to);
  return saves && after(whole, saves);
}

/** Null if one of them is gone. */
async function readSaves(id: string, from: number, to: number): Promise<LocalSave[] | null> {
  const revisions = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const saves = await Promise.all(revisions.map((each) => readJson<LocalSave>(id, saveName(each))));
  return saves.every((save) => save !== null) ? saves : null;
}

function after(whole: LocalTranscript, saves: readonly LocalSave[]): LocalTranscript {
  const names = new Map(whole.speakers.map(({ id, name }) => [id, name]));
  for (const save of saves) for (const [id, name] of Object.entries(save.names)) names.set(id, name);
  return {
    revision: whole.revision + saves.length,
    speakers: [...names].map(([id, name]) => ({ id, name })),
    segments: saves.reduce((segments, { changes }) => applyChanges(segments, changes), whole.segments),
  };
}

/** Newest first, with the revision that each made; null if the recording is gone. */
export async function savesOf(id: string): Promise<(LocalSave & { revision: number })[] | null> {
  const kept = await keptOf(id);
  const saves = kept && (await readSaves(id, kept.from + 1, kept.to));
  return (
    saves && kept && saves.map((save, index) => ({ ...save, revision: kept.from + 1 + index })).reverse()
  );
}

/** @returns the new revision; "stale" where another tab saved since `base`, "gone" where the recording was removed. */
export function saveTranscript(
  id: string,
  base: number,
  save: Omit<LocalSave, "at">,
): Promise<number | "stale" | "gone"> {
  return navigator.locks.request(lockOf(id), async () => {
    const kept = await keptOf(id);
    if (kept === null) return "gone";
    if (kept.to !== base) return "stale";
    const revision = base + 1;
    await writeJson(id, saveName(revision), { ...save, at: new Date().toISOString() });
    if (revision - kept.from >= 2 * KEPT_SAVES) await moveUp(id, revision - KEPT_SAVES, kept);
    return revision;
  });
}

/** The whole text becomes a newer one; a page that is closed in between leaves more than is needed, and nothing less. */
async function moveUp(id: string, revision: number, { names }: Kept): Promise<void> {
  const newer = await readUnlocked(id, revision);
  if (newer === null) return;
  await writeJson(id, textName(revision), newer);
  const isOld = (name: string) => Number(/^(?:save|transcript)-(\d+)$/.exec(name)?.[1] ?? 0) <= revision;
  const old = names.filter((name) => /^(?:save|transcript)(?:-\d+)?$/.test(name) && isOld(name));
  for (const name of old) if (name !== textName(revision)) await remove(id, name);
}
