import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CarriedFile } from "../../src/lib/unpack.ts";
import { writeWhole } from "../../src/lib/write-whole.ts";
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
    writeWhole(source, adaptLibrary(name, readFileSync(join(original, FOLDER, name))));
  return files;
}
