import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { OperatorError, TiroError } from "../lib/errors.ts";
import { builtinPackFolder, builtinPackIds } from "./builtin.ts";
import { bundledPackFolders } from "./bundle/unpack.ts";
import { loadPack, type Pack, type RecognizerPack, requireRecognizer } from "./load-pack.ts";

export interface PackPlaces {
  dataDir: string;
  /** Folder of installed packs, one folder each; `models` in the data folder by default. */
  modelsDir?: string;
}

/** In the top folder of ext4 file systems, and `models.dir` can be one. */
const FILE_SYSTEM_FOLDER = "lost+found";

/** A folder in which a pack was found, or what lies beside such folders; `problem` says why it cannot be used. */
export type FoundPack<P extends Pack = Pack> = { folder: string; builtin: boolean } & (
  | { pack: P; problem: null }
  | { pack: null; problem: TiroError }
);

/** The built-in packs, those of a bundle, and everything among the installed ones, usable or not. */
export function findPacks(places: PackPlaces): FoundPack[] {
  return findPacksBy(loadPack, places);
}

/** @param load how a folder is read. */
export function findPacksBy<P extends Pack>(
  load: (folder: string) => P,
  { dataDir, modelsDir = join(dataDir, "models") }: PackPlaces,
): FoundPack<P>[] {
  const inspect = (folder: string, builtin: boolean) => inspectBy(load, folder, builtin);
  return [
    ...builtinPackIds.map((id) => inspect(builtinPackFolder(dataDir, id), true)),
    ...[...bundledPackFolders(dataDir), ...packFolders(modelsDir)].map((folder) => inspect(folder, false)),
  ];
}

/** The pack asked for, which recognizes. @throws as `findPack` does, and for a pack of another use. */
export function choosePack(places: PackPlaces, wanted: string): RecognizerPack {
  return requireRecognizer(findPack(places, wanted));
}

/**
 * A pack of any kind by id or `id@version`: the highest version where several have that id; a built-in one by
 * its id alone.
 * @throws `no_model_installed` naming what is there.
 */
export function findPack(places: PackPlaces, wanted: string): Pack {
  const pack = lookUp(places, wanted);
  if (pack) return pack;
  throw new TiroError("no_model_installed", "The configured model pack is not installed.", {
    hint: whatIsThere(places, wanted),
  });
}

/** As `findPack`, for a name that somebody typed. @throws OperatorError `pack_not_found` naming what is there. */
export function findNamedPack(places: PackPlaces, wanted: string): Pack {
  const pack = lookUp(places, wanted);
  if (pack) return pack;
  throw new OperatorError("pack_not_found", "The pack is not installed.", {
    hint: whatIsThere(places, wanted),
  });
}

function lookUp(places: PackPlaces, wanted: string): Pack | undefined {
  if (builtinPackIds.includes(wanted)) return loadPack(builtinPackFolder(places.dataDir, wanted));
  const [best] = findPacks(places)
    .flatMap(({ pack }) => (pack && (pack.manifest.id === wanted || pack.name === wanted) ? [pack] : []))
    .sort((a, b) => compareVersions(b.manifest.version, a.manifest.version));
  return best;
}

function whatIsThere(places: PackPlaces, wanted: string): string {
  const found = findPacks(places);
  const usable = found.flatMap(({ pack }) => (pack ? [pack.name] : [])).join(", ");
  const broken = found.flatMap(({ folder, problem }) => (problem ? [folder] : [])).join(", ");
  return `${wanted} is not there; installed: ${usable || "none"}${broken ? `; unusable: ${broken}` : ""}.`;
}

function inspectBy<P extends Pack>(
  load: (folder: string) => P,
  folder: string,
  builtin: boolean,
): FoundPack<P> {
  try {
    return { folder, builtin, pack: load(folder), problem: null };
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    return { folder, builtin, pack: null, problem: error };
  }
}

function packFolders(modelsDir: string): string[] {
  if (!statSync(modelsDir, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(modelsDir)
    .filter((name) => !name.startsWith(".") && name !== FILE_SYSTEM_FOLDER)
    .sort()
    .map((name) => join(modelsDir, name));
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
