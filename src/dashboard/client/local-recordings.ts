/**
 * Recordings that no server may keep: sound and transcript lie in the browser's private files (OPFS), each part sealed for
 * its place. At log-out their key is forgotten; what cannot be read any more is removed when it is found.
 */
import { signal } from "@preact/signals";
import type { TranscriptSegment } from "../../recordings/transcript-model/segments.ts";
import { IV_BYTES, isUnreadable, seal, unseal } from "./sealing.ts";
import { session } from "./session.ts";

export interface LocalSpeaker {
  id: string;
  name: string | null;
}

/** What a list shows. */
export interface LocalRecording {
  /** `loc_…`, which no server knows. */
  id: string;
  name: string;
  createdAt: string;
  language: string | null;
  durationSeconds: number | null;
  contentType: string;
  bytes: number;
}

export interface LocalTranscript {
  revision: number;
  speakers: readonly LocalSpeaker[];
  segments: readonly TranscriptSegment[];
}

const ROOT = "tiro-recordings";
const FACTS = "facts";
const TRANSCRIPT = "transcript";
/** What a page has in memory at once while it keeps a sound. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Raised whenever one was added or removed in this tab. */
export const localChanges = signal(0);

/** @throws where there is no key, no room, or no place in this browser. */
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
    localChanges.value++;
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
    await writeJson(id, TRANSCRIPT, { ...transcript, revision: 0 });
    // Last: what has none was cut off in the middle.
    await writeJson(id, FACTS, recording);
  } catch (error) {
    await removeLocal(id);
    throw error;
  }
}

/** Held by the tab that writes it: to the others it looks cut off until then. */
const lockOf = (id: string) => `tiro-recording ${id}`;

/** Newest first. Those that cannot be read any more are removed. */
export async function localRecordings(): Promise<LocalRecording[]> {
  const own = await ownFolder(false);
  if (own === null) return [];
  const found: LocalRecording[] = [];
  for await (const id of own.keys()) {
    const facts = await readJson<LocalRecording>(id, FACTS);
    if (facts === null)
      await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await own.removeEntry(id, { recursive: true }).catch(ignoreMissing);
      });
    else found.push(facts);
  }
  return found.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** How many this browser keeps for the page's person; none where it has no place for them. */
export async function countLocal(): Promise<number> {
  return (await localRecordings().catch(() => [])).length;
}

/** Null where it is gone. */
export async function readLocal(
  id: string,
): Promise<(LocalTranscript & { recording: LocalRecording }) | null> {
  const recording = await readJson<LocalRecording>(id, FACTS);
  const transcript = await readJson<LocalTranscript>(id, TRANSCRIPT);
  return recording === null || transcript === null ? null : { ...transcript, recording };
}

/** @throws where some of it cannot be read. */
export async function localSound({ id, contentType, bytes }: LocalRecording): Promise<Blob> {
  const pieces: BlobPart[] = [];
  for (let piece = 0; piece * PIECE_BYTES < bytes; piece++) pieces.push(await read(id, soundName(piece)));
  return new Blob(pieces, { type: contentType });
}

export async function removeLocal(id: string): Promise<void> {
  const own = await ownFolder(false);
  await own?.removeEntry(id, { recursive: true }).catch(ignoreMissing);
  localChanges.value++;
}

function soundName(piece: number): string {
  return `sound-${piece}`;
}

/** Of the page's person. */
async function ownFolder(create: boolean): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const all = await root.getDirectoryHandle(ROOT, { create });
    return await all.getDirectoryHandle(session.person.id, { create });
  } catch (error) {
    if (create) throw error;
    ignoreMissing(error);
    return null;
  }
}

/** What is removed in another tab meanwhile is gone as well. */
function ignoreMissing(error: unknown): null {
  if (error instanceof DOMException && error.name === "NotFoundError") return null;
  throw error;
}

async function write(id: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const own = await ownFolder(true);
  const folder = await own?.getDirectoryHandle(id, { create: true });
  const file = await folder?.getFileHandle(name, { create: true });
  const { iv, data } = await seal(`${id} ${name}`, bytes);
  // Others see it only once it is closed: a page that ends in between leaves what was there.
  const writing = await file?.createWritable();
  await writing?.write(new Blob([iv, data]));
  await writing?.close();
}

async function read(id: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await (await ownFolder(true))?.getDirectoryHandle(id);
  const file = await (await folder?.getFileHandle(name))?.getFile();
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  return unseal(`${id} ${name}`, { iv: bytes.slice(0, IV_BYTES), data: bytes.slice(IV_BYTES).buffer });
}

async function writeJson(id: string, name: string, value: unknown): Promise<void> {
  await write(id, name, new TextEncoder().encode(JSON.stringify(value)));
}

/** Null where it is not there, or nobody can read it any more. */
async function readJson<T>(id: string, name: string): Promise<T | null> {
  try {
    return JSON.parse(new TextDecoder().decode(await read(id, name))) as T;
  } catch (error) {
    return isUnreadable(error) ? null : ignoreMissing(error);
  }
}
