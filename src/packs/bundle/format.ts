/**
 * A bundle is one file: tiro's executable, then the files of packs one after the other, an index of them with checksums,
 * and a trailer that says where the index is. The executable starts as before, because the loader and Bun read what
 * its ELF header names and nothing after it.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import { limits } from "../../config/limits.ts";

const MAGIC = "tiro-bundle-0001";
/** Magic, index length (u64), executable length (u64), SHA-256 of the index. */
const TRAILER_BYTES = 64;

const fileSchema = z.strictObject({
  /** Inside the pack. */
  path: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/),
  offset: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const indexSchema = z.strictObject({
  packs: z.array(
    z.strictObject({ folder: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/), files: z.array(fileSchema) }),
  ),
});

export type BundleIndex = z.output<typeof indexSchema>;

export interface Bundle {
  index: BundleIndex;
  /** How much of the file is the executable alone. */
  executableBytes: number;
}

export function encodeEnd(index: BundleIndex, executableBytes: number): Buffer {
  const json = Buffer.from(JSON.stringify(index));
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.write(MAGIC, 0, "latin1");
  trailer.writeBigUInt64LE(BigInt(json.length), 16);
  trailer.writeBigUInt64LE(BigInt(executableBytes), 24);
  new Bun.CryptoHasher("sha256").update(json).digest().copy(trailer, 32);
  return Buffer.concat([json, trailer]);
}

/** The packs that a file carries after the executable; null if nothing is. @throws if the end is damaged. */
export function readBundle(path: string): Bundle | null {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const trailer = readAt(file, size - TRAILER_BYTES, TRAILER_BYTES);
    if (trailer.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
    const indexBytes = Number(trailer.readBigUInt64LE(16));
    const executableBytes = Number(trailer.readBigUInt64LE(24));
    if (indexBytes > limits.packManifestBytes) throw new Error("its list of packs is too long");
    const json = readAt(file, size - TRAILER_BYTES - indexBytes, indexBytes);
    if (!new Bun.CryptoHasher("sha256").update(json).digest().equals(trailer.subarray(32)))
      throw new Error("its list of packs is damaged");
    return { index: indexSchema.parse(JSON.parse(json.toString())), executableBytes };
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, position: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  let done = 0;
  while (done < bytes) {
    const count = readSync(file, buffer, done, bytes - done, position + done);
    if (count === 0) throw new Error("it ends early");
    done += count;
  }
  return buffer;
}
