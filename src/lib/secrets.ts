import { hash } from "node:crypto";

const SECRET_BYTES = 32;

/** A new API key: the prefix, then 256 random bits in URL-safe base 64 (43 characters). */
export function newSecret(prefix: string): string {
  return prefix + Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64url");
}

/**
 * SHA-256, which is all that is stored of a key. A slow password hash would add nothing: 256 random bits cannot be
 * guessed, and every request pays for it.
 */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
