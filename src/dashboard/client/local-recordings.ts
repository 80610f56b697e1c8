/**
 * Recordings that no server may keep: sound and transcript lie in the browser's private files, each part sealed. Once their
 * key is forgotten nobody reads them, and they are removed when they are found.
 */
import { signal } from "@preact/signals";
import type { ExportedTranscript } from "../../recordings/exports/exported-transcript.ts";
import { ignoreMissing, lockOf, ownFolder, read, readJson, write, writeJson } from "./local-files.ts";
import {
  beginTranscript,
  type LocalSpeaker,
  type LocalTranscript,
  readTranscript,
} from "./local-transcripts.ts";
import { session } from "./session.ts";

/** The entry of a list. */
export interface LocalRecording {
  /** `loc_…`, which exists on no server. */
  id: string;
  name: string;
  createdAt: string;
  language: string | null;
  durationSeconds: number | null;
  contentType: string;
  bytes: number;
}

export type { LocalSpeaker };

const FACTS = "facts";
/** Bytes that a page has in memory at once while it keeps a sound. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Raised whenever one is added, changed or removed in a tab of this person. */
export const localChanges = signal(0);

const otherTabs = new BroadcastChannel(`tiro-recordings ${session.person.id}`);
otherTabs.onmessage = () => {
  localChanges.value++;
};

/** Sent to the person's other tabs as well. */
export function tellOfLocal(): void {
  localChanges.value++;
  otherTabs.postMessage(null);
}

export function isLocalId(id: string): boolean {
  return id.startsWith("loc_");
}

/** @throws if there is no key, no room, or no place in this browser. */
export async function keepLocal(
  facts: Omit<LocalRecording, "id" | "createdAt" | "contentType" | "bytes">,
  sound: Blob,
  transcript: Omit<LocalTranscript, "revision">,
): Promise<LocalRecording> {
  const id = `loc_${crypto.randomUUID().replaceAll("-", "")}`;
  const own = { contentType: sound.type, bytes: sound.size, createdAt: new Date().toISOString() };
  const recording: LocalRecording = { id, ...facts, ...own };
  return navigator.locks.request(lockOf(id), async () => {
    await writeAll(recording, sound, transcript);
    tellOfLocal();
    return recording;
  });
}

async function writeAll(
  recording: LocalRecording,
  sound: Blob,
  transcript: Omit<LocalTranscript, "revision">,
): Promise<void> {
  const { id } = recording;
  try {
    for (let at = 0, piece = 0; at < sound.size; at += PIECE_BYTES, piece++)
      await write(
        id,
        soundName(piece),
        new Uint8Array(await sound.slice(at, at + PIECE_BYTES).arrayBuffer()),
      );
    await beginTranscript(id, transcript);
    // Last: what has none was cut off in the middle.
    await writeJson(id, FACTS, recording);
  } catch (error) {
    await removeFiles(id);
    throw error;
  }
}

/** Newest first. Those that cannot be read any more are removed. */
export async function localRecordings(): Promise<LocalRecording[]> {
  const own = await ownFolder(false);
  if (own === null) return [];
  const found: LocalRecording[] = [];
  for await (const id of own.keys()) {
    const facts = await readFacts(id);
    if (facts === null)
      await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await own.removeEntry(id, { recursive: true }).catch(ignoreMissing);
      });
    else found.push(facts);
  }
  return found.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** How many this browser keeps for the page's person; none if it has no place for them. */
export async function countLocal(): Promise<number> {
  return (await localRecordings().catch(() => [])).length;
}

/** Null if it is gone. */
export function readFacts(id: string): Promise<LocalRecording | null> {
  return readJson<LocalRecording>(id, FACTS);
}

type KeptRecording = LocalTranscript & { recording: LocalRecording };

/** As exports take it. */
export function exportedOf({ recording, segments, speakers }: KeptRecording): ExportedTranscript {
  const { name, language, durationSeconds } = recording;
  return {
    ...{ name, language, durationMs: Math.round((durationSeconds ?? 0) * 1000), segments },
    speakers: Object.fromEntries(speakers.map(({ id, name }) => [id, name])),
  };
}

/** Null if it is gone. */
export async function readLocal(id: string): Promise<KeptRecording | null> {
  const recording = await readFacts(id);
  const transcript = await readTranscript(id);
  return recording === null || transcript === null ? null : { ...transcript, recording };
}

/** Null if it is gone. */
export async function renameLocal(id: string, name: string): Promise<LocalRecording | null> {
  const renamed = await navigator.locks.request(lockOf(id), async () => {
    const facts = await readFacts(id);
    if (facts !== null) await writeJson(id, FACTS, { ...facts, name });
    return facts && { ...facts, name };
  });
  tellOfLocal();
  return renamed;
}

/** @throws if some of it cannot be read. */
export async function localSound({ id, contentType, bytes }: LocalRecording): Promise<Blob> {
  const pieces: BlobPart[] = [];
  for (let piece = 0; piece * PIECE_BYTES < bytes; piece++) pieces.push(await read(id, soundName(piece)));
  return new Blob(pieces, { type: contentType });
}

export async function removeLocal(id: string): Promise<void> {
  await navigator.locks.request(lockOf(id), () => removeFiles(id));
  tellOfLocal();
}

async function removeFiles(id: string): Promise<void> {
  const own = await ownFolder(false);
  await own?.removeEntry(id, { recursive: true }).catch(ignoreMissing);
}

function soundName(piece: number): string {
  return `sound-${piece}`;
}
