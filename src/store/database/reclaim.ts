import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import { type Db, reclaimSlice } from "../db.ts";

/** Takes what was erased off the disk. Returns whether that is done; try again later where it is not. */
export function* reclaim(db: Db): Slices<boolean> {
  for (let triesLeft = limits.reclaimTries; triesLeft > 0; triesLeft--) {
    if (reclaimSlice(db)) return true;
    yield;
  }
  return false;
}
