import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { OperatorError } from "../../lib/errors.ts";

/**
 * Where a pack arrived. The process that unpacked it read what strangers packed, so its word alone counts for nothing: it
 * must be a folder, and no link, directly in the one that the process could write to.
 * @throws OperatorError `pack_damaged`.
 */
export function arrivedPack(folder: string, said: string): string {
  const name = basename(said);
  const place = join(folder, name);
  const isFolder = lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  if (said === place && !name.startsWith(".") && isFolder) return place;
  throw new OperatorError("pack_damaged", "The pack could not be unpacked.", {
    hint: "Its process named a place that it must not write to. Take the pack from another source.",
  });
}
