import {
  closeSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";
import type { Pack } from "../load-pack.ts";
import { manifestFiles } from "../manifest.ts";
import { type BundleIndex, encodeEnd, readBundle } from "./format.ts";

const BLOCK_BYTES = 4 * 1024 * 1024;

export interface BundleProgress {
  doneBytes: number;
  totalBytes: number;
}

/**
 * Writes the bundle under a hidden name, then renames it. A pack's files are compared with their checksums on the way.
 * @param executable tiro's; one that is a bundle itself goes in without its packs.
 * @returns the checksum of the whole. @throws TiroError
 */
export function writeBundle(
  executable: string,
  packs: readonly Pack[],
  output: string,
  onProgress: (progress: BundleProgress) => void,
): { sha256: string; bytes: number } {
  const executableBytes = readBundle(executable)?.executableBytes ?? statSync(executable).size;
  const parts = packs.map((pack) => ({ pack, files: [packJson(pack), ...manifestFiles(pack.manifest)] }));
  const packsBytes = parts.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);
  const totalBytes = executableBytes + packsBytes;
  requireSpace(output, totalBytes);
  const temporary = join(dirname(resolve(output)), `.bundle-${process.pid}-${crypto.randomUUID()}.tmp`);
  const file = openSync(temporary, "wx", 0o755);
  const whole = new Bun.CryptoHasher("sha256");
  let offset = 0;
  try {
    const append = (block: Uint8Array) => {
      for (let at = 0; at < block.length; ) at += writeSync(file, block, at);
      whole.update(block);
      offset += block.length;
      onProgress({ doneBytes: Math.min(offset, totalBytes), totalBytes });
    };
    copy(executable, executableBytes, append);
    const index: BundleIndex = { packs: [] };
    for (const { pack, files } of parts) {
      const placed = files.map(({ path, bytes, sha256 }) => {
        const begin = offset;
        const found = copy(join(pack.folder, path), bytes, append);
        if (sha256 !== found) throw changed(pack, path);
        return { path, offset: begin, bytes, sha256 };
      });
      index.packs.push({ folder: `${pack.manifest.id}-${pack.manifest.version}`, files: placed });
    }
    append(encodeEnd(index, executableBytes));
    fsyncSync(file);
    renameSync(temporary, output);
    return { sha256: whole.digest("hex"), bytes: offset };
  } finally {
    closeSync(file);
    rmSync(temporary, { force: true });
  }
}

/** @returns the checksum of what was copied. */
function copy(path: string, bytes: number, append?: (block: Uint8Array) => void): string {
  const file = openSync(path, "r");
  const hasher = new Bun.CryptoHasher("sha256");
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  try {
    for (let done = 0; done < bytes; ) {
      const count = readSync(file, buffer, 0, Math.min(BLOCK_BYTES, bytes - done), done);
      if (count === 0) throw new Error(`${path} ends early`);
      const block = buffer.subarray(0, count);
      hasher.update(block);
      append?.(block);
      done += count;
    }
    return hasher.digest("hex");
  } finally {
    closeSync(file);
  }
}

function packJson({ folder }: Pack) {
  const path = "pack.json";
  const bytes = statSync(join(folder, path)).size;
  return { path, bytes, sha256: copy(join(folder, path), bytes) };
}

function requireSpace(output: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(resolve(output)));
  if (bavail * bsize >= bytes + limits.diskFullBytes) return;
  throw new OperatorError("disk_full", "There is too little room for the bundle.", {
    hint: `It needs ${(bytes / 1e6).toFixed(0)} MB beside ${output}.`,
  });
}

function changed(pack: Pack, path: string): OperatorError {
  return new OperatorError("pack_damaged", "A model pack is damaged.", {
    hint: `${path} of ${pack.name} differs from its checksum: install the pack again. No bundle was written.`,
  });
}
