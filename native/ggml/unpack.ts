import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CarriedFile } from "../../src/lib/unpack.ts";
import { ADAPTATION, adaptLibrary, GGML_LIBRARIES } from "./adapt.ts";

/** Not part of a literal path: a bundler would write the absolute path of this machine in its place. */
const PACKAGE = "whisper-node-addon";
/** Of the package, whose other platforms' libraries are not used. */
const FOLDER = "platform/linux-x64";

/** As they lie beside the packages of a clone, adapted once. @throws as `adaptLibrary` does. */
export function ggmlLibraries(): CarriedFile[] {
  const original = dirname(require.resolve(`${PACKAGE}/package.json`));
  const folder = join(original, `../.cache/tiro/ggml-${ADAPTATION}`);
  const files = Object.keys(GGML_LIBRARIES).map((name) => ({ name, source: join(folder, name) }));
  if (files.every(({ source }) => existsSync(source))) return files;
  mkdirSync(folder, { recursive: true });
  for (const { name, source } of files)
    write(source, adaptLibrary(name, readFileSync(join(original, FOLDER, name))));
  return files;
}

/** Two programs may do so at once. */
function write(path: string, content: Uint8Array): void {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
