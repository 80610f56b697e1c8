/**
 * Installs a pack: fetch or find → check the sum → unpack under a hidden name → complete pack.json → check every file →
 * rename. Until the rename nothing shows; fetched bytes stay for the next try.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { loadPack, type Pack } from "../load-pack.ts";
import { manifestFiles } from "../manifest.ts";
import { verifyPack } from "../verify.ts";
import { ArchiveError, unpackArchive } from "./archive.ts";
import { download } from "./download.ts";
import { lockPack } from "./lock.ts";
import { loneFileEntry, requireWholeModel } from "./lone-file.ts";
import { isWanted, writeManifest } from "./make-manifest.ts";
import { sha256Of } from "./sha256.ts";

export interface InstallProgress {
  step: "fetching" | "checking" | "unpacking" | "verifying";
  /** From 0 to 1; null if the whole is not known. */
  fraction: number | null;
  doneBytes: number;
}

export interface InstallRequest {
  /** Null for an archive or folder that brings its own pack.json, and for a model that is one file. */
  entry: CatalogueEntry | null;
  /** An archive, file or folder on this machine, or a mirror: the address of the file, or one that ends in `/`. */
  from: string | null;
  /** The expected checksums, of the archive or in the order of the catalogue's sources; empty if nobody knows. */
  sha256: readonly string[];
  /** Whether a mirror may lead to other addresses than its own; it may if it is left out. */
  stays?: boolean;
  onProgress: (progress: InstallProgress) => void;
  signal?: AbortSignal;
}

export interface Installed {
  pack: Pack;
  /** Whether it was there before. */
  already: boolean;
  /** Of what was fetched or found, by file name; empty for a folder. */
  sums: Record<string, string>;
}

/** @throws OperatorError with a hint; TiroError `no_model_installed` if the pack is not usable. */
export async function installPack(modelsDir: string, asked: InstallRequest): Promise<Installed> {
  mkdirSync(modelsDir, { recursive: true, mode: 0o700 });
  const request = withLoneFile(asked);
  const { entry } = request;
  requireChecksum(request);
  const name = entry ? `${entry.id}-${entry.version}` : `local-${basename(request.from ?? "")}`;
  const unlock = lockPack(modelsDir, name);
  const folder = join(modelsDir, `.installing-${name}-${process.pid}`);
  try {
    if (entry && existsSync(join(modelsDir, name))) {
      const pack = loadPack(join(modelsDir, name));
      if (asked.entry === null) await requireSameFile(pack, request);
      return { pack, already: true, sums: {} };
    }
    sweepLeftovers(modelsDir, name);
    mkdirSync(folder, { mode: 0o700 });
    const sums = await collect(modelsDir, name, folder, request);
    return publish(modelsDir, await checked(folder, request), sums);
  } catch (error) {
    if (error instanceof ArchiveError) throw damaged(name, error);
    throw diskError(error, modelsDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    unlock();
  }
}

/**
 * Only the first step, for a pack of the catalogue: `installPack` then finds the files and needs no network.
 * @throws as `installPack`.
 */
export async function fetchPack(modelsDir: string, request: InstallRequest): Promise<void> {
  const { entry } = request;
  if (entry === null) throw notInCatalogue();
  requireChecksum(request);
  const partial = join(modelsDir, `.partial-${entry.id}-${entry.version}`);
  try {
    mkdirSync(partial, { recursive: true, mode: 0o700 });
    await fetchAll(modelsDir, partial, request, entry);
  } catch (error) {
    throw diskError(error, modelsDir);
  }
}

/** A model that needs no pack around it gets one. */
function withLoneFile(request: InstallRequest): InstallRequest {
  const { entry, from } = request;
  if (entry !== null || from === null || isAddress(from)) return request;
  return { ...request, entry: loneFileEntry(from) };
}

/** Another file of the same name would be taken for the one that is installed. */
async function requireSameFile(pack: Pack, { from }: InstallRequest): Promise<void> {
  const { sha256 } = await sha256Of(from as string);
  if (manifestFiles(pack.manifest).some((file) => file.sha256 === sha256)) return;
  throw new OperatorError("pack_mismatch", "Another model of this name is installed.", {
    hint: `Rename ${basename(from as string)}, or remove ${pack.manifest.id} first with "tiro models remove".`,
  });
}

/** Fills `folder` with the pack's files and its pack.json. @returns the sums of what they came in. */
async function collect(
  modelsDir: string,
  name: string,
  folder: string,
  request: InstallRequest,
): Promise<Record<string, string>> {
  const { entry, from } = request;
  if (from !== null && !isAddress(from)) {
    if (!existsSync(from))
      throw new OperatorError("pack_not_found", "There is nothing to install.", {
        hint: `${from} does not exist.`,
      });
    if (!statSync(from).isDirectory() && !statSync(from).isFile()) throw notAPack(from);
    requireSpace(modelsDir, sizeOf(from));
    if (statSync(from).isDirectory()) {
      await copyFolder(from, folder, entry);
      return {};
    }
    return { [basename(from)]: await take(from, folder, request, 0) };
  }
  if (!entry) throw notInCatalogue();
  const partial = join(modelsDir, `.partial-${name}`);
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  const paths = await fetchAll(modelsDir, partial, request, entry);
  const sums: Record<string, string> = {};
  for (const [index, path] of paths.entries())
    sums[basename(path)] = await take(path, folder, request, index);
  rmSync(partial, { recursive: true, force: true });
  return sums;
}

/** Side by side where there are several. */
async function fetchAll(
  modelsDir: string,
  partial: string,
  { from, stays = false, onProgress, signal }: InstallRequest,
  { sources }: CatalogueEntry,
): Promise<string[]> {
  const done = new Map<string, { bytes: number; total: number | null }>();
  const waiting = [...sources];
  const fetchNext = async (): Promise<void> => {
    for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
      const path = join(partial, basename(source));
      if (existsSync(path)) continue;
      let spaceChecked = false;
      const track = (bytes: number, total: number | null) => {
        // Once for what is still to come, and once for what it becomes.
        if (!spaceChecked && total !== null) requireSpace(modelsDir, 2 * total - bytes);
        spaceChecked = true;
        done.set(path, { bytes, total });
        onProgress(together(done, sources.length));
      };
      const key = path.concat(".part");
      const within = stays && from !== null ? from : undefined;
      await download({ url: addressOf(source, from), path: key, onProgress: track, signal, within });
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.downloadsAtOnce, sources.length) }, fetchNext));
  return sources.map((source) => join(partial, basename(source)));
}

function together(
  done: Map<string, { bytes: number; total: number | null }>,
  files: number,
): InstallProgress {
  const all = [...done.values()];
  const doneBytes = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const total = all.reduce<number | null>(
    (sum, each) => (sum === null || each.total === null ? null : sum + each.total),
    0,
  );
  return { step: "fetching", fraction: total && all.length === files ? doneBytes / total : null, doneBytes };
}

/** Checks an archive or file and unpacks it; returns its checksum. */
async function take(path: string, folder: string, request: InstallRequest, index: number): Promise<string> {
  const { onProgress } = request;
  const bytes = sizeOf(path);
  let doneBytes = 0;
  const { sha256 } = await sha256Of(path, (block) => {
    doneBytes += block;
    onProgress({ step: "checking", fraction: doneBytes / bytes, doneBytes });
  });
  const wanted = wantedSums(request)[index] ?? null;
  if (wanted !== null && wanted !== sha256) {
    if (request.from === null || isAddress(request.from)) rmSync(path, { force: true });
    throw new OperatorError("pack_mismatch", "The archive is not the one that was asked for.", {
      hint: `${basename(path)} has the SHA-256 ${sha256} instead of ${wanted}. Nothing was installed.`,
    });
  }
  const isArchive = /\.(tar|tgz|tbz2?|tar\.(bz2|gz))$/.test(path);
  if (isArchive) await unpack(path, folder, request, bytes);
  else cpSync(path, join(folder, nameInPack(path, request)));
  return sha256;
}

/** A pack of one file knows its name, whatever that was called before. */
function nameInPack(path: string, { entry }: InstallRequest): string {
  const names = Object.values(entry?.files ?? {});
  const [only] = names;
  return only !== undefined && names.length === 1 && !only.includes("*") ? only : basename(path);
}

async function unpack(
  path: string,
  folder: string,
  request: InstallRequest,
  archiveBytes: number,
): Promise<void> {
  const { entry, onProgress, signal } = request;
  const options = {
    maxBytes: Math.min(
      limits.packBytes,
      archiveBytes * limits.packUnpackedFactor + limits.packUnpackedExtraBytes,
    ),
    // An archive gives its unpacked size file by file.
    requireRoom: (bytes: number) => requireSpace(folder, bytes),
    signal,
    onProgress: (doneBytes: number) =>
      onProgress({ step: "unpacking", fraction: doneBytes / archiveBytes, doneBytes }),
  };
  const keep = entry === null ? () => true : (name: string) => name === "pack.json" || isWanted(entry, name);
  const found = await unpackArchive(path, folder, { ...options, keep });
  if (entry === null || !found.includes("pack.json")) return;
  // It describes itself, perhaps with other files than the catalogue's.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  await unpackArchive(path, folder, { ...options, keep: () => true });
}

/** Regular files only: a link in somebody's folder may lead anywhere. */
async function copyFolder(from: string, folder: string, entry: CatalogueEntry | null): Promise<void> {
  const own = entry === null || existsSync(join(from, "pack.json"));
  cpSync(from, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const stat = lstatSync(path);
      if (stat.isDirectory()) return true;
      return stat.isFile() && (own || isWanted(entry, relative(from, path)));
    },
  });
}

async function checked(folder: string, { entry, from, onProgress }: InstallRequest): Promise<Pack> {
  const isDescribed = existsSync(join(folder, "pack.json"));
  if (entry && !isDescribed) await writeManifest(entry, folder, filesIn(folder));
  if (!entry && !isDescribed) throw notAPack(from as string);
  const pack = loadPack(folder, from ?? entry?.id);
  if (entry && pack.manifest.id !== entry.id)
    throw new OperatorError("pack_mismatch", "This is another pack.", {
      hint: `${entry.id} was asked for, but its pack.json says ${pack.name}.`,
    });
  const wrong = await verifyPack(pack, ({ doneBytes, totalBytes }) =>
    onProgress({ step: "verifying", fraction: doneBytes / totalBytes, doneBytes }),
  );
  if (wrong.length > 0)
    throw new OperatorError("pack_damaged", "The pack is damaged.", {
      hint: `${wrong.join(", ")} differ from the checksums in its pack.json. Nothing was installed.`,
    });
  requireWholeModel(pack);
  const named = new Set([...manifestFiles(pack.manifest).map(({ path }) => path), "pack.json"]);
  for (const path of filesIn(folder)) if (!named.has(path)) rmSync(join(folder, path));
  return pack;
}

function publish(modelsDir: string, pack: Pack, sums: Record<string, string>): Installed {
  const { id, version } = pack.manifest;
  const place = join(modelsDir, `${id}-${version}`);
  if (existsSync(place)) return { pack: loadPack(place), already: true, sums };
  renameSync(pack.folder, place);
  return { pack: loadPack(place), already: false, sums };
}

/** Of programs that were killed: half-unpacked packs of this name. Half-fetched ones are gone on with. */
function sweepLeftovers(modelsDir: string, name: string): void {
  for (const entry of readdirSync(modelsDir))
    if (entry.startsWith(`.installing-${name}-`))
      rmSync(join(modelsDir, entry), { recursive: true, force: true });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function addressOf(source: string, from: string | null): string {
  if (from === null) return source;
  return from.endsWith("/") ? from + basename(source) : from;
}

/** Anyone on the way of an unencrypted download could hand over another pack. */
function requireChecksum(request: InstallRequest): void {
  if (!/^http:/i.test(request.from ?? "")) return;
  const files = request.entry?.sources.length ?? 1;
  if (wantedSums(request).length === files) return;
  const several =
    files === 1 ? "" : `; there are ${files} files, so name as many, with commas, in their order`;
  throw new OperatorError("checksum_required", "A download over http:// needs its checksum.", {
    hint: `Name it with --sha256${several}. Or take the pack from an https:// address or from this machine.`,
  });
}

function wantedSums({ entry, sha256 }: InstallRequest): readonly string[] {
  if (sha256.length > 0) return sha256;
  return entry?.sha256 ? [entry.sha256] : [];
}

function isAddress(from: string): boolean {
  return /^https?:\/\//i.test(from);
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return filesIn(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

function requireSpace(modelsDir: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(modelsDir);
  if (bavail * bsize >= bytes + limits.diskFullBytes) return;
  throw new OperatorError("disk_full", "There is too little room for this pack.", {
    hint: `${modelsDir} needs ${megabytes(bytes)} MB more and has ${megabytes(bavail * bsize)} MB free.`,
  });
}

function notInCatalogue(): OperatorError {
  return new OperatorError("pack_not_found", "A pack from the network must be in the catalogue.", {
    hint: "Name it by its id.",
  });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function notAPack(from: string): OperatorError {
  return new OperatorError("not_a_pack", "This is not a model pack.", {
    hint:
      `${from} is neither a folder nor an archive (.tar, .tar.gz, .tar.bz2) with a pack.json, nor a Whisper model in ` +
      "whisper.cpp's format. Nothing was installed. If it is the archive of a pack in the catalogue, name the pack: " +
      `tiro models install ID --from ${from}`,
  });
}

function damaged(name: string, cause: ArchiveError): OperatorError {
  return new OperatorError("pack_damaged", "The archive cannot be unpacked.", {
    cause,
    hint: `${name}: ${cause.message}. Nothing was installed; fetch it again.`,
  });
}

function diskError(error: unknown, modelsDir: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return new OperatorError("disk_full", "The disk is full.", {
    cause: error,
    hint: `Free some space in ${modelsDir} and run it again: what was fetched is kept.`,
  });
}
