/** One part of a file, from the connection to the disk. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { PartialFile } from "../../store/uploads/partial-file.ts";
import type { ResumableUpload } from "../../store/uploads/resumable.ts";
import type { Spool } from "../../store/uploads/spool.ts";
import type { UploadLock } from "./upload-locks.ts";

export const CHECKSUM_ALGORITHMS = ["sha1", "sha256", "sha512"] as const;

export interface Part {
  /** Where it begins. */
  offset: number;
  /** In blocks that hold nobody up. */
  blocks: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  checksum: { algorithm: (typeof CHECKSUM_ALGORITHMS)[number]; digest: Buffer } | null;
}

interface Receiving {
  upload: ResumableUpload;
  part: Part;
  spool: Spool;
  lock: UploadLock;
}

type Acknowledge = (received: number) => Promise<void>;

/**
 * @param acknowledge stores how many bytes are there, all of which are on the disk.
 * @returns how many are.
 * @throws as `ResumableUploads.append`; what arrived before is acknowledged, unless the part has a checksum.
 */
export async function receivePart(
  { upload, part, spool, lock }: Receiving,
  acknowledge: Acknowledge,
): Promise<number> {
  const file = await spool.openPartial(upload.fileName, upload.received);
  const writer = new PartWriter(file, upload.received, part.checksum ? null : acknowledge);
  const hash = part.checksum && new Bun.CryptoHasher(part.checksum.algorithm);
  try {
    try {
      for await (const block of part.blocks(lock.signal)) {
        lock.heard();
        if (writer.bytes + block.byteLength > upload.length) throw tooLong(upload);
        hash?.update(block);
        await writer.push(block);
      }
      lock.keepBusy();
      if (hash && !part.checksum?.digest.equals(hash.digest())) throw wrongChecksum();
    } catch (error) {
      // Without a checksum to wait for, what came is good: the next connection continues after it.
      if (!hash) await writer.flush();
      throw error;
    }
    await writer.flush();
    if (hash) await acknowledge(writer.bytes);
    return writer.bytes;
  } finally {
    await file.close();
  }
}

/** Gathers small blocks, and says now and then how much is safe. */
class PartWriter {
  readonly #file: PartialFile;
  readonly #acknowledge: Acknowledge | null;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #written: number;
  #acknowledged: number;

  constructor(file: PartialFile, at: number, acknowledge: Acknowledge | null) {
    this.#file = file;
    this.#acknowledge = acknowledge;
    this.#written = at;
    this.#acknowledged = at;
  }

  get bytes(): number {
    return this.#written + this.#pendingBytes;
  }

  async push(block: Uint8Array): Promise<void> {
    this.#pending.push(block);
    this.#pendingBytes += block.byteLength;
    if (this.#pendingBytes < limits.uploadWriteBytes) return;
    await this.#write();
    if (this.#written - this.#acknowledged >= limits.uploadCheckpointBytes) await this.flush();
  }

  /** Everything so far is on the disk, and said to be. */
  async flush(): Promise<void> {
    await this.#write();
    await this.#file.sync();
    if (this.#acknowledge && this.#written > this.#acknowledged) await this.#acknowledge(this.#written);
    this.#acknowledged = this.#written;
  }

  async #write(): Promise<void> {
    if (this.#pendingBytes === 0) return;
    const block = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.write(block);
    this.#written += block.byteLength;
  }
}

function tooLong({ length }: ResumableUpload): TiroError {
  return new TiroError("payload_too_large", `The upload was announced with ${length} bytes; more came.`, {
    param: "Upload-Length",
  });
}

function wrongChecksum(): TiroError {
  return new TiroError(
    "upload_checksum_mismatch",
    "The part does not have the checksum that was sent; send it again.",
    { param: "Upload-Checksum" },
  );
}
