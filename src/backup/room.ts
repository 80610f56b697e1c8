import { limits } from "../config/limits.ts";
import { OperatorError } from "../lib/errors.ts";
import { diskSpace } from "../store/data-folder/disk-space.ts";
import type { Db } from "../store/db.ts";

export function databaseBytes(db: Db): number {
  const read = (name: string) => db.pragma(name, { simple: true }) as number;
  return read("page_count") * read("page_size");
}

/** A copy must not leave a server that runs without room. @throws OperatorError `disk_full`. */
export async function requireRoomForCopy(db: Db, dataDir: string): Promise<void> {
  const neededBytes = databaseBytes(db) + limits.diskFullBytes;
  const { freeBytes } = await diskSpace(dataDir);
  if (freeBytes >= neededBytes) return;
  throw new OperatorError("disk_full", "There is too little room for a copy of the database.", {
    hint: `${dataDir} needs ${megabytes(neededBytes)} MB and has ${megabytes(freeBytes)} MB free.`,
  });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
