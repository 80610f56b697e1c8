/** Reading a backup: every byte is checked against the list that it begins with, and nothing else is taken. */
import { closeSync, createReadStream, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "../config/limits.ts";
import { toIsoTime } from "../lib/clock.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";
import { type TarEntry, UntarError, untar } from "../lib/untar.ts";
import type { Bucket } from "../store/bucket/bucket.ts";
import { writeFile } from "./archive.ts";
import { AGE_MAGIC, decrypted } from "./encryption.ts";
import {
  AUTHENTICATOR_NAME,
  CHECKSUM_NAME,
  checksumOf,
  DATABASE_NAME,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFile,
  manifestSchema,
} from "./manifest.ts";

const SQLITE_MAGIC = "SQLite format 3\0";
const BOUNDS = { entries: limits.backupFiles, nameBytes: 1024 };

export interface FoundBackup {
  kind: "age" | "database" | "tar";
  bytes: AsyncGenerator<Uint8Array>;
  /** The assumed origin of a bare database, which has no manifest. */
  modifiedMs: number;
}

/** The manifest as it is written, and what a secret key says of it. */
export interface Voucher {
  manifest: string;
  authenticator: string;
}

/** The unpacked files. */
export interface Unpacked {
  madeAt: string;
  /** Null for a database alone, which has no manifest. */
  manifest: Manifest | null;
  /** Its authenticator; null if there is none. */
  voucher: Voucher | null;
  files: ManifestFile["name"][];
}

/**
 * Unpacks a backup, or a copy of a database, into a folder.
 * @param identityFile of age, for an encrypted one.
 * @throws OperatorError `backup_damaged`, `backup_encrypted`, `disk_full`, `not_writable`; TiroError `invalid_request`.
 */
export async function unpackBackup(
  { kind, bytes, modifiedMs }: FoundBackup,
  folder: string,
  identityFile: string | null,
): Promise<Unpacked> {
  try {
    if (kind === "database") {
      await writeFile(join(folder, DATABASE_NAME), bytes);
      return {
        madeAt: toIsoTime(modifiedMs),
        manifest: null,
        voucher: null,
        files: [DATABASE_NAME],
      };
    }
    const archive = kind === "age" ? decrypted(bytes, identityFile) : bytes;
    const { manifest, voucher } = await unpackArchive(archive, folder);
    return { madeAt: manifest.made_at, manifest, voucher, files: manifest.files.map(({ name }) => name) };
  } catch (error) {
    if (error instanceof UntarError) throw damaged(error.message, error);
    throw error;
  } finally {
    await bytes.return(undefined);
  }
}

async function unpackArchive(
  archive: AsyncGenerator<Uint8Array>,
  folder: string,
): Promise<Pick<Unpacked, "voucher"> & { manifest: Manifest }> {
  const entries = untar(withoutEnd(archive), BOUNDS);
  const { text, manifest } = await readManifest(entries);
  let voucher: Voucher | null = null;
  let found = 0;
  for await (const entry of entries) {
    if (found === 0 && voucher === null && entry.name === AUTHENTICATOR_NAME)
      voucher = { manifest: text, authenticator: await contentOf(entry) };
    else await unpackFile(entry, manifest.files[found++], folder);
  }
  if (found < manifest.files.length) throw damaged("files are missing");
  // Encryption vouches for the whole only at its end.
  for await (const _ of archive);
  return { manifest, voucher };
}

/** The rest of the source can be read afterwards. */
function withoutEnd(source: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => source.next() }) };
}

async function readManifest(
  entries: AsyncGenerator<TarEntry>,
): Promise<{ text: string; manifest: Manifest }> {
  const text = await readText(entries, MANIFEST_NAME);
  if ((await readText(entries, CHECKSUM_NAME)) !== checksumOf(text))
    throw damaged("its manifest was changed");
  const { success, data, error } = manifestSchema.safeParse(jsonOf(text));
  if (!success) throw damaged("its manifest is not one that this version of tiro can read", error);
  return { text, manifest: data };
}

async function readText(entries: AsyncGenerator<TarEntry>, expected: string): Promise<string> {
  const { value: entry, done } = await entries.next();
  if (done || entry.name !== expected) throw damaged("it is no backup of tiro");
  return contentOf(entry);
}

async function contentOf({ bytes, content }: TarEntry): Promise<string> {
  if (bytes > limits.backupManifestBytes) throw damaged("it is no backup of tiro");
  return Buffer.concat(await Array.fromAsync(content)).toString();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged("its manifest is no JSON", cause);
  }
}

async function unpackFile(
  { name, kind, bytes, content }: TarEntry,
  expected: ManifestFile | undefined,
  folder: string,
): Promise<void> {
  if (kind !== "file" || name !== expected?.name || bytes !== expected.bytes)
    throw damaged(
      `${JSON.stringify(name.slice(0, limits.shownParameterChars))} is not what its manifest lists`,
    );
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { sha256 } = await writeFile(path, content);
  if (sha256 !== expected.sha256) throw damaged(`the checksum of ${name} is wrong`);
}

/** Looks at how the file begins. @throws TiroError `invalid_request` if it cannot be read. */
export function findBackup(file: string): FoundBackup {
  const first = Buffer.alloc(AGE_MAGIC.length);
  try {
    const fd = openSync(file, "r");
    try {
      readSync(fd, first, 0, first.length, 0);
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    throw new TiroError(
      "invalid_request",
      `${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`,
      {
        param: "file",
        cause,
      },
    );
  }
  const kind = kindOf(first);
  if (kind === "database") requireWhole(file);
  return { kind, bytes: bytesOf(file), modifiedMs: statSync(file).mtimeMs };
}

/** Looks at how an object of a bucket begins; the rest of it comes as it is read. @throws BucketFailed */
export async function findInBucket(bucket: Bucket, key: string): Promise<FoundBackup> {
  const bytes = bucket.read(key);
  let first: Uint8Array = Buffer.alloc(0);
  while (first.length < AGE_MAGIC.length) {
    const { value, done } = await bytes.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const whole = (async function* () {
    try {
      yield first;
      yield* bytes;
    } finally {
      await bytes.return(undefined);
    }
  })();
  const kind = kindOf(first);
  return { kind: kind === "database" ? "tar" : kind, bytes: whole, modifiedMs: 0 };
}

function kindOf(first: Uint8Array): FoundBackup["kind"] {
  const text = Buffer.from(first.subarray(0, AGE_MAGIC.length)).toString("latin1");
  if (text === AGE_MAGIC) return "age";
  return text.startsWith(SQLITE_MAGIC) ? "database" : "tar";
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { highWaterMark: limits.backupBlockBytes });
}

/** The newest writes of a database are in a file beside it until the last process closes it. */
function requireWhole(database: string): void {
  if (!(statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0)) return;
  throw new TiroError(
    "invalid_request",
    `${database} is no copy: its newest changes are in ${database}-wal.`,
    {
      param: "file",
      hint: "Make a backup of its folder (`tiro backup --data FOLDER`) and restore that.",
    },
  );
}

function damaged(what: string, cause?: unknown): OperatorError {
  return new OperatorError("backup_damaged", `The backup cannot be used: ${what}.`, {
    cause,
    hint: "Nothing was restored. Take another copy of it, or an older backup.",
  });
}
