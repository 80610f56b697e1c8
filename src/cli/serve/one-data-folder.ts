import { resolve } from "node:path";
import type { LoadedConfig } from "../../config/load.ts";
import { readConfigFile } from "../../config/sources.ts";
import { TiroError } from "../../lib/errors.ts";

/**
 * Commands that are given the configuration file alone would work on other data than the server, and a folder that somebody
 * wrote into it after a restore would have no effect.
 * @throws TiroError `invalid_request` if a flag or variable names another folder than the file does.
 */
export function requireOneDataFolder({ config, file, sources }: LoadedConfig): void {
  const written = file === null ? undefined : readConfigFile(file).values.get("data.dir");
  if (written === undefined || resolve(String(written.value)) === config.data.dir) return;
  throw new TiroError("invalid_request", "Two data folders are named, and the server can have one.", {
    hint: `data.dir in ${file} is ${written.value}; ${sources.get("data.dir")} says ${config.data.dir}. Remove one of them.`,
  });
}
