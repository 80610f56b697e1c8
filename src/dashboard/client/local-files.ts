/**
 * The browser's private files (OPFS) of the page's person: a folder for each recording that no server may keep, each file
 * sealed for its place. At log-out their key is forgotten.
 */
import { IV_BYTES, isUnreadable, seal, unseal } from "./sealing.ts";
import { session } from "./session.ts";

const ROOT = "tiro-recordings";

/** Of the page's person; null if there is none and it is not to be made. */
export async function ownFolder(create: boolean): Promise<FileSystemDirectoryHandle | null> {
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

/** Files that another tab removes meanwhile are gone here as well. */
export function ignoreMissing(error: unknown): null {
  if (error instanceof DOMException && error.name === "NotFoundError") return null;
  throw error;
}

export async function namesIn(folder: string): Promise<string[]> {
  const own = await ownFolder(false);
  const found = await own?.getDirectoryHandle(folder).catch(ignoreMissing);
  return found ? Array.fromAsync(found.keys()) : [];
}

export async function write(folder: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const own = await ownFolder(true);
  const held = await own?.getDirectoryHandle(folder, { create: true });
  const file = await held?.getFileHandle(name, { create: true });
  const { iv, data } = await seal(`${folder} ${name}`, bytes);
  // Others see it only once it is closed: a page that ends in between leaves the former content.
  const writing = await file?.createWritable();
  await writing?.write(new Blob([iv, data]));
  await writing?.close();
}

export async function read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const held = await (await ownFolder(true))?.getDirectoryHandle(folder);
  const file = await (await held?.getFileHandle(name))?.getFile();
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  return unseal(`${folder} ${name}`, { iv: bytes.slice(0, IV_BYTES), data: bytes.slice(IV_BYTES).buffer });
}

export async function remove(folder: string, name: string): Promise<void> {
  const own = await ownFolder(false);
  const held = await own?.getDirectoryHandle(folder).catch(ignoreMissing);
  await held?.removeEntry(name).catch(ignoreMissing);
}

export async function writeJson(folder: string, name: string, value: unknown): Promise<void> {
  await write(folder, name, new TextEncoder().encode(JSON.stringify(value)));
}

/** Null if it is not there, or nobody can read it any more. */
export async function readJson<T>(folder: string, name: string): Promise<T | null> {
  try {
    return JSON.parse(new TextDecoder().decode(await read(folder, name))) as T;
  } catch (error) {
    return isUnreadable(error) ? null : ignoreMissing(error);
  }
}

/** Held by the tab that writes one: to the others a recording looks cut off until then. */
export function lockOf(folder: string): string {
  return `tiro-recording ${folder}`;
}
