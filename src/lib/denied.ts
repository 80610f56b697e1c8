import { accessSync, constants } from "node:fs";

/** The part of an absolute path that denies this user access: the first folder that is closed to it, else the path itself. */
export function deniedAt(path: string): string {
  const names = path.split("/").slice(1, -1);
  const folders = names.map((_, depth) => `/${names.slice(0, depth + 1).join("/")}`);
  return folders.find((folder) => !mayPass(folder)) ?? path;
}

function mayPass(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
