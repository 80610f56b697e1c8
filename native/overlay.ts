import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { OperatorError } from "../src/lib/errors.ts";
import { NATIVE_FILE_NAMES } from "./file-names.ts";

const SHERPA_FILES = [
  NATIVE_FILE_NAMES.sherpaAddon,
  NATIVE_FILE_NAMES.sherpaCApi,
  NATIVE_FILE_NAMES.onnxRuntime,
];

/**
 * A folder of links in which the operator's libraries stand in for the built-in ones of the same name,
 * together with all that lies beside them (onnxruntime loads its CUDA provider from its own folder).
 * Returns the add-on's path in it.
 */
export function overlayLibraries(options: {
  builtInAddon: string;
  nativeDir: string;
  dataDir: string;
}): string {
  const nativeDir = resolve(options.nativeDir);
  try {
    const links = new Map<string, string>();
    for (const name of SHERPA_FILES) links.set(name, join(dirname(options.builtInAddon), name));
    const own = readdirSync(nativeDir).filter((name) => /\.(so|node)(\.\d+)*$/.test(name));
    if (!own.some((name) => SHERPA_FILES.includes(name)))
      throw new Error(`none of ${SHERPA_FILES.join(", ")} lies in it`);
    for (const name of own) links.set(name, join(nativeDir, name));
    return join(linkFolder(links, join(resolve(options.dataDir), "native")), NATIVE_FILE_NAMES.sherpaAddon);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      "native_libraries_unusable",
      "The native libraries of this site cannot be used.",
      {
        cause,
        hint: `engine.native_dir is ${nativeDir}: ${reason}`,
      },
    );
  }
}

/** Named by what it links to, so that an existing one is right by construction once it has been renamed. */
function linkFolder(links: ReadonlyMap<string, string>, parent: string): string {
  const entries = [...links].sort(([a], [b]) => (a < b ? -1 : 1));
  const tag = createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 8);
  const folder = join(parent, `overlay-${tag}`);
  if (statSync(folder, { throwIfNoEntry: false })) return folder;
  const temporary = `${folder}.${process.pid}-${crypto.randomUUID()}.tmp`;
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  try {
    for (const [name, target] of entries) symlinkSync(target, join(temporary, name));
    renameSync(temporary, folder);
  } catch (error) {
    // Another process made the same folder in the meantime: theirs is as good.
    if (
      (error as NodeJS.ErrnoException).code !== "ENOTEMPTY" &&
      (error as NodeJS.ErrnoException).code !== "EEXIST"
    )
      throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return folder;
}
