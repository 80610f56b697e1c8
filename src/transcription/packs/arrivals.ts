/**
 * Packs on their way to those that are used: each arrives in a folder of its own, in a process of its own, and is moved
 * among the others only after its check recording was recognized. Remains of a killed server are never among them.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { serverPermissionsOf } from "../../accounts/policies/permissions.ts";
import type { Config } from "../../config/schema.ts";
import { OperatorError } from "../../lib/errors.ts";
import { runPackProcess } from "../../packs/arriving/process.ts";
import type { CatalogueEntry } from "../../packs/catalogue.ts";
import { loadPack, type Pack, type RecognizerPack } from "../../packs/load-pack.ts";
import { isRecognizer } from "../../packs/manifest.ts";
import type { TrialEngine } from "../../recognition/speech.ts";
import type { Db } from "../../store/db.ts";
import { userById } from "../../store/people/users.ts";
import type { TaskHandle } from "../../work/tasks.ts";
import type { ResumableUploads } from "../../work/uploads/resumable-uploads.ts";
import { FunctionalCheck, type FunctionalCheckDeps } from "../functional-check.ts";

export interface PackArrivalsDeps extends Omit<FunctionalCheckDeps, "target"> {
  config: FunctionalCheckDeps["config"] & Pick<Config, "engine">;
  modelsDir: string;
  uploads: ResumableUploads;
  tryPack: (pack: RecognizerPack) => Promise<TrialEngine>;
  reloadPacks: () => void;
}

/** Fetching is most of the way, then unpacking; the check is the rest. */
const FETCHED = 0.6;
const UNPACKED = 0.9;

export class PackArrivals {
  readonly #deps: PackArrivalsDeps;
  readonly #folder: string;

  constructor(deps: PackArrivalsDeps) {
    this.#deps = deps;
    this.#folder = join(deps.modelsDir, ".arriving");
    this.#sweep();
  }

  /**
   * From a mirror. Downloaded parts stay for the next try.
   * @throws OperatorError as `installPack`, `pack_mismatch`; the signal's reason.
   */
  async fromMirror(entry: CatalogueEntry, mirror: string, { signal, progress }: TaskHandle): Promise<Pack> {
    this.#requireAbsent(`${entry.id}-${entry.version}`);
    const common = { ...this.#common(signal), entry, from: mirror, sha256: [] };
    await runPackProcess({ ...common, step: "fetch", onProgress: (share) => progress(share * FETCHED) });
    const onProgress = (share: number) => progress(FETCHED + share * (UNPACKED - FETCHED));
    return this.#admit(await runPackProcess({ ...common, step: "install", onProgress }), signal);
  }

  /**
   * Of a file that a person sent in parts. The file is gone after the first try, even a failed one.
   * @throws as `fromMirror`, and TiroError as `handOver`.
   */
  async fromUpload(
    principal: Principal,
    { uploadId, sha256 }: { uploadId: string; sha256: string | null },
    { signal, progress }: TaskHandle,
  ): Promise<Pack> {
    const folder = join(this.#folder, `.upload-${uploadId}`);
    try {
      const from = await this.#take(principal, uploadId, folder);
      const sums = sha256 === null ? [] : [sha256];
      const common = { ...this.#common(signal), entry: null, from, sha256: sums };
      const onProgress = (share: number) => progress(share * UNPACKED);
      return await this.#admit(await runPackProcess({ ...common, step: "install", onProgress }), signal);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #common(signal: AbortSignal) {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    return { folder: this.#folder, sandbox: this.#deps.config.engine.sandbox, signal };
  }

  #take(principal: Principal, uploadId: string, folder: string): Promise<string> {
    return this.#deps.uploads.handOver(principal, uploadId, async (file, { metadata }, taken) => {
      const name = archiveName(metadata);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await copyFile(file.path, join(folder, name));
      taken();
      await file.remove();
      return join(folder, name);
    });
  }

  async #admit(folder: string | null, signal: AbortSignal): Promise<Pack> {
    if (folder === null) throw new Error("the pack was fetched and not installed");
    const pack = loadPack(folder);
    const name = basename(folder);
    try {
      requireOwnName(pack, name);
      this.#requireAbsent(name);
      if (isRecognizer(pack.manifest)) await this.#check({ ...pack, manifest: pack.manifest });
      signal.throwIfAborted();
      const place = join(this.#deps.modelsDir, name);
      renameSync(folder, place);
      this.#deps.reloadPacks();
      return loadPack(place);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** @throws OperatorError `pack_mismatch` if it does not hear what its check recording says. */
  async #check(pack: RecognizerPack): Promise<void> {
    const trial = await this.#deps.tryPack(pack);
    try {
      const check = new FunctionalCheck({ ...this.#deps, targets: () => [{ worker: null, ...trial }] });
      await check.runOnce();
      if (check.health().status === "ok") return;
    } finally {
      await trial.close();
    }
    throw new OperatorError("pack_mismatch", "The pack does not recognize its check recording.", {
      hint: "Nothing of it was kept. The log says what was heard or what failed.",
    });
  }

  #requireAbsent(name: string): void {
    if (!existsSync(join(this.#deps.modelsDir, name))) return;
    throw new OperatorError("pack_mismatch", "A pack of this name and version is installed.", {
      hint: `Remove ${name} first.`,
    });
  }

  /** Of a server that was killed; half-fetched files stay. */
  #sweep(): void {
    if (!existsSync(this.#folder)) return;
    for (const name of readdirSync(this.#folder))
      if (!name.startsWith(".partial-")) rmSync(join(this.#folder, name), { recursive: true, force: true });
  }
}

/** @throws OperatorError `pack_mismatch`. */
function requireOwnName({ manifest: { id, version } }: Pack, name: string): void {
  if (name === `${id}-${version}`) return;
  throw new OperatorError("pack_mismatch", "The pack arrived under another pack's name.", {
    hint: `Its pack.json says ${id}, version ${version}; its folder is called ${name}.`,
  });
}

/** Whether the sender says that it is a pack, and may install one: then it is stored although nothing of a person may be. */
export function isPackSent(
  db: Db,
  { userId }: Pick<Principal, "userId">,
  { purpose }: Readonly<Record<string, string>>,
): boolean {
  const user = purpose === "model_pack" && userId !== null ? userById(db, userId) : null;
  return user !== null && serverPermissionsOf(user).includes("packs.change");
}

const ENDING = /\.(tar|tgz|tbz2?|tar\.(bz2|gz)|bin)$/i;

/** Of a sender's name, only what is harmless. */
export function packFileName({ filename, name: other = "" }: Readonly<Record<string, string>>): string {
  return (filename ?? other)
    .replace(/[^A-Za-z0-9._-]/g, "-")
    .replace(/^[.-]+/, "")
    .slice(-80);
}

/** @throws OperatorError `not_a_pack`. */
function archiveName(metadata: Readonly<Record<string, string>>): string {
  const name = packFileName(metadata);
  if (ENDING.test(name))
    return name.toLowerCase().endsWith(".bin") ? name : name.replace(ENDING, (end) => end.toLowerCase());
  throw new OperatorError("not_a_pack", "This is not a model pack.", {
    hint: "A pack is a .tar, .tar.gz or .tar.bz2 archive with a pack.json, or a Whisper model (.bin).",
  });
}
