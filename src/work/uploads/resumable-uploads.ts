/**
 * Files that come in parts, over as many connections as it takes: what arrived stays, also through kills, until its last
 * byte is a day old. The user of the whole file takes it over.
 */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId, newId } from "../../lib/ids.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import { GIB, MIB } from "../../lib/units.ts";
import { assertStorageLeft } from "../../metering/quotas.ts";
import { diskSpace } from "../../store/data-folder/disk-space.ts";
import { transact, whenWritable } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import {
  allUploads,
  boundUploads,
  deleteUpload,
  expiredUploads,
  insertUpload,
  promisedUploadBytes,
  type ResumableUpload,
  setUploadReceived,
  uploadOf,
  uploadsOfAccount,
} from "../../store/uploads/resumable.ts";
import type { Spool, SpooledFile } from "../../store/uploads/spool.ts";
import { type Part, receivePart } from "./receive-part.ts";
import { UploadLocks } from "./upload-locks.ts";

export interface ResumableUploadsDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  spool: Spool;
  dataDir: string;
  config: Pick<Config, "recordings" | "limits" | "billing">;
  /** @throws TiroError if the file may not be stored. */
  assertMayStore: (principal: Principal, metadata: ResumableUpload["metadata"]) => void;
}

export class ResumableUploads {
  readonly #deps: ResumableUploadsDeps;
  readonly #locks = new UploadLocks();
  readonly #sweeper: Recurring;

  constructor(deps: ResumableUploadsDeps) {
    this.#deps = deps;
    this.#sweeper = new Recurring({
      everyMs: limits.uploadSweepEveryMs,
      failure: "upload_sweep_failed",
      logger: deps.logger,
      work: () => this.sweep(),
    });
  }

  /** The largest file that may come. */
  get maxBytes(): number {
    return this.#deps.config.recordings.upload_mib * MIB;
  }

  /** From now on, what expired goes by itself; at once, that whose file is gone, as after a restore. */
  async start(): Promise<void> {
    const { db, spool } = this.#deps;
    const names = new Set(await spool.names());
    for (const { id, fileName } of allUploads(db))
      if (!names.has(fileName)) await whenWritable(db, () => deleteUpload(db, id));
    this.#sweeper.start();
  }

  async close(): Promise<void> {
    await this.#sweeper.close();
  }

  /** @throws `file_too_large`, `rate_limit_exceeded`, `storage_full`, `history_unavailable`. */
  async create(
    principal: Principal,
    { length, metadata }: Pick<ResumableUpload, "length" | "metadata">,
  ): Promise<ResumableUpload> {
    const { db, clock, spool } = this.#deps;
    this.#assertAdmitted(principal, { length, metadata });
    await this.#assertDiskHolds(length);
    const fileName = await spool.makePartial();
    const createdAt = clock.now();
    const upload: ResumableUpload = {
      ...{ id: newId("upl"), accountId: principal.accountId, userId: principal.userId },
      ...{ length, received: 0, metadata, fileName },
      ...{ createdAt, expiresAt: createdAt + limits.uploadLifeMs },
    };
    try {
      await transact(db, () => {
        this.#assertAdmitted(principal, { length, metadata });
        insertUpload(db, upload);
      });
    } catch (error) {
      await spool.removeNamed(fileName);
      throw error;
    }
    return upload;
  }

  /** As it stands once nothing more of it arrives over a connection that went silent. @throws `upload_not_found`, `upload_busy`. */
  async settled(principal: Principal, id: string): Promise<ResumableUpload> {
    this.#find(principal, id);
    const lock = await this.#locks.enter(id);
    lock.leave();
    return this.#find(principal, id);
  }

  /**
   * Takes a part. Received bytes stay even if the connection breaks, unless it comes with a checksum.
   * @returns the upload as it is then.
   * @throws `upload_not_found`, `upload_busy`, `upload_offset_conflict`, `upload_checksum_mismatch`, `payload_too_large`,
   *   `storage_full`; `invalid_request` if the connection went silent.
   */
  async append(principal: Principal, id: string, part: Part): Promise<ResumableUpload> {
    const { db, clock, spool } = this.#deps;
    this.#find(principal, id);
    const lock = await this.#locks.enter(id);
    try {
      const upload = this.#find(principal, id);
      if (part.offset !== upload.received) throw wrongOffset(upload.received);
      const received = await receivePart({ upload, part, spool, lock }, (bytes) =>
        whenWritable(db, () => {
          if (!setUploadReceived(db, id, bytes, clock.now() + limits.uploadLifeMs)) throw uploadNotFound();
        }),
      );
      return { ...upload, received, expiresAt: clock.now() + limits.uploadLifeMs };
    } finally {
      lock.leave();
    }
  }

  /** @throws `upload_not_found`, `upload_busy`. */
  async remove(principal: Principal, id: string): Promise<void> {
    const { db } = this.#deps;
    this.#find(principal, id);
    const lock = await this.#locks.enter(id);
    try {
      const { fileName } = this.#find(principal, id);
      await whenWritable(db, () => deleteUpload(db, id));
      await this.#deps.spool.removeNamed(fileName);
    } finally {
      lock.leave();
    }
  }

  /**
   * The whole file, for `use`, which makes it another's by `taken` in the transaction in which it stores its name.
   * Until then it stays what it is, so that a failed call can be made again.
   * @throws `upload_not_found`, `upload_busy`, `upload_incomplete`, and as `use`.
   */
  async handOver<T>(
    principal: Principal,
    id: string,
    use: (file: SpooledFile, upload: ResumableUpload, taken: () => void) => Promise<T>,
  ): Promise<T> {
    const { db, spool } = this.#deps;
    this.#find(principal, id);
    const lock = await this.#locks.enter(id);
    try {
      const upload = this.#find(principal, id);
      if (upload.received < upload.length)
        throw new TiroError(
          "upload_incomplete",
          `${upload.received} of ${upload.length} bytes have arrived. Send the rest first.`,
          { param: "upload_id" },
        );
      lock.keepBusy();
      const taken = () => {
        if (!deleteUpload(db, id)) throw uploadNotFound();
      };
      return await use(await spool.takeWhole(upload.fileName), upload, taken);
    } finally {
      lock.leave();
    }
  }

  /** Removes expired uploads and their files. Fine to call at any time. */
  async sweep(): Promise<void> {
    const { db, clock, spool } = this.#deps;
    const nowMs = clock.forAges();
    await whenWritable(db, () => boundUploads(db, clock.now() + limits.uploadLifeMs));
    for (const { id, fileName } of expiredUploads(db, nowMs)) {
      if (this.#locks.isTaken(id)) continue;
      await whenWritable(db, () => deleteUpload(db, id));
      await spool.removeNamed(fileName);
    }
  }

  #find(principal: Principal, id: string): ResumableUpload {
    const { db, clock } = this.#deps;
    const upload = isId("upl", id) ? uploadOf(db, principal, id) : null;
    if (upload === null || upload.expiresAt <= clock.forAges()) throw uploadNotFound();
    return upload;
  }

  #assertAdmitted(
    principal: Principal,
    { length, metadata }: Pick<ResumableUpload, "length" | "metadata">,
  ): void {
    const { db, config, assertMayStore } = this.#deps;
    assertMayStore(principal, metadata);
    if (length > this.maxBytes)
      throw new TiroError(
        "file_too_large",
        `A file may have at most ${this.maxBytes} bytes (${config.recordings.upload_mib} MiB).`,
        { param: "Upload-Length" },
      );
    assertStorageLeft(this.#deps, principal.accountId, { underWay: 0, more: length });
    const own = uploadsOfAccount(db, principal.accountId);
    const roomBytes = config.recordings.unfinished_uploads_gib * GIB;
    const shareBytes = Math.max(this.maxBytes, (roomBytes * config.limits.share_percent) / 100);
    const isOverShare = own.bytes + length > shareBytes || own.count >= limits.uploadsOfAccount;
    if (!isOverShare && promisedUploadBytes(db) + length <= Math.max(roomBytes, this.maxBytes)) return;
    throw new TiroError(
      "rate_limit_exceeded",
      isOverShare
        ? `The account has ${own.count} unfinished uploads of ${own.bytes} bytes, as much as it may have; finish or remove some.`
        : "There is no room for more unfinished uploads; try again later.",
      {
        retryAfterSeconds: limits.storedJobsRetrySeconds,
        hint: "recordings.unfinished_uploads_gib says how much unfinished uploads may take.",
      },
    );
  }

  async #assertDiskHolds(length: number): Promise<void> {
    const { freeBytes } = await diskSpace(this.#deps.dataDir);
    if (freeBytes - length >= limits.diskFullBytes) return;
    throw new TiroError("storage_full", "The server has no space left for the file; try again later.", {
      retryAfterSeconds: limits.storageRetrySeconds,
      hint: "Free space on the disk of the data folder, or move the data folder (data.dir) to a larger one.",
    });
  }
}

function wrongOffset(received: number): TiroError {
  return new TiroError(
    "upload_offset_conflict",
    `The upload has ${received} bytes; the part must begin there. Ask with HEAD first.`,
    { param: "Upload-Offset", headers: { "Upload-Offset": String(received) } },
  );
}

function uploadNotFound(): TiroError {
  return new TiroError("upload_not_found", "You have no unfinished upload with this id, or it has expired.");
}
