/** Files that come in parts: what is known of each until it is taken over or expires. The bytes lie in the spool. */

import type { Db } from "../db.ts";
import { change, changes, count, exists, row, rowAs, rowsAs } from "../statements.ts";

export interface UploadOwner {
  /** `usr_…`, or `org_…` with an organization's key. */
  accountId: string;
  /** As whom the request acted. */
  userId: string | null;
}

/** Times are milliseconds since the epoch. */
export interface ResumableUpload extends UploadOwner {
  id: string;
  length: number;
  received: number;
  metadata: Readonly<Record<string, string>>;
  /** Within the spool. */
  fileName: string;
  createdAt: number;
  expiresAt: number;
}

type Row = Omit<ResumableUpload, "id" | "metadata"> & { id: Uint8Array; metadata: string };

const COLUMNS = `id, account_id AS accountId, user_id AS userId, length, received, metadata, file_name AS fileName,
  created_at AS createdAt, expires_at AS expiresAt`;

const ofAccount = row<[string], { count: number; bytes: number }>(
  "SELECT count(*) AS count, coalesce(sum(length), 0) AS bytes FROM uploads WHERE account_id = ?",
);

export const insertUpload = change<[upload: ResumableUpload]>(
  `INSERT INTO uploads (id, account_id, user_id, length, received, metadata, file_name, created_at, expires_at)
   VALUES (@id, @accountId, @userId, @length, @received, @metadata, @fileName, @createdAt, @expiresAt)`,
  (upload) => ({ ...upload, id: bytesOf(upload.id), metadata: JSON.stringify(upload.metadata) }),
);

/** Null also if it is another's. @param id of the right form. */
export const uploadOf = rowAs<[given: UploadOwner, id: string], Row, ResumableUpload>(
  `SELECT ${COLUMNS} FROM uploads WHERE id = @id AND account_id = @accountId AND user_id IS @userId`,
  fromRow,
  ({ accountId, userId }, id) => ({ accountId, userId, id: bytesOf(id) }),
);

/** False if it is gone. */
export const setUploadReceived = changes<[id: string, received: number, expiresAt: number]>(
  "UPDATE uploads SET received = @received, expires_at = @expiresAt WHERE id = @id AND received <= @received",
  (id, received, expiresAt) => ({ id: bytesOf(id), received, expiresAt }),
);

/** False if it was gone before. */
export const deleteUpload = changes<[id: string]>("DELETE FROM uploads WHERE id = ?", (id) => [bytesOf(id)]);

export const expiredUploads = rowsAs<[nowMs: number], Row, ResumableUpload>(
  `SELECT ${COLUMNS} FROM uploads WHERE expires_at <= ?`,
  fromRow,
);

export const allUploads = rowsAs<[], Row, ResumableUpload>(`SELECT ${COLUMNS} FROM uploads`, fromRow);

/** None lives for longer than it would from now on, whatever a clock said that was wrong. */
export const boundUploads = change<[latestEndMs: number]>(
  "UPDATE uploads SET expires_at = @latest WHERE expires_at > @latest",
  (latestEndMs) => ({ latest: latestEndMs }),
);

/** Whether a file of the spool is one of these. */
export const isUploadFile = exists<[fileName: string]>("SELECT 1 FROM uploads WHERE file_name = ?");

/** How many there are, and what they take once they are whole. */
export function uploadsOfAccount(db: Db, accountId: string): { count: number; bytes: number } {
  return ofAccount(db, accountId) ?? { count: 0, bytes: 0 };
}

/** Of all accounts, once they are whole. */
export const promisedUploadBytes = count<[]>("SELECT coalesce(sum(length), 0) FROM uploads");

function bytesOf(id: string): Buffer {
  return Buffer.from(id.slice("upl_".length), "hex");
}

function fromRow({ id, metadata, ...row }: Row): ResumableUpload {
  return {
    ...row,
    id: `upl_${Buffer.from(id).toString("hex")}`,
    metadata: JSON.parse(metadata) as Record<string, string>,
  };
}
