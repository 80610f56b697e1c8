import { statfs } from "node:fs/promises";
import { limits } from "../../config/limits.ts";

export interface DiskSpace {
  freeBytes: number;
  /** Files that can still be made. */
  freeInodes: number;
  /** `full`: uploads cannot be relied on. */
  state: "ok" | "low" | "full";
}

/** The free space on the disk of `folder` for tiro's user. @throws file-system errors unchanged. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, ffree } = await statfs(folder);
  return judgeSpace(bavail * bsize, ffree);
}

export function judgeSpace(freeBytes: number, freeInodes = Number.MAX_SAFE_INTEGER): DiskSpace {
  const state = freeBytes < limits.diskFullBytes ? "full" : freeBytes < limits.diskLowBytes ? "low" : "ok";
  return { freeBytes, freeInodes, state };
}
