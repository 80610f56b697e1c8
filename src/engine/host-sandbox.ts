/** The fences around a host: it reads its pack and the native libraries, and nothing else of the site. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { SandboxPolicy } from "../lib/sandbox.ts";

export interface HostNeeds {
  config: Config["engine"];
  /** Native libraries; those beside them belong to them. */
  libraries: readonly string[];
  /** Files of models; what lies beside them belongs to them, such as weights in a file of their own. */
  modelFiles: readonly string[];
  otherFiles?: readonly string[];
  /** Above this its parent replaces it. */
  memoryLimitBytes: number;
}

export function hostSandbox(needs: HostNeeds): SandboxPolicy {
  const { config, libraries, modelFiles, otherFiles = [], memoryLimitBytes } = needs;
  const folders = [...new Set(libraries.map((path) => dirname(path)))];
  return {
    mode: config.sandbox,
    readable: [
      ...new Set([
        ...folders,
        // Links in them lead to an operator's libraries.
        ...folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
        ...(config.native_dir === undefined ? [] : [config.native_dir]),
        ...modelFiles.map((path) => dirname(path)),
        ...otherFiles,
        ...config.sandbox_readable,
      ]),
    ],
    memoryBytes: limits.engineMemoryHardShare * memoryLimitBytes + limits.hostReservedBytes,
    cuda: config.provider === "cuda",
  };
}
