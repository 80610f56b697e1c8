import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../src/lib/write-whole.ts";
import type { Architecture } from "../platform.ts";
import { SHERPA_LIBRARIES } from "./published.ts";

const LIBRARY = "libsherpa-onnx-c-api.so";
const ADDON = "sherpa-onnx.node";
const ONNX_RUNTIME = "libonnxruntime.so";

export interface SherpaFiles {
  sherpaAddon: string;
  sherpaCApi: string;
  onnxRuntime: string;
}

/**
 * In a folder beside the packages, made once: the library without synthesis, and links to the add-on and onnxruntime, which
 * are loaded from where the library lies. @throws as `cutSynthesis` does.
 * @param modules the `node_modules` that holds the architecture's package.
 */
export function sherpaFiles(architecture: Architecture, modules: string): SherpaFiles {
  const original = join(modules, `sherpa-onnx-linux-${architecture}`);
  const { result } = SHERPA_LIBRARIES[architecture];
  const folder = join(modules, `.cache/tiro/sherpa-${result.slice(0, 12)}`);
  const files = {
    sherpaAddon: join(folder, ADDON),
    sherpaCApi: join(folder, LIBRARY),
    onnxRuntime: join(original, ONNX_RUNTIME),
  };
  mkdirSync(folder, { recursive: true });
  for (const name of [ADDON, ONNX_RUNTIME]) link(join(original, name), join(folder, name));
  if (existsSync(files.sherpaCApi)) return files;
  // Loaded with a disassembler, which takes longer than all else here.
  const { cutSynthesis }: typeof import("./cut.ts") = require("./cut.ts");
  writeWhole(files.sherpaCApi, cutSynthesis(architecture, readFileSync(join(original, LIBRARY))));
  return files;
}

function link(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
