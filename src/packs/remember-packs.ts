import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadPack, type Pack } from "./load-pack.ts";
import { manifestFiles } from "./manifest.ts";

/** A pack, and what distinguishes it from one that was copied again or changed. */
export interface MarkedPack extends Pack {
  identity: string;
}

/** `loadPack` for somebody who looks again and again: a pack whose files are all as they were is not read again. */
export function rememberPacks(load: (folder: string) => Pack = loadPack): (folder: string) => MarkedPack {
  const known = new Map<string, { pack: MarkedPack; marks: string }>();
  return (folder) => {
    const last = known.get(folder);
    if (last && marksOf(folder, last.pack) === last.marks) return last.pack;
    known.delete(folder);
    const manifestMark = markOf(join(folder, "pack.json"));
    const loaded = load(folder);
    const marks = marksOf(folder, loaded, manifestMark);
    const pack = { ...loaded, identity: JSON.stringify([loaded.manifest, marks]) };
    known.set(folder, { pack, marks });
    return pack;
  };
}

/** @param manifestMark as it was before the manifest was read. */
function marksOf(
  folder: string,
  { manifest }: Pack,
  manifestMark = markOf(join(folder, "pack.json")),
): string {
  const files = manifestFiles(manifest).map(({ path }) => markOf(join(folder, path)));
  return JSON.stringify([realFolder(folder), manifestMark, ...files]);
}

function markOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.ino} ${file.mtimeMs} ${file.size}` : "gone";
}

function realFolder(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}
