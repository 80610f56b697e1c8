/** `pack.json` of a pack that came without one, from the catalogue and from the files that came. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";
import { type CatalogueEntry, licenceOf, ofManifest } from "../catalogue.ts";
import { sha256Of } from "./sha256.ts";

/** Whether a file of the archive is the entry's. */
export function isWanted({ files, external_data = [] }: CatalogueEntry, path: string): boolean {
  return [...Object.values(files), ...external_data].some((pattern) => fits(pattern, path));
}

/**
 * @param found paths in `folder`.
 * @throws OperatorError `pack_mismatch` if a file that the entry needs is not there, or is not the only one.
 */
export async function writeManifest(entry: CatalogueEntry, folder: string, found: string[]): Promise<void> {
  const { files, external_data = [], licence_note, licence, sources } = entry;
  const described = async (path: string) => {
    const { sha256, bytes } = await sha256Of(join(folder, path));
    return { path, sha256, bytes };
  };
  const byRole: Record<string, object> = {};
  for (const [role, pattern] of Object.entries(files)) {
    const fitting = found.filter((path) => fits(pattern, path));
    const [path] = fitting;
    if (path === undefined || fitting.length > 1) throw unexpected(entry.id, role, pattern, found);
    byRole[role] = await described(path);
  }
  const external = found.filter((path) => external_data.some((pattern) => fits(pattern, path)));
  const manifest = {
    ...ofManifest(entry),
    licence: licenceOf({ licence, licence_note }),
    sample_rate: 16_000,
    files: byRole,
    external_data: await Promise.all(external.map(described)),
    source: sources.join(" "),
  };
  writeFileSync(join(folder, "pack.json"), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

function fits(pattern: string, path: string): boolean {
  const literal = pattern.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${literal.join("[^/]*")}$`).test(path);
}

function unexpected(id: string, role: string, pattern: string, found: string[]): OperatorError {
  return new OperatorError("pack_mismatch", "The archive holds other files than the catalogue expects.", {
    hint:
      `${id} needs one file ${pattern} (${role}); the archive holds ${found.slice(0, limits.packFilesShown).join(", ") || "none"}. ` +
      "Unpack it, write a pack.json beside the files and install the folder.",
  });
}
