import { isId } from "../../lib/ids.ts";
import type { Db } from "../db.ts";
import { change, count, rowAs, rowsAs, values } from "../statements.ts";
import { ACCESS, type Access } from "./access.ts";
import { ownerNumber, type Viewer, type ViewerNumbers, viewerNumbers } from "./owners.ts";

/** Times are milliseconds since the epoch. */
export interface Folder {
  number: number;
  id: string;
  name: string;
  /** Of the two one is null. */
  personId: string | null;
  organizationId: string | null;
  access: Access;
  createdAt: number;
  updatedAt: number;
}

type Row = Omit<Folder, "id"> & { id: Uint8Array };

const FOLDER = `SELECT * FROM (
  SELECT folders.number, folders.id, folders.name, owners.user_id AS personId,
    owners.organization_id AS organizationId, folders.created_at AS createdAt, folders.updated_at AS updatedAt,
    CASE WHEN folders.owner = @owner THEN 'owner' ELSE (
      SELECT role FROM recording_shares WHERE folder = folders.number AND user_id = @userId) END AS access
  FROM recording_folders AS folders JOIN recording_owners AS owners ON owners.number = folders.owner
  WHERE WHICH) WHERE access IS NOT NULL`;

const insert = change<[folder: { id: Uint8Array; owner: number; name: string; nowMs: number }]>(
  `INSERT INTO recording_folders (id, owner, name, created_at, updated_at)
   VALUES (@id, @owner, @name, @nowMs, @nowMs)`,
);
const empty = change<[number: number]>("UPDATE recordings SET folder = NULL WHERE folder = ?");
const unshare = change<[number: number]>("DELETE FROM recording_shares WHERE folder = ?");
const remove = change<[number: number]>("DELETE FROM recording_folders WHERE number = ?");
const byId = rowAs<[which: ViewerNumbers & { id: Uint8Array }], Row, Folder>(
  FOLDER.replace("WHICH", "folders.id = @id"),
  fromRow,
);
const seenBy = rowsAs<[viewer: ViewerNumbers], Row, Folder>(
  `${FOLDER.replace(
    "WHICH",
    `folders.number IN (SELECT number FROM recording_folders WHERE owner = @owner
      UNION ALL SELECT folder FROM recording_shares WHERE user_id = @userId AND folder IS NOT NULL)`,
  )} ORDER BY name, number`,
  fromRow,
);
const countOf = count<[owner: number]>("SELECT count(*) FROM recording_folders WHERE owner = ?");
const countRecordings = count<[which: ViewerNumbers & { folder: number }]>(
  `SELECT count(*) FROM recordings WHERE folder = @folder AND erased = 0 AND archived = 0 AND ${ACCESS} IS NOT NULL`,
);

/** Must run in a transaction. */
export function insertFolder(
  db: Db,
  { id, accountId, name, nowMs }: Viewer & { id: string; name: string; nowMs: number },
): void {
  insert(db, { id: bytesOf(id), owner: ownerNumber(db, { accountId }), name, nowMs });
}

export const renameFolder = change<[number: number, name: string, nowMs: number]>(
  "UPDATE recording_folders SET name = @name, updated_at = @nowMs WHERE number = @number",
  (number, name, nowMs) => ({ number, name, nowMs }),
);

/** Its recordings stay, outside of folders. Must run in a transaction. */
export function deleteFolder(db: Db, number: number): void {
  for (const each of [empty, unshare, remove]) each(db, number);
}

/** Null also if the viewer may not see it. */
export function folderById(db: Db, viewer: Viewer, id: string): Folder | null {
  if (!isId("fld", id)) return null;
  return byId(db, { ...viewerNumbers(db, viewer), id: bytesOf(id) });
}

/** That the viewer sees, by name. */
export function foldersOf(db: Db, viewer: Viewer): Folder[] {
  return seenBy(db, viewerNumbers(db, viewer));
}

/** Of their own. */
export function countFolders(db: Db, viewer: Viewer): number {
  return countOf(db, viewerNumbers(db, viewer).owner);
}

/** That the viewer sees and that are not archived. */
export function countInFolder(db: Db, viewer: Viewer, folder: number): number {
  return countRecordings(db, { ...viewerNumbers(db, viewer), folder });
}

/** Accounts that see it. */
export const audienceOfFolder = values<[folder: number], string>(
  `SELECT user_id FROM recording_shares WHERE folder = @number
     UNION SELECT coalesce(owners.user_id, owners.organization_id)
       FROM recording_folders JOIN recording_owners AS owners ON owners.number = owner
       WHERE recording_folders.number = @number`,
  (folder) => ({ number: folder }),
);

function bytesOf(id: string): Buffer {
  return Buffer.from(id.slice("fld_".length), "hex");
}

function fromRow(row: Row): Folder {
  return { ...row, id: `fld_${Buffer.from(row.id).toString("hex")}` };
}
