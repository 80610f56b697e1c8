import { createHmac } from "node:crypto";
import { z } from "zod";
import type { SecretKey } from "../store/secrets/secret-key.ts";

/** The first entry of an archive, the second, and the third where the installation has a secret key. */
export const MANIFEST_NAME = "manifest.json";
export const CHECKSUM_NAME = "manifest.json.sha256";
export const AUTHENTICATOR_NAME = "manifest.json.hmac-sha256";
export const DATABASE_NAME = "tiro.db";
export const KEY_NAME = "secret.key";

const fileSchema = z.object({
  name: z.union([
    z.literal(DATABASE_NAME),
    z.literal(KEY_NAME),
    z.string().regex(/^spool\/upload-[0-9a-f]{32}$|^recordings\/audio-[0-9a-f]{32}$/),
  ]),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The contents of an archive, in the order of its entries; all of one moment. */
export const manifestSchema = z.object({
  format: z.literal("tiro-backup"),
  format_version: z.literal(1),
  made_at: z.iso.datetime(),
  tiro_version: z.string(),
  schema: z.int(),
  /** The newest line of the audit log, `SEQUENCE:HASH`. */
  audit_head: z.string().nullable(),
  /** Of the key that sealed the secrets in the database; it does not lead back to the key. */
  secret_key_fingerprint: z.string().nullable(),
  /** Recordings that unfinished jobs need and that were not there. */
  missing_recordings: z.int(),
  files: z.array(fileSchema),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestFile = Manifest["files"][number];

/** As `sha256sum` writes and checks it. */
export function checksumOf(manifest: string): string {
  return `${new Bun.CryptoHasher("sha256").update(manifest).digest("hex")}  ${MANIFEST_NAME}\n`;
}

/**
 * An authenticator that nobody makes without the installation's secret key: it vouches for the manifest, and so for
 * every file (RFC 2104).
 */
export function authenticatorOf(manifest: string, key: SecretKey): string {
  return `${createHmac("sha256", key.backups).update(manifest).digest("hex")}  ${MANIFEST_NAME}\n`;
}
