/**
 * The installation's secret key: 32 random bytes in base 64, in a file outside the database, so that a copy of the
 * database alone opens no secret.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../../lib/errors.ts";
import { deriveKey } from "../../lib/seal.ts";

const KEY_BYTES = 32;
const FINGERPRINT_BYTES = 16;

/** The file, and whether it is tiro's to make: one that an operator names is not. */
export interface SecretKeyFile {
  path: string;
  own: boolean;
}

/** Keys derived from the secret key; the key itself is not kept. */
export interface SecretKey {
  sealing: Buffer;
  /** Vouches for backups. */
  backups: Buffer;
  /** Identifies the key without revealing it. */
  fingerprint: Buffer;
}

/** @param named by the configuration, if it names one. */
export function secretKeyFile(dataDir: string, named: string | undefined): SecretKeyFile {
  return { path: named ?? join(dataDir, "secret.key"), own: named === undefined };
}

/** Null if there is no such file. @throws OperatorError `secret_key_unreadable`, also if it holds no key. */
export function readSecretKey(path: string): SecretKey | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new OperatorError("secret_key_unreadable", "The secret key cannot be read.", {
      cause: error,
      hint: `${path}: ${code}. Let tiro's user read it.`,
    });
  }
  const bytes = Buffer.from(text, "base64");
  if (/^[\w+/-]{43}=?$/.test(text) && bytes.byteLength === KEY_BYTES) return derived(bytes);
  throw new OperatorError("secret_key_unreadable", "The file of the secret key holds no key.", {
    hint: `${path} must hold 32 random bytes in base 64, as \`openssl rand -base64 32\` makes them. Restore it from your backup.`,
  });
}

/** Writes a new key; it lies on the disk when this returns. @param path is replaced. */
export function makeSecretKey(path: string): SecretKey {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeSync(file, `${Buffer.from(bytes).toString("base64")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    moveSecretKey(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return derived(bytes);
}

export function moveSecretKey(from: string, to: string): void {
  renameSync(from, to);
  const folder = openSync(dirname(to), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function derived(key: Uint8Array): SecretKey {
  return {
    sealing: deriveKey(key, "tiro sealing 1"),
    backups: deriveKey(key, "tiro backups 1"),
    fingerprint: deriveKey(key, "tiro fingerprint 1", FINGERPRINT_BYTES),
  };
}
