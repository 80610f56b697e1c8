/**
 * Encrypts what stays in the browser, by AES-GCM (Web Crypto). The key is for this person and this browser; the server gives
 * it to a session of theirs alone, and forgets it at log-out: then nobody reads any of it.
 */
import { ownHeaders } from "./session.ts";

export const IV_BYTES = 12;

export type Bytes = Uint8Array<ArrayBuffer>;

export interface Sealed {
  iv: Bytes;
  data: ArrayBuffer;
}

/** @param place of it alone: nothing can stand in the place of another. @throws if there is no key. */
export async function seal(place: string, bytes: Bytes): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return { iv, data: await crypto.subtle.encrypt(cipher(place, iv), await browserKey(), bytes) };
}

/** @throws if it was sealed elsewhere or by another key (`isUnreadable`), or there is no key. */
export async function unseal(place: string, { iv, data }: Sealed): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt(cipher(place, iv), await browserKey(), data));
}

/** Its key is gone, or it is not as it was written. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && error.name === "OperationError";
}

function cipher(place: string, iv: Bytes): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(place) };
}

let key: Promise<CryptoKey> | null = null;

/** @throws if the server gives none now. */
export function browserKey(): Promise<CryptoKey> {
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
