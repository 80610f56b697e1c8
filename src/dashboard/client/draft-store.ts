/**
 * Where drafts lie: in the browser's IndexedDB, each part sealed by AES-GCM (Web Crypto) for its place. The key is for this
 * person and this browser; the server gives it to a session of theirs alone, and forgets it at log-out.
 */
import { type Bytes, browserKey, isUnreadable, type Sealed, seal, unseal } from "./sealing.ts";
import { session } from "./session.ts";

const DATABASE = "tiro-drafts";
/** Facts stand before the pieces, which count from 0. */
const FACTS = -1;

interface StoredPart extends Sealed {
  draft: string;
  index: number;
  /** Whose. */
  person: string;
}

export interface StoredDraft {
  /** As they were given to `Draft.begin`, or last rewritten. */
  facts: unknown;
  /** Of all pieces, in the browser's hands: it may be larger than a page's memory. */
  content: Blob;
  /** How many. */
  pieces: number;
}

/** @throws if there is no key, or no room. */
export async function storeFacts(draft: string, facts: unknown): Promise<void> {
  await storePart(draft, FACTS, new TextEncoder().encode(JSON.stringify(facts)));
}

/** @throws if there is no key, or no room. */
export async function storePiece(draft: string, index: number, bytes: Bytes): Promise<void> {
  await storePart(draft, index, bytes);
}

async function storePart(draft: string, index: number, bytes: Bytes): Promise<void> {
  const sealed = await seal(placeOf(draft, index), bytes);
  const part: StoredPart = { draft, index, person: session.person.id, ...sealed };
  await inStore("readwrite", (parts) => parts.put(part));
}

/** Ids of what this browser keeps for the page's person. */
export async function storedDrafts(): Promise<string[]> {
  const own = await inStore("readonly", (parts) => parts.index("person").getAllKeys(session.person.id));
  return [...new Set(own.map((key) => (key as [string, number])[0]))];
}

/** `unreadable`: it is gone, or its key is. `noKey`: the server gives none now, and it waits for a page that gets it. */
export async function readDraft(draft: string): Promise<StoredDraft | "unreadable" | "noKey"> {
  const key = await browserKey().catch(() => null);
  if (key === null) return "noKey";
  try {
    const facts = await openPart(draft, FACTS);
    if (facts === null) return "unreadable";
    const contents: Blob[] = [];
    for (let index = 0; ; index++) {
      const piece = await openPart(draft, index);
      if (piece === null) break;
      contents.push(new Blob([piece]));
    }
    const content = new Blob(contents);
    return { facts: JSON.parse(new TextDecoder().decode(facts)), content, pieces: contents.length };
  } catch (error) {
    if (isUnreadable(error)) return "unreadable";
    throw error;
  }
}

/** Null if there is none. */
async function openPart(draft: string, index: number): Promise<Bytes | null> {
  const part: StoredPart | undefined = await inStore("readonly", (parts) => parts.get([draft, index]));
  if (part === undefined) return null;
  return unseal(placeOf(draft, index), part);
}

export async function eraseDraft(draft: string): Promise<void> {
  await inStore("readwrite", (parts) => parts.delete(partsOf(draft)));
}

function placeOf(draft: string, index: number): string {
  return `${draft} ${index}`;
}

function partsOf(draft: string): IDBKeyRange {
  return IDBKeyRange.bound([draft, FACTS], [draft, Number.POSITIVE_INFINITY]);
}

let database: Promise<IDBDatabase> | null = null;

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (parts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  database ??= openDatabase();
  const transaction = (await database).transaction("parts", mode);
  const request = work(transaction.objectStore("parts"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const parts = request.result.createObjectStore("parts", { keyPath: ["draft", "index"] });
    parts.createIndex("person", "person");
  };
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
