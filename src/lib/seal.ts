/** AES-256-GCM, for what must be neither read nor changed nor moved to another place. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose; it does not lead back to `key` (RFC 5869). */
export function deriveKey(key: Uint8Array, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, bytes));
}

/** @param context what the secret is for and whose it is: it opens there only. */
export function seal(key: Uint8Array, context: string, secret: string | Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(Buffer.from(secret)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Null if it was sealed with another key or for another context, or was changed. */
export function unseal(key: Uint8Array, context: string, sealed: Uint8Array): Buffer | null {
  if (sealed.byteLength < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const opened = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    // Node says so by an error without a code; there is no other way to ask.
    return null;
  }
}
