/**
 * Where drafts lie: in the browser's IndexedDB, each part sealed by AES-GCM (Web Crypto) for its place. The key is for this
 * person and this browser; the server gives it to a session of theirs alone, and forgets it at log-out.
 */
import { ownHeaders, session } from "./session.ts";

const DATABASE = "tiro-drafts";
const IV_BYTES = 12;
/** Facts stand before the pieces, which count from 0. */
const FACTS = -1;

export type Bytes = Uint8Array<ArrayBuffer>;

interface StoredPart {
  draft: string;
  index: number;
  /** Whose. */
  person: string;
  iv: Bytes;
  data: ArrayBuffer;
}

export interface StoredDraft {
  /** As they were given to `Draft.begin`, or last rewritten. */
  facts: unknown;
  /** Of all pieces, in the browser's hands: it may be larger than a page's memory. */
  content: Blob;
  /** How many. */
  pieces: number;
}

/** @throws where there is no key, or no room. */
export async function storeFacts(draft: string, facts: unknown): Promise<void> {
  await storePart(draft, FACTS, new TextEncoder().encode(JSON.stringify(facts)));
}

/** @throws where there is no key, or no room. */
export async function storePiece(draft: string, index: number, bytes: Bytes): Promise<void> {
  await storePart(draft, index, bytes);
}

async function storePart(draft: string, index: number, bytes: Bytes): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = await crypto.subtle.encrypt(cipher(draft, index, iv), await draftKey(), bytes);
  const part: StoredPart = { draft, index, person: session.person.id, iv, data };
  await inStore("readwrite", (parts) => parts.put(part));
}

/** Ids of what this browser keeps for the page's person. */
export async function storedDrafts(): Promise<string[]> {
  const own = await inStore("readonly", (parts) => parts.index("person").getAllKeys(session.person.id));
  return [...new Set(own.map((key) => (key as [string, number])[0]))];
}

/** `unreadable`: it is gone, or its key is. `noKey`: the server gives none now, and it waits for a page that gets it. */
export async function readDraft(draft: string): Promise<StoredDraft | "unreadable" | "noKey"> {
  const key = await draftKey().catch(() => null);
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
    if (error instanceof DOMException && error.name === "OperationError") return "unreadable";
    throw error;
  }
}

/** Null where there is none. */
async function openPart(draft: string, index: number): Promise<Bytes | null> {
  const part: StoredPart | undefined = await inStore("readonly", (parts) => parts.get([draft, index]));
  if (part === undefined) return null;
  const opened = await crypto.subtle.decrypt(cipher(draft, index, part.iv), await draftKey(), part.data);
  return new Uint8Array(opened);
}

export async function eraseDraft(draft: string): Promise<void> {
  await inStore("readwrite", (parts) => parts.delete(partsOf(draft)));
}

/** No part can stand in the place of another. */
function cipher(draft: string, index: number, iv: Bytes): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(`${draft} ${index}`) };
}

function partsOf(draft: string): IDBKeyRange {
  return IDBKeyRange.bound([draft, FACTS], [draft, Number.POSITIVE_INFINITY]);
}

let key: Promise<CryptoKey> | null = null;

function draftKey(): Promise<CryptoKey> {
  key ??= fetchKey().catch((error) => {
    key = null;
    throw error;
  });
  return key;
}

async function fetchKey(): Promise<CryptoKey> {
  const answer = await fetch("/app/draft-key", { method: "POST", headers: ownHeaders("POST") });
  if (!answer.ok) {
    // An answer that nobody reads holds its connection.
    await answer.body?.cancel();
    throw new Error(`no key for drafts: ${answer.status}`);
  }
  const { key } = (await answer.json()) as { key: string };
  const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
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
